import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
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

function withAside(own: StoredPayload, given: StoredPayload, names: readonly string[]): StoredPayload {
  const said = (from: object): object =>
    Object.fromEntries(
      names.flatMap((name) => (name in from ? [[name, (from as Record<string, unknown>)[name]]] : [])),
    );
  const { user_id: _user, uid: _uid, ...aside } = said(given) as Record<string, unknown>;
  if (!('params' in own) || !('params' in given)) return { ...own, ...aside } as StoredPayload;
  return { ...own, ...aside, params: { ...own.params, ...said(given.params) } } as StoredPayload;
}
