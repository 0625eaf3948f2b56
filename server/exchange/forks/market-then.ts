import { feedsOf, marketsOf } from '#lib/engine/bot-feeds.ts';
import { createCandleView, lastFundingRate } from '#lib/engine/candle-view.ts';
import type { MarketView } from '#lib/engine/machine.ts';
import { markColumn } from '#lib/engine/mark-column.ts';
import { type ColumnsByInstrument, createMarketsView } from '#lib/engine/markets-view.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import type { Prices } from '../bots/bot-equity.ts';
import type { KnownMarket } from '../market/feed.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import type { KnownThen } from './fork-shape.ts';

/**
 * The markets of one bot over a stretch of minutes that are past, as whoever stood in it knew them: at a minute's beginning the closes
 * before it, the mark that is published there and the funding that was settled.
 */
export class MarketThen implements KnownMarket {
  readonly columns: ColumnsByInstrument;
  /** What machines ask of it while they are taken along. */
  readonly view: MarketView;
  private readonly main: MarketSpec;
  private readonly valuation: KnownThen['valuation'];

  constructor(spec: MarketSpec, { markets, valuation }: KnownThen) {
    this.main = spec;
    this.columns = markets;
    this.valuation = valuation;
    const own = this.columnsOf(instrumentOf(spec));
    this.view =
      spec.companions === undefined
        ? createCandleView(own.candles, spec, own.funding)
        : createMarketsView(spec, markets);
  }

  /** The minutes of the bot's own market, which are those of all. */
  get candles() {
    return this.columnsOf(instrumentOf(this.main)).candles;
  }

  columnsOf(instrument: string): MarketColumns {
    const columns = this.columns[instrument];
    if (columns === undefined) throw new Error(`nobody gathered ${instrument}`);
    return columns;
  }

  timeOf(index: number): number {
    return this.candles.startMs + index * MINUTE_MS;
  }

  indexOf(timeMs: number): number {
    return (timeMs - this.candles.startMs) / MINUTE_MS;
  }

  /** Prices of the bot's feeds at the beginning of a minute; null where one of its markets has had none. */
  prices(index: number): Prices | null {
    const prices = feedsOf(this.main).map(({ market, price }) =>
      price === 'mark' ? this.markAt(market, index) : this.closeBefore(market, index),
    );
    return prices.includes(-1) ? null : prices;
  }

  /** The first minute from `index` on before which every market has had a price; null: none. */
  firstKnown(index: number): number | null {
    const firsts = this.opens().map((open) => open.findIndex((ticks) => ticks >= 0));
    return firsts.includes(-1) ? null : Math.max(index, ...firsts.map((first) => first + 1));
  }

  private opens(): readonly Int32Array[] {
    return marketsOf(this.main).map((market) => this.columnsOf(instrumentOf(market)).candles.open);
  }

  /** Minutes from `index` on in which one of the markets has no price. */
  unknownFrom(index: number): number {
    const opens = this.opens();
    let unknown = 0;
    for (let at = index; at < this.candles.open.length; at += 1) {
      if (opens.some((open) => (open[at] as number) < 0)) unknown += 1;
    }
    return unknown;
  }

  /** The last minute before `index` in which the bot's own market had a price; −1: none. */
  lastKnown(index: number): number {
    const { open } = this.candles;
    let at = index - 1;
    while (at >= 0 && (open[at] as number) < 0) at -= 1;
    return at;
  }

  private closeBefore(instrument: string, index: number): number {
    const { open, close } = this.columnsOf(instrument).candles;
    for (let at = Math.min(index, open.length) - 1; at >= 0; at -= 1) {
      if ((open[at] as number) >= 0) return close[at] as number;
    }
    return -1;
  }

  /** The mark of a minute; at the end of all minutes the last one, which was in force until then. */
  private markAt(instrument: string, index: number): number {
    const { candles, marks } = this.columnsOf(instrument);
    const column = markColumn(candles, marks);
    return column[Math.min(index, column.length - 1)] ?? -1;
  }

  spec(instrument: string): MarketSpec | undefined {
    const own = marketsOf(this.main).find((market) => instrumentOf(market) === instrument);
    if (own !== undefined) return own;
    const other = this.valuation?.spec;
    return other !== undefined && instrumentOf(other) === instrument ? other : undefined;
  }

  lastTicks(instrument: string, timeMs: number): number | null {
    if (this.columns[instrument] !== undefined) {
      const ticks = this.closeBefore(instrument, this.indexOf(timeMs));
      return ticks < 0 ? null : ticks;
    }
    return this.spec(instrument) === undefined ? null : (this.valuation?.ticks ?? null);
  }

  markTicks(instrument: string, timeMs: number): number | null {
    const ticks = this.markAt(instrument, this.indexOf(timeMs));
    return ticks < 0 ? null : ticks;
  }

  expectedFundingRate(instrument: string, timeMs: number): bigint | null {
    const { funding } = this.columnsOf(instrument);
    return funding === undefined ? null : lastFundingRate(funding, timeMs);
  }
}
