import type { SessionInfo } from '#lib/client/session.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';
import { hasSeveralCoins, type Pair } from './several-coins.ts';
import { TRIAL_FIELD } from './trial-field.ts';

/** Where the parameters come from: what the AI found and nobody changed, or what was typed (C-079, X53, H7). */
export type ParamSource = 'ai' | 'manual';

/** Who is logged in as far as the page knows; null for guests and while that is not known. */
type FormOwner = Pick<SessionInfo, 'uid' | 'user_id'> | null;

/**
 * What the create call takes: the kind's own payload, with what belongs to the form and not to the kind – where the
 * parameters come from, who pays, and whose bot it is meant to be (C-152, C-158): when another account has logged in beside
 * this page, the exchange refuses instead of creating it for that one.
 */
function creationPayload(
  definition: AnyDefinition,
  values: FormValues,
  spec: MarketSpec,
  source: ParamSource,
  owner: FormOwner,
): object {
  const payload = definition.encode(values, spec);
  const trial = values[TRIAL_FIELD] === '1' ? { use_experience: 1 as const } : {};
  if (!('params' in payload)) {
    return { ...(owner?.uid ? { uid: owner.uid } : {}), ...payload, param_source: source, ...trial };
  }
  const user = owner?.user_id ? { user_id: `${owner.user_id}` } : {};
  return { ...user, ...payload, params: { ...payload.params, is_ai: source === 'ai' ? 1 : 0 }, ...trial };
}

/**
 * What Create sends for a form: one bot, or the same settings as one bot a pair (C-358). Pairs whose market is not known are
 * refused before (checkSeveralCoins); one pair alone – what is left of several that were tried – is an ordinary creation.
 */
export function formPayload(
  definition: AnyDefinition,
  values: FormValues,
  { spec, pairs, source, owner }: FormFacts,
): object {
  if (!isBatch(definition, values)) return creationPayload(definition, values, spec, source, owner);
  const bots = pairs.map((pair) => creationPayload(definition, values, pair.spec, source, owner));
  const [only] = bots;
  return only !== undefined && bots.length === 1 ? only : { bots };
}

/** What a form knows besides its values. */
export interface FormFacts {
  readonly spec: MarketSpec;
  /** The coins of a form that is about several. */
  readonly pairs: readonly Pair[];
  readonly source: ParamSource;
  readonly owner: FormOwner;
}

/** Whether this form is about several coins. */
export function isBatch(definition: AnyDefinition, values: FormValues): boolean {
  return hasSeveralCoins(definition.kind, values);
}
