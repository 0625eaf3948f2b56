import type { ReplyOf } from '#lib/contract/contract.ts';

export type RoundOrder = NonNullable<ReplyOf<'cycleOrders'>['data']>['orders'][number];
export type RoundOrderStatus = 'partly_filled' | 'canceled' | 'unfilled' | 'filled' | 'cancelled' | 'failed';

/**
 * What the status column of a round's order says (M-144 … M-147). A running order whose whole quantity is matched is
 * "canceled" by the documents' own words (X32); the exchange never sends one. Null: over, and nobody says how.
 */
export function roundOrderStatus({
  status,
  finish_as: finish,
  qty,
  match_qty: matched,
}: Pick<RoundOrder, 'status' | 'finish_as' | 'qty' | 'match_qty'>): RoundOrderStatus | null {
  if (status !== 'running') return finish === '' ? null : finish;
  if (!/[1-9]/.test(matched)) return 'unfilled';
  return Number(matched) >= Number(qty) ? 'canceled' : 'partly_filled';
}

/** "increase_order_3" is the third add order; every other type is a word (M-107). */
export function orderTypeWords(type: string): { readonly key: string; readonly index: number } {
  const match = /^increase_order_(\d+)$/.exec(type);
  return match === null ? { key: type, index: 0 } : { key: 'increase_order', index: Number(match[1]) };
}
