import { type CallInput, madeOf } from '#lib/client/call.ts';
import { everyRow } from '#lib/client/every-page.ts';
import { Refused } from '#lib/client/failures.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { oldestFirst } from '#lib/formulas/period-curve.ts';
import { type IncomeDay, lineQuery, type Scope } from './income.ts';

/** More are a fault of the exchange: thirty years. */
const MOST_PAGES = 60;

/**
 * All days of the line. Past days count coins at present prices: every page is of the moment that the first one was of, or what is earned on the first
 * day of a page would have a move of prices in it. From the beginning again, once, where the exchange keeps that moment no more.
 */
export async function readLine(interval: Interval, scope: Scope): Promise<readonly IncomeDay[]> {
  try {
    return await readOnce(interval, scope);
  } catch (error) {
    if (!(error instanceof Refused && error.code === CODE.conflict)) throw error;
    return readOnce(interval, scope);
  }
}

type Interval = NonNullable<CallInput<'totalProfit'>['query']>['interval'];

async function readOnce(interval: Interval, scope: Scope): Promise<readonly IncomeDay[]> {
  const days = await everyRow<IncomeDay, ReplyOf<'totalProfit'>>(MOST_PAGES, (page, first) => {
    const query = { ...lineQuery(interval, scope), page };
    return fetchOk('totalProfit', { query: first?.moment === undefined ? query : { ...query, moment: first.moment } });
  });
  return madeOf(days, oldestFirst(days));
}
