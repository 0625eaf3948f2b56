/** M-294, M-382. */
export const FUND_FLOW_PAGE_SIZE = 30;

/**
 * Where a page of the fund flow begins. The documents page it by `to`, the moment up to which entries are told, and know no number of a page; so
 * does ours, to which the number is of what `to` leaves. Only where one moment fills a page there is nothing but the number to go on by.
 */
export interface FlowPage {
  readonly to?: number;
  readonly page?: number;
  /** Entries of that very moment that the pages before have shown: they come again. */
  readonly shown: number;
}

export const FIRST_PAGE: FlowPage = { shown: 0 };

interface Timed {
  readonly time: number;
}

/** The newest first, without what the pages before have shown. */
export function flowsOf<F extends Timed>({ to, shown }: FlowPage, told: readonly F[]): readonly F[] {
  const newestFirst = told.toSorted((a, b) => b.time - a.time);
  const again = newestFirst.slice(0, shown).filter(({ time }) => time === to).length;
  return newestFirst.slice(again);
}

/** The page after one that told these; null when there is none. `pagecount`: what the exchange says of what `to` leaves; the documents know none. */
export function pageAfter(at: FlowPage, told: readonly Timed[], pagecount?: number): FlowPage | null {
  const hasMore = pagecount === undefined ? told.length >= FUND_FLOW_PAGE_SIZE : (at.page ?? 1) < pagecount;
  // One that counts its pages whatever `to` is would never say that there is none.
  if (!hasMore || flowsOf(at, told).length === 0) return null;
  const times = told.map(({ time }) => time);
  const to = Math.min(...times);
  if (to === Math.max(...times)) return { to, page: (at.page ?? 1) + 1, shown: 0 };
  return { to, shown: told.filter(({ time }) => time === to).length };
}

/** How many pages there are as far as anybody knows, at the one that is the `page`-th. */
export function pagesKnown(page: number, at: FlowPage, isLast: boolean, pagecount = 2): number {
  return isLast ? page : Math.max(page + 1, page + pagecount - (at.page ?? 1));
}
