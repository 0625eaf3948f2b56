import { PLAN_SORTS, type PlanSort } from '#lib/contract/auto-invest-words.ts';

/** The order of a list of plans; null: as the exchange has them. */
export type PlanOrder = { readonly column: PlanSort; readonly type: 'asc' | 'desc' } | null;

/** What a press on a column's head makes of the order: ascending, descending, none; another column begins with ascending (E-043, E-044). */
export function pressed(order: PlanOrder, column: PlanSort): PlanOrder {
  if (order?.column !== column) return { column, type: 'asc' };
  return order.type === 'asc' ? { column, type: 'desc' } : null;
}

const WAYS = ['desc', 'asc'] as const;
/** Every order that a list of plans can have. */
export const PLAN_ORDERS = PLAN_SORTS.flatMap((column) => WAYS.map((type) => ({ column, type })));

/** An order as a text; '' for none. */
export function orderText(order: PlanOrder): string {
  return order === null ? '' : `${order.column} ${order.type}`;
}

/** The order that a text says; none where it says none. */
export function orderIn(text: string): PlanOrder {
  return PLAN_ORDERS.find((one) => orderText(one) === text) ?? null;
}

/** As the call says it: nothing where there is none. */
export function sortQuery(order: PlanOrder) {
  return order === null ? {} : { sort_column: order.column, sort_type: order.type };
}

/** What sortable columns are called, by the keys of their words. */
export const SORT_WORDS = {
  amount: 'amount',
  yesterday_earnings: 'yesterday',
  position_gain: 'gain',
  cumulative_amount: 'total',
} as const satisfies Readonly<Record<PlanSort, string>>;
