import type { Instrument } from '#components/addresses/paths.ts';
import type { ChartSignal } from '#components/chart/mount-chart.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';

type TradesReply = Extract<NonNullable<ReplyOf<'tradeRecords'>['data']>, { orders: unknown }>;
/** A fill as the trade records tell it. */
export type Fill = TradesReply['orders'][number];

/** Fills carry no number: two that are alike in everything, to the second and the level, are told apart by how many of them one page tells. */
const keyOf = (fill: Fill): string => JSON.stringify(fill);

function counted(fills: readonly Fill[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const fill of fills) counts.set(keyOf(fill), (counts.get(keyOf(fill)) ?? 0) + 1);
  return counts;
}

/** Fills that are known and a page of them, each once, newest first. Pages move on as fills come: what both tell is in both. */
export function mergeFills(known: readonly Fill[], page: readonly Fill[]): readonly Fill[] {
  const left = counted(known);
  const added = page.filter((fill) => {
    const count = left.get(keyOf(fill)) ?? 0;
    left.set(keyOf(fill), count - 1);
    return count <= 0;
  });
  if (added.length === 0) return known;
  return [...known, ...added].toSorted((a, b) => b.finish_time - a.finish_time);
}

/** Whether more was filled between two reads of the newest page than a page holds, so that fills between them are missing. */
export function isTornFrom(known: readonly Fill[], newest: readonly Fill[], isWholeList: boolean): boolean {
  const last = newest.at(-1);
  const first = known[0];
  return !isWholeList && first !== undefined && last !== undefined && last.finish_time > first.finish_time;
}

/** Whether a fill was made there. A bot of one market fills nowhere else, and another exchange need not say where. */
export function isFillOf(fill: Fill, { market, type }: Instrument, isOfOneMarket: boolean): boolean {
  return isOfOneMarket || (fill.market === market && (fill.account === 'futures') === (type !== 'spot'));
}

const LOOKS = { buy: { shape: 'up', tone: 'rise' }, sell: { shape: 'down', tone: 'fall' } } as const;

/**
 * Fills as marks of the bars that hold them: buys point up from below, sells down from above, so that shape and place say it, not the
 * colour alone; those of one side in one bar are one mark that says how many. What is told by day and without a price is not drawn.
 */
export function fillSignals(
  fills: readonly Fill[],
  barSeconds: number,
  label: (side: Fill['side'], count: number) => string,
): readonly ChartSignal[] {
  const bars = new Map<string, { readonly time: number; readonly side: Fill['side']; count: number }>();
  for (const { finish_time, side, match_price } of fills) {
    if (!(Number(match_price) > 0)) continue;
    const time = finish_time - (finish_time % barSeconds);
    const bar = bars.get(`${time} ${side}`);
    if (bar === undefined) bars.set(`${time} ${side}`, { time, side, count: 1 });
    else bar.count += 1;
  }
  return [...bars.values()].map(({ time, side, count }) => ({ time, ...LOOKS[side], label: label(side, count) }));
}
