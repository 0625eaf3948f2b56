import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { withParams } from '#lib/strategies/exchange-kind.ts';
import { unusedField } from '#lib/strategies/rules/unused.ts';
import { type Refusal, refuseField } from '../replies/reply.ts';
import type { StoredPayload } from './bot-record.ts';
import { payloadMadeOf } from './check-payload.ts';

/** What a create call says beside the bot's settings: where they come from, and what pays. Whose it is says the session. */
const ASIDE = ['uid', 'user_id', 'param_source', 'is_ai', 'use_experience'] as const;
/** Read through the indicators' own rules, which change spellings (E-181). */
const READ_APART = ['compose_conditions'] as const;

/**
 * A checked payload as it is kept: what its own settings make, so that what is stored is what is traded – spelled in one way,
 * with what was left out said. A field that would have no effect is refused.
 */
export function ownPayload(
  kind: RunnableKind,
  given: StoredPayload,
  spec: MarketSpec,
  alsoAside: readonly string[] = [],
): StoredPayload | Refusal {
  const own = payloadMadeOf(kind, given, spec);
  const aside = [...ASIDE, ...alsoAside];
  const field = unusedField(given, own, [...aside, ...READ_APART]);
  if (field !== null) return refuseField(field, 'field.unused', { field });
  return withAside(own, given, aside);
}

/** The same of what was right when it was made: what has no effect by now, as how often stops are looked at that were taken away, is left out. */
export function tidiedPayload(kind: RunnableKind, given: StoredPayload, spec: MarketSpec): StoredPayload {
  return withAside(payloadMadeOf(kind, given, spec), given, ASIDE);
}

function withAside(own: StoredPayload, given: StoredPayload, names: readonly string[]): StoredPayload {
  const aside = saidOf(
    given,
    names.filter((name) => name !== 'user_id' && name !== 'uid'),
  );
  const whole = { ...own, ...aside };
  return 'params' in whole && 'params' in given ? withParams(whole, saidOf(given.params, names)) : whole;
}

/** What an object says of the named fields, in their order. */
function saidOf(from: object, names: readonly string[]): object {
  const said = new Map<string, unknown>(Object.entries(from));
  return Object.fromEntries(names.flatMap((name) => (said.has(name) ? [[name, said.get(name)]] : [])));
}
