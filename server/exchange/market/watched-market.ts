import type { MarketSpec } from '#lib/money/market-spec.ts';
import { createLiveMemory, type LiveMemory } from './live-memory.ts';
import type { LiveBook } from './live-source.ts';
import type { TapedPoint } from './live-tape.ts';

/** A market of a live feed: what is known of it, and what the poller and the readers tell each other. */
export interface WatchedMarket {
  readonly spec: MarketSpec;
  readonly memory: LiveMemory;
  /** When somebody last asked for the book; the poller fetches it then. */
  bookAskedMs: number;
  book: { readonly timeMs: number; readonly levels: LiveBook } | null;
  /** Highest time up to which points were handed out: a later point must be later than that. */
  givenUntilMs: number;
  taped: { readonly timeMs: number; readonly ticks: number } | null;
  /** Before this minute everything that the exchange has was asked for. */
  settledUntil: number;
  /** A minute that the exchange does not have (yet) is not asked for before this time. */
  askAgainMs: number;
  /** Oldest minute that was asked for; −1 when the exchange has no older ones. */
  oldestAsked: number;
}

/** A market of which nothing is known yet. */
export function watchMarket(spec: MarketSpec): WatchedMarket {
  return {
    spec,
    memory: createLiveMemory(),
    bookAskedMs: Number.NEGATIVE_INFINITY,
    book: null,
    givenUntilMs: 0,
    taped: null,
    settledUntil: 0,
    askAgainMs: 0,
    oldestAsked: -1,
  };
}

/**
 * Remembers a price that was seen; of a time that was handed out already, as of just after it. Answers the time that it has now, null
 * when it was not taken.
 */
export function takePoint(watched: WatchedMarket, { timeMs, ticks }: TapedPoint): number | null {
  const free = Math.max(timeMs, watched.givenUntilMs + 1);
  return watched.memory.addPoint({ timeMs: free, ticks }) ? free : null;
}

/** Books are fetched for markets that somebody looked at this recently. */
const BOOK_INTEREST_MS = 30_000;

export function isBookWanted({ bookAskedMs }: WatchedMarket, nowMs: number): boolean {
  return nowMs - bookAskedMs <= BOOK_INTEREST_MS;
}
