import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../log/error-code.ts';
import type { Log } from '../../log/log.ts';
import { type LiveIntake, rememberTape } from './live-intake.ts';
import { createAttempts } from './live-poller.ts';
import { minutesIn, pointsIn, tapeFileOf } from './live-tape.ts';
import { type AskRecorder, type RecorderCalls, recorderCalls } from './recorder-client.ts';
import { isBookWanted, takePoint, type WatchedMarket } from './watched-market.ts';

/** Between two questions: each waits by itself until there is something. */
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const BEGIN_WITHIN_MS = 60_000;

/**
 * Prices that a recorder keeps: all who follow it see the same points at the same times, and the exchange is asked once for all of them.
 * What is recorded is remembered here and written nowhere.
 */
export function recordedIntake({ ask, nowMs, log }: { ask: AskRecorder; nowMs: () => number; log: Log }): LiveIntake {
  const calls = recorderCalls(ask);
  const attempt = createAttempts(log);
  let exchange = 'The recorder';
  let follower: Follower | null = null;
  return {
    get exchange() {
      return exchange;
    },
    pauseMs: PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    async tradedMarkets() {
      const known = await whenThere(log, () => calls.markets(AbortSignal.timeout(BEGIN_WITHIN_MS)));
      exchange = known.exchange;
      return new Set(known.markets);
    },
    async begin(markets) {
      const begun = new Follower(calls, markets, nowMs);
      follower = begun;
      await whenThere(log, () => begun.readTape(AbortSignal.timeout(BEGIN_WITHIN_MS)));
      log.info('live market known', { exchange, markets: markets.length });
    },
    async poll(signal) {
      const answered = await attempt('recorder', () => unlessStopped(signal, follower?.takeNews(signal)));
      await attempt('books', () => unlessStopped(signal, follower?.fetchBooks(signal)));
      return answered;
    },
    async close() {},
  };
}

/**
 * Waits for a recorder that is not there, for as long as it takes, as a standby waits for the store: whoever ends for that is started again
 * and again, and tells nobody why. What it answers wrongly, or is not believed for, no waiting mends.
 */
async function whenThere<T>(log: Log, ask: () => Promise<T>): Promise<T> {
  for (let isTold = false; ; await delay(LONGEST_PAUSE_MS)) {
    try {
      const answer = await ask();
      if (isTold) log.info('live market answers again', { part: 'recorder' });
      return answer;
    } catch (error) {
      if (!isAbsence(error)) throw error;
      if (!isTold) log.warn('live market does not answer', { part: 'recorder', error });
      isTold = true;
    }
  }
}

/** Whether nobody answers at its address, or not in time. */
function isAbsence(error: unknown): boolean {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return (
    isLate ||
    /^(E(CONN|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)|UND_ERR_(CONNECT_TIMEOUT|SOCKET))/.test(`${errorCode(error)}`)
  );
}

/** Keeps the memories of markets as a recorder's tape is. */
class Follower {
  readonly #calls: RecorderCalls;
  readonly #markets: readonly WatchedMarket[];
  readonly #nowMs: () => number;
  /** Up to where its run is known here; null: the tape has to be read. */
  #place: { readonly run: string; last: number } | null = null;

  constructor(calls: RecorderCalls, markets: readonly WatchedMarket[], nowMs: () => number) {
    this.#calls = calls;
    this.#markets = markets;
    this.#nowMs = nowMs;
  }

  /** Where it stands is asked first: what is recorded while the tape is read is read twice, and remembered once. */
  async readTape(signal: AbortSignal): Promise<void> {
    const { run, last } = await this.#calls.markets(signal);
    const read = (name: string) => this.#calls.tapeFile(name, signal);
    await Promise.all(this.#markets.map((market) => rememberTape(read, market, this.#nowMs())));
    this.#place = { run, last };
  }

  async takeNews(signal: AbortSignal): Promise<void> {
    const place = this.#place;
    const news = place === null ? null : await this.#calls.newsAfter(place.run, place.last, signal);
    if (place === null || news === null) {
      // Another run, or one that went on without us for long.
      this.#place = null;
      return this.readTape(signal);
    }
    for (const batch of news.batches) for (const [name, text] of Object.entries(batch)) this.#take(name, text);
    place.last = news.last;
  }

  #take(name: string, text: string): void {
    const file = tapeFileOf(name);
    const market = this.#markets.find(({ spec }) => spec.market === file?.market);
    if (file === null || market === undefined) return;
    if (file.kind === 'points') for (const point of pointsIn(text, market.spec)) takePoint(market, point);
    else for (const minute of minutesIn(text, market.spec)) market.memory.addMinute(minute);
  }

  async fetchBooks(signal: AbortSignal): Promise<void> {
    const wanted = this.#markets.filter((market) => isBookWanted(market, this.#nowMs()));
    await Promise.all(
      wanted.map(async (market) => {
        const book = await this.#calls.book(market.spec.market, signal);
        if (book !== null) market.book = { timeMs: book.timeMs, levels: book };
      }),
    );
  }
}

/** A question that is dropped because the feed is closed has not failed. */
async function unlessStopped(signal: AbortSignal, work: Promise<void> | undefined): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
