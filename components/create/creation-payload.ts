import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';
import { hasSeveralCoins, type Pair } from './several-coins.ts';
import { TRIAL_FIELD } from './trial-field.ts';

/** Where the parameters come from: what the AI found and nobody changed, or what was typed (C-079, X53, H7). */
export type ParamSource = 'ai' | 'manual';

/** What the create call takes: the kind's own payload, with what belongs to the form and not to the kind. */
export function creationPayload(
  definition: AnyDefinition,
  values: FormValues,
  spec: MarketSpec,
  source: ParamSource,
): object {
  const payload = definition.encode(values, spec) as { readonly params?: object };
  const trial = values[TRIAL_FIELD] === '1' ? { use_experience: 1 as const } : {};
  if (payload.params === undefined) return { ...payload, param_source: source, ...trial };
  return { ...payload, params: { ...payload.params, is_ai: source === 'ai' ? 1 : 0 }, ...trial };
}

/**
 * C-358: the same settings as one bot a pair; pairs whose market is not known are left out. One pair alone – what is left of
 * several that were tried – is an ordinary creation.
 */
export function batchPayload(
  definition: AnyDefinition,
  values: FormValues,
  pairs: readonly Pair[],
  source: ParamSource,
): object {
  const bots = pairs.map(({ spec }) => creationPayload(definition, values, spec, source));
  const [only] = bots;
  return only !== undefined && bots.length === 1 ? only : { bots };
}

/** Whether this form is about several coins. */
export function isBatch(definition: AnyDefinition, values: FormValues): boolean {
  return hasSeveralCoins(definition.kind, values);
}
