import { instrumentOf, type MarketSpec } from '../money/market-spec.ts';
import { feedsOf, marketsOf } from './bot-feeds.ts';
import { createCandleView } from './candle-view.ts';
import type { CandleColumns, FundingColumns } from './candles.ts';
import type { MarketView } from './machine.ts';

/** The recorded minutes of one market. */
export interface MarketColumns {
  readonly candles: CandleColumns;
  /** Contracts: mark price of each minute in ticks, −1 = unknown. */
  readonly marks?: Int32Array;
  readonly funding?: FundingColumns;
}

export type ColumnsByInstrument = Readonly<Record<string, MarketColumns>>;

/** What a backtest over several markets tells its machine: of each feed, what its own market's candles say. */
export function createMarketsView(spec: MarketSpec, columns: ColumnsByInstrument): MarketView {
  const byInstrument = new Map(
    marketsOf(spec).map((market) => {
      const instrument = instrumentOf(market);
      const known = columns[instrument];
      if (known === undefined) throw new RangeError(`A backtest on ${spec.market} needs the candles of ${instrument}`);
      return [instrument, createCandleView(known.candles, market, known.funding)] as const;
    }),
  );
  const views = feedsOf(spec).map(({ market }) => byInstrument.get(market));
  const of = (feed: number): MarketView => {
    const view = views[feed];
    if (view === undefined) throw new RangeError(`A bot on ${spec.market} has no feed ${feed}`);
    return view;
  };
  return {
    movingAverage: (feed, minutes, timeMs) => of(feed).movingAverage(feed, minutes, timeMs),
    marketFillTicks: (feed, side, quantity, ticks, timeMs) =>
      of(feed).marketFillTicks(feed, side, quantity, ticks, timeMs),
    depthWithin: (feed, side, limitTicks, ticks, timeMs) =>
      of(feed).depthWithin?.(feed, side, limitTicks, ticks, timeMs) ?? null,
    fundingRate: (feed, timeMs) => of(feed).fundingRate?.(feed, timeMs) ?? null,
    expectedFundingRate: (feed, timeMs) => of(feed).expectedFundingRate?.(feed, timeMs) ?? null,
    bar: (feed, periodMs, openMs) => of(feed).bar?.(feed, periodMs, openMs) ?? null,
  };
}
