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
  return withoutOwn(payload as unknown as Record<string, unknown>);
}

function withoutOwn(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name]) => !OWN_FIELDS.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'params' ? withoutOwn(value as Record<string, unknown>) : value]),
  );
}
