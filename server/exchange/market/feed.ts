import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** One observed price. `jump` is true when the price did not go there continuously (see BotMachine.jump). */
export interface PathPoint {
  readonly timeMs: number;
  readonly ticks: number;
  readonly jump: boolean;
}

export interface BookLevel {
  readonly ticks: number;
  readonly quantity: bigint;
}

/**
 * Where prices come from. All three feeds (simulated, history, live) are this. Everything is a function of the
 * arguments and of data the feed holds; the clock is handed in by the caller as `nowMs`.
 *
 * Agreement: minute candles follow the canonical path (lib/engine/candles.ts). The points inside a minute are a
 * monotone refinement of that path, so bots driven by points and bots driven by the minute's candle get the same fills.
 */
export interface MarketFeed {
  readonly name: 'simulated' | 'history' | 'live';
  readonly specs: readonly MarketSpec[];
  spec(market: string): MarketSpec | undefined;
  /** Prepares the feed (reads files, connects). Resolves when prices of `nowMs` are known. */
  open(nowMs: number): Promise<void>;
  close(): Promise<void>;
  /** Last price at `timeMs`, ticks; null when unknown (shown as "--"). */
  lastTicks(market: string, timeMs: number): number | null;
  /** Path points with fromMs < timeMs ≤ toMs, in order. */
  points(market: string, fromMs: number, toMs: number): Iterable<PathPoint>;
  /** Whether the whole path between the two times is known, so that bots can catch up on it. */
  knowsPath(market: string, fromMs: number, toMs: number): boolean;
  /** Contiguous 1-minute candles for [fromMs, toMs) (both multiples of a minute); the running minute is partial up to `nowMs`. */
  minutes(market: string, fromMs: number, toMs: number, nowMs: number): CandleColumns;
  /** Traded base volume per minute, units, same indexes as `minutes`. */
  minuteVolumes(market: string, fromMs: number, toMs: number, nowMs: number): Float64Array;
  /** The order book around the last price: best first, at most `depth` levels a side. */
  book(
    market: string,
    timeMs: number,
    depth: number,
  ): { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };
  /** The book model's average fill price (MarketView.marketFillTicks): for any time, past included. */
  marketFillTicks(market: string, side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number;
}
