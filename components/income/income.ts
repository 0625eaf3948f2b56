import type { ReplyOf } from '#lib/contract/contract.ts';
import type { ListedType } from '#lib/kinds/listed.ts';

/** Whose income is shown: one type's, or that of all. */
export type Scope = ListedType | 'all';

export type IncomeDay = NonNullable<ReplyOf<'totalProfit'>['data']>[number];
export type UserProfit = NonNullable<ReplyOf<'userProfit'>['data']>;

/** Days of a page of the line (E-328). */
const INCOME_PAGE = 200;
export const REFRESH_MS = 30_000;

/** What the line of a scope is asked by, without its page. */
export function lineQuery<I extends string>(interval: I, scope: Scope) {
  return { interval, strategy_type: scope, page_size: INCOME_PAGE };
}

/** What a day says of a scope: '' where an exchange says nothing. */
export function figureOf(day: IncomeDay, scope: Scope): string {
  return (scope === 'all' ? day.total : day[scope]) ?? '';
}
