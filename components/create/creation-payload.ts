import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';
import { hasSeveralCoins, pairsOf } from './several-coins.ts';
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

/** C-358: the same settings as one bot a pair; pairs whose market is not known are left out. */
export function batchPayload(
  definition: AnyDefinition,
  values: FormValues,
  specs: ReadonlyMap<string, MarketSpec>,
  source: ParamSource,
): { readonly bots: readonly object[] } {
  const bots = pairsOf(values).flatMap((pair) => {
    const spec = specs.get(pair);
    return spec === undefined ? [] : [creationPayload(definition, values, spec, source)];
  });
  return { bots };
}

/** Whether this form starts several bots by one call. */
export function isBatch(definition: AnyDefinition, values: FormValues): boolean {
  return hasSeveralCoins(definition.kind, values);
}
