import { feedsOf, marketOfFeed } from '#lib/engine/bot-feeds.ts';
import { formatTicks, instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { TapeCall } from '../bots/tape-words.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import type { PriceCheck, ProofPlace } from './proof-shape.ts';

/** The longest time before the end of a tape whose prices are looked at: the same as of a backtest. */
const MOST_DAYS = 366;

interface FeedPrices {
  readonly spec: MarketSpec;
  readonly isMark: boolean;
  readonly timesMs: number[];
  readonly ticks: number[];
}

/** The prices that a tape says, by feed: gathered while it is replayed, and looked up in the markets' own candles then. */
export class TapedPrices {
  private feeds: readonly FeedPrices[] = [];

  begin(spec: MarketSpec): void {
    this.feeds = feedsOf(spec).map(({ price }, feed) => ({
      spec: marketOfFeed(spec, feed),
      isMark: price === 'mark',
      timesMs: [],
      ticks: [],
    }));
  }

  note(call: TapeCall): void {
    if (call.type === 'price') this.add(call.feed, call.timeMs, call.ticks);
    else for (const [feed, ticks] of call.prices.entries()) this.add(feed, call.timeMs, ticks);
  }

  private add(feed: number, timeMs: number, ticks: number): void {
    const known = this.feeds[feed];
    if (known === undefined || Number.isNaN(ticks)) return;
    known.timesMs.push(timeMs);
    known.ticks.push(ticks);
  }

  /** What of the markets has to be known for it. */
  places(): readonly ProofPlace[] {
    const byInstrument = new Map<string, ProofPlace>();
    for (const { spec, timesMs } of this.feeds) {
      const [first, last] = [timesMs[0], timesMs.at(-1)];
      if (first === undefined || last === undefined) continue;
      const instrument = instrumentOf(spec);
      const known = byInstrument.get(instrument);
      const toMs = Math.max(known?.toMs ?? 0, minuteOf(last) + MINUTE_MS);
      const fromMs = Math.min(known?.fromMs ?? toMs, minuteOf(first) - MINUTE_MS);
      byInstrument.set(instrument, { instrument, fromMs: Math.max(fromMs, toMs - MOST_DAYS * DAY_MS), toMs });
    }
    return [...byInstrument.values()];
  }

  check(markets: Readonly<Record<string, MarketColumns>>): PriceCheck {
    let [checked, unknown, outside] = [0, 0, 0];
    let first: PriceCheck['first'] = null;
    for (const { spec, isMark, timesMs, ticks } of this.feeds) {
      const instrument = instrumentOf(spec);
      const columns = markets[instrument];
      for (const [i, timeMs] of timesMs.entries()) {
        const price = ticks[i] as number;
        const range = columns === undefined ? null : rangeAt(columns, isMark, timeMs);
        if (range === null) {
          unknown += 1;
          continue;
        }
        checked += 1;
        if (price >= range.low && price <= range.high) continue;
        outside += 1;
        if (first !== null && first.timeMs <= timeMs) continue;
        first = {
          timeMs,
          instrument,
          price: formatTicks(spec, price),
          low: formatTicks(spec, range.low),
          high: formatTicks(spec, range.high),
        };
      }
    }
    return { checked, unknown, outside, first };
  }
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
}

/**
 * Between which prices the market was: those of the minute and of the one before, whose close is the last price at its boundary. Of a
 * mark price, which stands for a minute, those two. Null where neither is known.
 */
function rangeAt({ candles, marks }: MarketColumns, isMark: boolean, timeMs: number) {
  const at = Math.floor((timeMs - candles.startMs) / candles.stepMs);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const minute of [at - 1, at]) {
    const isKnown = minute >= 0 && minute < candles.open.length && (candles.open[minute] as number) >= 0;
    if (isMark) {
      const mark = marks?.[minute] ?? -1;
      if (mark < 0) continue;
      [low, high] = [Math.min(low, mark), Math.max(high, mark)];
    } else if (isKnown) {
      low = Math.min(low, candles.low[minute] as number);
      high = Math.max(high, candles.high[minute] as number);
    }
  }
  return high < low ? null : { low, high };
}
