import { MINUTE_MS } from '#lib/time/durations.ts';
import type { Log } from '../../log/log.ts';
import { roundToTicks } from './candle-file.ts';
import { CLOSE_DELAY_MS, createMinuteFetcher, firstMissing, type MinuteFetcher, PAGE_MINUTES } from './live-minutes.ts';
import type { LiveSource } from './live-source.ts';
import type { LiveTape } from './live-tape.ts';
import { isBookWanted, takePoint, type WatchedMarket } from './watched-market.ts';

/** Minutes that must be known before the feed is open: two moving averages of 720. */
const OPENING_MINUTES = 1_440;
/** Minutes that are fetched by and by after that: what a preview replays. */
const HISTORY_MINUTES = 30 * 1_440;
/** A minute that old which the exchange does not have will not come any more. */
const SETTLED_MINUTES = 5;
/** Pause before a minute that is still missing is asked for again. */
const ASK_AGAIN_MS = 5_000;
/** An unchanged price is taped this often, so that the tape shows that somebody watched. */
const TAPE_SILENCE_MS = 5_000;
const BOOK_DEPTH = 50;

export interface LivePoller {
  /** Fetches what must be known before anything is shown. */
  begin(): Promise<void>;
  /**
   * One round: last prices, minutes that ended, one page of older history, books somebody looks at. A part that fails
   * is logged when it begins to and when it ends to, and does not keep the others. Answers whether prices came.
   */
  poll(): Promise<boolean>;
}

/** Does `work` for all markets at once; when some fail, the others are done all the same, then it rejects. */
async function together(
  markets: readonly WatchedMarket[],
  work: (watched: WatchedMarket) => Promise<void>,
): Promise<void> {
  const outcomes = await Promise.allSettled(markets.map(work));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Tries the parts of a round; one that fails is logged when it begins to and when it ends to. Answers whether it succeeded. */
export function createAttempts(log: Log): (part: string, work: () => Promise<void>) => Promise<boolean> {
  const failing = new Set<string>();
  return async (part, work) => {
    try {
      await work();
      if (failing.delete(part)) log.info('live market answers again', { part });
      return true;
    } catch (error) {
      if (!failing.has(part)) log.warn('live market does not answer', { part, error });
      failing.add(part);
      return false;
    }
  };
}

/** One page of history of the market that knows least. */
async function fetchOlder(markets: readonly WatchedMarket[], minutes: MinuteFetcher, nowMs: number): Promise<void> {
  const horizon = Math.floor(nowMs / MINUTE_MS) - HISTORY_MINUTES;
  const open = markets.filter((watched) => watched.oldestAsked > horizon);
  const [next] = open.sort((a, b) => b.oldestAsked - a.oldestAsked);
  if (next === undefined) return;
  const to = next.oldestAsked;
  const from = Math.max(horizon, to - PAGE_MINUTES);
  next.oldestAsked = from;
  let isKnown = true;
  for (let minute = from; minute < to && isKnown; minute += 1) isKnown = next.memory.hasMinute(minute);
  if (!isKnown && !(await minutes.fetch(next, from, to))) next.oldestAsked = -1;
}

export function createLivePoller(parts: {
  readonly source: LiveSource;
  readonly tape: LiveTape;
  readonly markets: readonly WatchedMarket[];
  readonly nowMs: () => number;
  readonly log: Log;
}): LivePoller {
  const { source, tape, markets, nowMs, log } = parts;
  const attempt = createAttempts(log);
  const minutes = createMinuteFetcher({ source, tape, nowMs });

  async function fetchPrices(): Promise<void> {
    await together(markets, async (watched) => {
      const price = await source.fetchLastPrice(watched.spec.market);
      if (price !== null) takePrice(watched, roundToTicks(watched.spec, price));
    });
  }

  function takePrice(watched: WatchedMarket, ticks: number): void {
    const timeMs = takePoint(watched, { timeMs: nowMs(), ticks });
    if (timeMs === null) return;
    const last = watched.taped;
    if (last !== null && last.ticks === ticks && timeMs - last.timeMs < TAPE_SILENCE_MS) return;
    watched.taped = { timeMs, ticks };
    tape.addPoint(watched.spec, watched.taped);
  }

  /** Minutes that ended since the last round that succeeded, however long ago that was. */
  async function fetchEnded(): Promise<void> {
    const current = Math.floor((nowMs() - CLOSE_DELAY_MS) / MINUTE_MS);
    await together(markets, async (watched) => {
      const from = firstMissing(watched, watched.settledUntil, current);
      if (from >= current || nowMs() < watched.askAgainMs) return;
      watched.askAgainMs = nowMs() + ASK_AGAIN_MS;
      await minutes.fetch(watched, from, current);
      // What an exchange did not have five minutes later, nobody traded in: it stays a gap.
      watched.settledUntil = Math.max(watched.settledUntil, current - SETTLED_MINUTES);
    });
  }

  async function fetchBooks(): Promise<void> {
    await together(markets, async (watched) => {
      if (!isBookWanted(watched, nowMs())) return;
      const levels = await source.fetchOrderBook(watched.spec.market, BOOK_DEPTH);
      watched.book = { timeMs: nowMs(), levels };
    });
  }

  return {
    async begin() {
      const current = Math.floor(nowMs() / MINUTE_MS);
      for (const watched of markets) {
        const from = current - OPENING_MINUTES;
        await minutes.fetch(watched, firstMissing(watched, from, current), current);
        watched.settledUntil = current - SETTLED_MINUTES;
        watched.oldestAsked = from;
      }
      await fetchPrices();
      await tape.flush();
      log.info('live market known', { exchange: source.exchange, markets: markets.length });
    },
    async poll() {
      const hasPrices = await attempt('prices', fetchPrices);
      await attempt('minutes', fetchEnded);
      await attempt('history', () => fetchOlder(markets, minutes, nowMs()));
      await attempt('books', fetchBooks);
      await attempt('tape', tape.flush);
      return hasPrices;
    },
  };
}
