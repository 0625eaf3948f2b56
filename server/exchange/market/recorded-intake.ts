import { Agent, request } from 'undici';
import type { z } from 'zod';
import type { Log } from '../../log/log.ts';
import type { KeptKeys } from '../../tls/key-files.ts';
import { keyedConnector } from '../../tls/keyed-connector.ts';
import { type LiveIntake, rememberTape } from './live-intake.ts';
import { createAttempts } from './live-poller.ts';
import { minutesIn, pointsIn, tapeFileOf } from './live-tape.ts';
import { NEWS_WAIT_MS, RECORDER_BOOK, RECORDER_MARKETS, RECORDER_NEWS } from './recorder-calls.ts';
import { isBookWanted, takePoint, type WatchedMarket } from './watched-market.ts';

/** Between two questions: each waits by itself until there is something. */
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const CALL_WITHIN_MS = 10_000;

/** One GET at a recorder: status and text. Rejects when it cannot be reached or does not answer in time. */
export type AskRecorder = (
  path: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>;

/** A recorder at an address; beyond loopback it is shown the certificate of `keys`. */
export function recorderAt(url: string, keys: KeptKeys | null): AskRecorder {
  const base = url.replace(/\/+$/, '');
  const dispatcher = new Agent({ connect: keyedConnector(keys), headersTimeout: 0 });
  return async (path, signal) => {
    const { statusCode, body } = await request(`${base}${path}`, { signal, dispatcher });
    return { status: statusCode, text: await body.text() };
  };
}

/** Where a recorder's run stands for who follows it. */
interface Place {
  readonly run: string;
  last: number;
}

/**
 * Prices that a recorder keeps: all who follow it see the same points at the same times, and the exchange is asked once for all of them.
 * What is recorded is remembered here and written nowhere.
 */
export function recordedIntake({ ask, nowMs, log }: { ask: AskRecorder; nowMs: () => number; log: Log }): LiveIntake {
  const attempt = createAttempts(log);
  let exchange = 'The recorder';
  let watched: readonly WatchedMarket[] = [];
  let place: Place | null = null;

  async function read<T>(path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T | null> {
    const { status, text } = await ask(path, signal);
    if (status === 404 || status === 410) return null;
    if (status !== 200) throw new Error(`The recorder answers ${status} to ${path}`);
    return shape.parse(JSON.parse(text));
  }

  async function readMarkets(signal: AbortSignal) {
    const known = await read('/markets', RECORDER_MARKETS, signal);
    if (known === null) throw new Error('There is no recorder at this address');
    exchange = known.exchange;
    return known;
  }

  /** Where it stands is asked first: what is recorded while the tape is read is read twice, and remembered once. */
  async function readTape(signal: AbortSignal): Promise<void> {
    const { run, last } = await readMarkets(signal);
    const fileText = async (name: string): Promise<string> => {
      const { status, text } = await ask(
        `/tape/${name}`,
        AbortSignal.any([signal, AbortSignal.timeout(CALL_WITHIN_MS)]),
      );
      if (status !== 200 && status !== 404) throw new Error(`The recorder answers ${status} to its tape`);
      return status === 200 ? text : '';
    };
    await Promise.all(watched.map((market) => rememberTape(fileText, market, nowMs())));
    place = { run, last };
  }

  async function takeNews(signal: AbortSignal): Promise<void> {
    if (place === null) return readTape(signal);
    const within = AbortSignal.any([signal, AbortSignal.timeout(NEWS_WAIT_MS + CALL_WITHIN_MS)]);
    const news = await read(`/after/${place.run}/${place.last}`, RECORDER_NEWS, within);
    if (news === null) {
      // Another run, or one that went on without us for long.
      place = null;
      return readTape(signal);
    }
    for (const batch of news.batches) for (const [name, text] of Object.entries(batch)) takeText(name, text);
    place.last = news.last;
  }

  function takeText(name: string, text: string): void {
    const file = tapeFileOf(name);
    const market = watched.find(({ spec }) => spec.market === file?.market);
    if (file === null || market === undefined) return;
    if (file.kind === 'points') for (const point of pointsIn(text, market.spec)) takePoint(market, point);
    else for (const minute of minutesIn(text, market.spec)) market.memory.addMinute(minute);
  }

  async function fetchBooks(signal: AbortSignal): Promise<void> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(CALL_WITHIN_MS)]);
    const wanted = watched.filter((market) => isBookWanted(market, nowMs()));
    await Promise.all(
      wanted.map(async (market) => {
        const book = await read(`/book/${market.spec.market}`, RECORDER_BOOK, within);
        if (book !== null) market.book = { timeMs: book.timeMs, levels: book };
      }),
    );
  }

  return {
    get exchange() {
      return exchange;
    },
    pauseMs: PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    tradedMarkets: async () => new Set((await readMarkets(AbortSignal.timeout(CALL_WITHIN_MS))).markets),
    async begin(markets) {
      watched = markets;
      await readTape(AbortSignal.timeout(60_000));
      log.info('live market known', { exchange, markets: markets.length });
    },
    async poll(signal) {
      const answered = await attempt('recorder', () => unlessStopped(signal, takeNews(signal)));
      await attempt('books', () => unlessStopped(signal, fetchBooks(signal)));
      return answered;
    },
    async close() {},
  };
}

/** A question that is dropped because the feed is closed has not failed. */
async function unlessStopped(signal: AbortSignal, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
