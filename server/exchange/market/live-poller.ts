import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { Log } from '../log.ts';
import { roundToTicks } from './candle-file.ts';
import type { LiveMemory } from './live-memory.ts';
import type { LiveBook, LiveCandle, LiveSource } from './live-source.ts';
import type { LiveTape, TapedMinute } from './live-tape.ts';
import { MINUTE_MS } from './market-day.ts';

/** Minutes asked for at once; every exchange of ccxt gives that many. */
const PAGE_MINUTES = 500;
/** Minutes that must be known before the feed is open: two moving averages of 720. */
const OPENING_MINUTES = 1_440;
/** Minutes that are fetched by and by after that: what a preview replays. */
const HISTORY_MINUTES = 30 * 1_440;
/** An exchange may need some seconds to close a candle. */
const CLOSE_DELAY_MS = 2_000;
/** Pause before a minute that is still missing is asked for again. */
const ASK_AGAIN_MS = 5_000;
/** An unchanged price is taped this often, so that the tape shows that somebody watched. */
const TAPE_SILENCE_MS = 5_000;
/** Books are fetched for markets that somebody looked at this recently. */
const BOOK_INTEREST_MS = 30_000;
const BOOK_DEPTH = 50;

export interface WatchedMarket {
  readonly spec: MarketSpec;
  readonly memory: LiveMemory;
  /** When somebody last asked for the book; the poller fetches it then. */
  bookAskedMs: number;
  book: { readonly timeMs: number; readonly levels: LiveBook } | null;
  /** Highest time up to which points were handed out: a later point must be later than that. */
  givenUntilMs: number;
  taped: { readonly timeMs: number; readonly ticks: number } | null;
  /** A minute that the exchange does not have (yet) is not asked for before this time. */
  askAgainMs: number;
  /** Oldest minute that was asked for; −1 when the exchange has no older ones. */
  oldestAsked: number;
}

export interface LivePoller {
  /** Fetches what must be known before anything is shown. */
  begin(): Promise<void>;
  /**
   * One round: last prices, minutes that ended, one page of older history, books somebody looks at. A part that fails
   * is logged when it begins to and when it ends to, and does not keep the others. Answers whether prices came.
   */
  poll(): Promise<boolean>;
}

export function createLivePoller(parts: {
  readonly source: LiveSource;
  readonly tape: LiveTape;
  readonly markets: readonly WatchedMarket[];
  readonly nowMs: () => number;
  readonly log: Log;
}): LivePoller {
  const { source, tape, markets, nowMs, log } = parts;

  function takeCandle(watched: WatchedMarket, candle: LiveCandle): void {
    const { spec, memory } = watched;
    const isOver = (candle.minute + 1) * MINUTE_MS + CLOSE_DELAY_MS <= nowMs();
    if (!isOver || candle.low <= 0 || memory.hasMinute(candle.minute)) return;
    const open = roundToTicks(spec, candle.open);
    const close = roundToTicks(spec, candle.close);
    const taped: TapedMinute = {
      minute: candle.minute,
      open,
      close,
      high: Math.max(open, close, roundToTicks(spec, candle.high)),
      low: Math.min(open, close, roundToTicks(spec, candle.low)),
      volume: Math.round(candle.volume * 1e8),
    };
    memory.addMinute(taped);
    tape.addMinute(spec, taped);
  }

  /** Fetches [from, to) in pages; answers whether the exchange had anything. */
  async function fetchMinutes(watched: WatchedMarket, from: number, to: number): Promise<boolean> {
    let hadSome = false;
    for (let minute = from; minute < to; minute += PAGE_MINUTES) {
      const limit = Math.min(PAGE_MINUTES, to - minute);
      const candles = await source.fetchOhlcv(watched.spec.market, minute * MINUTE_MS, limit);
      for (const candle of candles) takeCandle(watched, candle);
      hadSome ||= candles.length > 0;
    }
    return hadSome;
  }

  /** First minute of the last OPENING_MINUTES that is not known. */
  function firstMissing(watched: WatchedMarket, current: number, span: number): number {
    let minute = current - span;
    while (minute < current && watched.memory.hasMinute(minute)) minute += 1;
    return minute;
  }

  async function fetchPrices(): Promise<void> {
    await together(async (watched) => {
      const price = await source.fetchLastPrice(watched.spec.market);
      if (price !== null) takePrice(watched, roundToTicks(watched.spec, price));
    });
  }

  function takePrice(watched: WatchedMarket, ticks: number): void {
    const timeMs = Math.max(nowMs(), watched.givenUntilMs + 1);
    if (!watched.memory.addPoint({ timeMs, ticks })) return;
    const last = watched.taped;
    if (last !== null && last.ticks === ticks && timeMs - last.timeMs < TAPE_SILENCE_MS) return;
    watched.taped = { timeMs, ticks };
    tape.addPoint(watched.spec, watched.taped);
  }

  /** Does `work` for all markets at once; when some fail, the others are done all the same, then it rejects. */
  async function together(work: (watched: WatchedMarket) => Promise<void>): Promise<void> {
    const outcomes = await Promise.allSettled(markets.map(work));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** Minutes that ended since the last round, holes of the last ten included. */
  async function fetchEnded(): Promise<void> {
    const current = Math.floor((nowMs() - CLOSE_DELAY_MS) / MINUTE_MS);
    await together(async (watched) => {
      const from = firstMissing(watched, current, 10);
      if (from >= current || nowMs() < watched.askAgainMs) return;
      watched.askAgainMs = nowMs() + ASK_AGAIN_MS;
      await fetchMinutes(watched, from, current);
    });
  }

  /** One page of history of the market that knows least. */
  async function fetchOlder(): Promise<void> {
    const horizon = Math.floor(nowMs() / MINUTE_MS) - HISTORY_MINUTES;
    const open = markets.filter((watched) => watched.oldestAsked > horizon);
    const [next] = open.sort((a, b) => b.oldestAsked - a.oldestAsked);
    if (next === undefined) return;
    const to = next.oldestAsked;
    const from = Math.max(horizon, to - PAGE_MINUTES);
    next.oldestAsked = from;
    let isKnown = true;
    for (let minute = from; minute < to && isKnown; minute += 1) isKnown = next.memory.hasMinute(minute);
    if (!isKnown && !(await fetchMinutes(next, from, to))) next.oldestAsked = -1;
  }

  async function fetchBooks(): Promise<void> {
    await together(async (watched) => {
      if (nowMs() - watched.bookAskedMs > BOOK_INTEREST_MS) return;
      const levels = await source.fetchOrderBook(watched.spec.market, BOOK_DEPTH);
      watched.book = { timeMs: nowMs(), levels };
    });
  }

  const failing = new Set<string>();
  async function attempt(part: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      if (failing.delete(part)) log.info('live market answers again', { part });
      return true;
    } catch (error) {
      if (!failing.has(part)) log.warn('live market does not answer', { part, error });
      failing.add(part);
      return false;
    }
  }

  return {
    async begin() {
      const current = Math.floor(nowMs() / MINUTE_MS);
      for (const watched of markets) {
        await fetchMinutes(watched, firstMissing(watched, current, OPENING_MINUTES), current);
        watched.oldestAsked = current - OPENING_MINUTES;
      }
      await fetchPrices();
      await tape.flush();
      log.info('live market known', { exchange: source.exchange, markets: markets.length });
    },
    async poll() {
      const hasPrices = await attempt('prices', fetchPrices);
      await attempt('minutes', fetchEnded);
      await attempt('history', fetchOlder);
      await attempt('books', fetchBooks);
      await attempt('tape', tape.flush);
      return hasPrices;
    },
  };
}
