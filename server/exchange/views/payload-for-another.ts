import { isRecord } from '#lib/contract/is-record.ts';
import type { StoredPayload } from '../bots/bot-record.ts';

/** Words and amounts are the owner's; whoever makes a bot like his has his own. Whether it is shown is asked anew. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'strategy_name',
  'abstract',
  'money',
  'begin_money_amount',
  'is_hide',
  'is_hide_order',
  'param_source',
]);

/** The parameters of a bot as a creation of another one, without what is its owner's own. */
export function payloadForAnother(payload: StoredPayload): Record<string, unknown> {
  return withoutOwn(payload);
}

function withoutOwn(fields: object): Record<string, unknown> {
  const kept = Object.entries<unknown>({ ...fields }).filter(([name]) => !OWN_FIELDS.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'params' && isRecord(value) ? withoutOwn(value) : value]),
  );
}
