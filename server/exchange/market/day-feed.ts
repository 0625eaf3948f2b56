import type { CandleColumns } from '#lib/engine/candles.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { canonicalPath } from './canonical-path.ts';
import type { FollowedSpot } from './contract-days.ts';
import { createContractPrices, type RecordedPrices } from './contract-prices.ts';
import type { MarketFeed, PathPoint } from './feed.ts';
import { hashKey, hashText } from './hash-random.ts';
import { DAY_MINUTES, type DaySource, type MarketDay, MINUTE_SECONDS, minuteOf } from './market-day.ts';
import { createOrderBooks } from './order-book.ts';

interface DayFeedOptions {
  readonly name: MarketFeed['name'];
  readonly specs: readonly MarketSpec[];
  readonly contracts: readonly FollowedSpot[];
  readonly seed: number;
  /** Days of spot markets, and of contracts under their instrument keys. */
  readonly source: DaySource;
  /** Marks and rates that were recorded; all others follow from the minutes. */
  readonly recorded?: RecordedPrices;
  open(nowMs: number): Promise<void>;
}

/** One minute of a day: where the feed's prices, points and partial candles come from. */
interface Minute {
  readonly day: MarketDay;
  readonly index: number;
}

/** Seconds out of a day's minutes: what a market did within each of them follows from its candle and the seed. */
function createMinutePaths({ source, seed, specs, contracts }: DayFeedOptions) {
  const pathKey = (market: string): number => hashKey(seed, hashText(market), 4);
  const marketKeys = new Map([
    ...specs.map((spec) => [spec.market, pathKey(spec.market)] as const),
    // The same key as its spot market: a contract runs through its minute as that does.
    ...contracts.map(({ spec, spotMarket }) => [instrumentOf(spec), pathKey(spotMarket)] as const),
  ]);
  /** The last expanded minute of each market: the live exchange asks for its 60 seconds one by one. */
  const expanded = new Map<string, { readonly minute: number; readonly ticks: Int32Array }>();

  function minuteAt(market: string, minute: number): Minute | null {
    if (minute < 0) return null;
    const dayNumber = Math.floor(minute / DAY_MINUTES);
    const day = source.day(market, dayNumber);
    const index = minute - dayNumber * DAY_MINUTES;
    return day === null || (day.open[index] as number) < 0 ? null : { day, index };
  }

  function pathOf(market: string, minute: number): Int32Array | null {
    const known = expanded.get(market);
    if (known !== undefined && known.minute === minute) return known.ticks;
    const at = minuteAt(market, minute);
    if (at === null) return null;
    const { day, index } = at;
    const key = hashKey(marketKeys.get(market) ?? 0, minute);
    const ticks = canonicalPath(minuteOf(day, index), MINUTE_SECONDS, key);
    expanded.set(market, { minute, ticks });
    return ticks;
  }

  function lastTicks(market: string, timeMs: number): number | null {
    const minute = Math.floor(timeMs / MINUTE_MS);
    const path = pathOf(market, minute);
    return path === null ? null : (path[Math.floor((timeMs - minute * MINUTE_MS) / 1000)] as number);
  }

  /** Whether the minute's first price is not where the minute before ended (or that is not known). */
  function beginsWithJump(market: string, minute: number, open: number): boolean {
    const before = minuteAt(market, minute - 1);
    return before === null || before.day.close[before.index] !== open;
  }

  function* points(market: string, fromMs: number, toMs: number): Generator<PathPoint> {
    let second = Math.floor(fromMs / 1000) + 1;
    const lastSecond = Math.floor(toMs / 1000);
    while (second <= lastSecond) {
      const minute = Math.floor(second / MINUTE_SECONDS);
      const minuteStart = minute * MINUTE_SECONDS;
      const path = pathOf(market, minute);
      const end = Math.min(lastSecond, minuteStart + MINUTE_SECONDS - 1);
      if (path !== null) {
        for (; second <= end; second += 1) {
          const index = second - minuteStart;
          const ticks = path[index] as number;
          yield { timeMs: second * 1000, ticks, jump: index === 0 && beginsWithJump(market, minute, ticks) };
        }
      }
      second = end + 1;
    }
  }

  return { pathOf, lastTicks, points };
}

/**
 * A feed whose whole content is days of minutes: everything else (seconds, last prices, partial candles, books)
 * follows from them and the seed. Nothing is remembered between calls but what could be computed again.
 */
export function createDayFeed(options: DayFeedOptions): MarketFeed {
  const { source, seed, specs } = options;
  const contracts = options.contracts.map((followed) => followed.spec);
  const bySymbol = new Map([...specs, ...contracts].map((spec) => [instrumentOf(spec), spec]));
  const { pathOf, lastTicks, points } = createMinutePaths(options);

  function knowsPath(market: string, fromMs: number, toMs: number): boolean {
    const last = Math.floor(toMs / MINUTE_MS);
    for (let minute = Math.floor(fromMs / MINUTE_MS); minute <= last; ) {
      const dayNumber = Math.floor(minute / DAY_MINUTES);
      const dayStart = dayNumber * DAY_MINUTES;
      const day = source.day(market, dayNumber);
      const end = Math.min(DAY_MINUTES, last - dayStart + 1);
      if (day === null || day.open.subarray(minute - dayStart, end).includes(-1)) return false;
      minute = dayStart + DAY_MINUTES;
    }
    return true;
  }

  const books = createOrderBooks(seed, (market) => bySymbol.get(market), lastTicks);
  const columns = createMinuteColumns(source, pathOf);

  return {
    name: options.name,
    specs,
    contracts,
    spec: (market) => bySymbol.get(market),
    open: options.open,
    close: async () => {},
    lastTicks,
    points,
    knowsPath,
    minutes: columns.minutes,
    minuteVolumes: columns.volumes,
    book: books.book,
    marketFillTicks: books.marketFillTicks,
    depthWithin: books.depthWithin,
    ...createContractPrices(options.contracts, columns.minutes, options.recorded),
  };
}

/** Copies ranges of minutes out of days; the minute of `nowMs` is cut at its last point, later ones are unknown. */
function createMinuteColumns(source: DaySource, pathOf: (market: string, minute: number) => Int32Array | null) {
  /** Calls `copy` for each day that has known minutes in [from, to), minute numbers since the epoch. */
  function forEachDay(
    market: string,
    from: number,
    to: number,
    copy: (day: MarketDay, first: number, end: number, at: number) => void,
  ): void {
    for (let minute = from; minute < to; ) {
      const dayNumber = Math.floor(minute / DAY_MINUTES);
      const end = Math.min(to, (dayNumber + 1) * DAY_MINUTES);
      const day = source.day(market, dayNumber);
      const dayStart = dayNumber * DAY_MINUTES;
      if (day !== null) copy(day, minute - dayStart, end - dayStart, minute - from);
      minute = end;
    }
  }

  function minutes(market: string, fromMs: number, toMs: number, nowMs: number): CandleColumns {
    const from = Math.floor(fromMs / MINUTE_MS);
    const count = Math.max(0, Math.floor(toMs / MINUTE_MS) - from);
    const nowMinute = Math.floor(nowMs / MINUTE_MS);
    const open = new Int32Array(count).fill(-1);
    const high = new Int32Array(count).fill(-1);
    const low = new Int32Array(count).fill(-1);
    const close = new Int32Array(count).fill(-1);
    forEachDay(market, from, Math.min(from + count, nowMinute), (day, first, end, at) => {
      open.set(day.open.subarray(first, end), at);
      high.set(day.high.subarray(first, end), at);
      low.set(day.low.subarray(first, end), at);
      close.set(day.close.subarray(first, end), at);
    });
    const running = nowMinute - from;
    const path = running >= 0 && running < count ? pathOf(market, nowMinute) : null;
    if (path !== null) {
      const seen = path.subarray(0, Math.floor((nowMs - nowMinute * MINUTE_MS) / 1000) + 1);
      open[running] = path[0] as number;
      high[running] = seen.reduce((a, b) => Math.max(a, b));
      low[running] = seen.reduce((a, b) => Math.min(a, b));
      close[running] = seen[seen.length - 1] as number;
    }
    return { startMs: from * MINUTE_MS, stepMs: MINUTE_MS, open, high, low, close };
  }

  function volumes(market: string, fromMs: number, toMs: number, nowMs: number): Float64Array {
    const from = Math.floor(fromMs / MINUTE_MS);
    const count = Math.max(0, Math.floor(toMs / MINUTE_MS) - from);
    const nowMinute = Math.floor(nowMs / MINUTE_MS);
    const out = new Float64Array(count);
    forEachDay(market, from, Math.min(from + count, nowMinute + 1), (day, first, end, at) => {
      out.set(day.volume.subarray(first, end), at);
    });
    const running = nowMinute - from;
    if (running >= 0 && running < count) {
      // The running minute has traded in proportion to the seconds that passed.
      const seconds = Math.floor((nowMs - nowMinute * MINUTE_MS) / 1000) + 1;
      out[running] = Math.floor(((out[running] as number) * seconds) / MINUTE_SECONDS);
    }
    return out;
  }

  return { minutes, volumes };
}

/** Day number (since the Unix epoch) of a time. */
export function dayNumberOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
