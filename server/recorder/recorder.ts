import type { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { watchedMarkets } from '../exchange/market/live.ts';
import { keepPolling } from '../exchange/market/live-intake.ts';
import type { LiveSource } from '../exchange/market/live-source.ts';
import { readTapeFile, tapeFileOf } from '../exchange/market/live-tape.ts';
import { NEWS_WAIT_MS, type RECORDER_MARKETS, type RECORDER_NEWS } from '../exchange/market/recorder-calls.ts';
import type { WatchedMarket } from '../exchange/market/watched-market.ts';
import { tapeFolder, watchingIntake } from '../exchange/market/watching-intake.ts';
import type { Log } from '../log/log.ts';
import { type BatchLog, createBatchLog } from './batch-log.ts';

/** An answer: JSON, or the text of a file. */
export interface RecorderAnswer {
  readonly status: number;
  readonly type: 'application/json' | 'application/jsonl' | 'text/plain';
  readonly body: string;
}

export interface Recorder {
  /** Answers a GET of recorder-calls.ts. `signal`: who asked has gone. */
  answer(path: string, signal: AbortSignal): Promise<RecorderAnswer>;
  /** How old the newest price is, and the end of the newest candle (a day at most), of the market that is furthest behind. */
  ages(): { readonly priceMs: number; readonly candleMs: number };
  /** The last batch is on the tape when it resolves. */
  stop(): Promise<void>;
}

/**
 * Watches an exchange and keeps its tape for all who follow. Resolves when a day of minutes and the present prices are on the tape.
 * `run`: other than that of any run before.
 */
export async function openRecorder(options: {
  readonly source: LiveSource;
  readonly dataDir: string;
  readonly run: string;
  readonly nowMs: () => number;
  readonly log: Log;
}): Promise<Recorder> {
  const { source, dataDir, run, nowMs, log } = options;
  const batches = createBatchLog();
  const intake = await watchingIntake({ source, dataDir, nowMs, log, onWritten: batches.add });
  const watched = await watchedMarkets(intake);
  await intake.begin(watched);
  const polling = keepPolling(intake);
  const markets = watched.map(({ spec }) => spec.market);
  return {
    async answer(path, signal) {
      const [call = '', ...words] = path.split('/').slice(1);
      const [first = '', second = ''] = words;
      if (call === 'markets' && words.length === 0) {
        return json({ exchange: source.exchange, run, last: batches.last, markets } satisfies z.input<
          typeof RECORDER_MARKETS
        >);
      }
      if (call === 'tape' && words.length === 1) return tapeFile(tapeFolder(dataDir), first);
      if (call === 'after' && words.length === 2) return first === run ? news(batches, second, signal) : GONE;
      if (call === 'book' && words.length === 1) return bookOf(watched, first, nowMs());
      return NOT_THERE;
    },
    ages() {
      const now = nowMs();
      return {
        priceMs: Math.max(...watched.map(({ memory }) => Math.min(DAY_MS, now - memory.newestMs()))),
        candleMs: Math.max(...watched.map((market) => candleAgeMs(market, now))),
      };
    },
    async stop() {
      await polling.stop();
      await intake.close();
    },
  };
}

/** From the end of the newest minute that is over and recorded; a day = there is none younger. */
function candleAgeMs({ memory }: WatchedMarket, nowMs: number): number {
  const running = Math.floor(nowMs / MINUTE_MS);
  const oldest = running - DAY_MS / MINUTE_MS;
  let minute = running - 1;
  while (minute > oldest && !memory.hasMinute(minute)) minute -= 1;
  return minute > oldest ? nowMs - (minute + 1) * MINUTE_MS : DAY_MS;
}

const NOT_THERE: RecorderAnswer = { status: 404, type: 'text/plain', body: '' };
const GONE: RecorderAnswer = { status: 410, type: 'text/plain', body: '' };

function json(value: unknown): RecorderAnswer {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) };
}

/** Only names that a tape's file can have: nothing else of the disk is read. */
async function tapeFile(folder: string, name: string): Promise<RecorderAnswer> {
  const text = tapeFileOf(name) === null ? '' : await readTapeFile(folder, name);
  return text === '' ? NOT_THERE : { status: 200, type: 'application/jsonl', body: text };
}

async function news(batches: BatchLog, after: string, signal: AbortSignal): Promise<RecorderAnswer> {
  if (!/^\d{1,15}$/.test(after)) return NOT_THERE;
  const n = Number(after);
  if (n === batches.last) await batches.next(AbortSignal.any([signal, AbortSignal.timeout(NEWS_WAIT_MS)]));
  const missed = batches.after(n);
  if (missed === null) return GONE;
  return json({ last: n + missed.length, batches: missed.map((batch) => Object.fromEntries(batch)) } satisfies z.input<
    typeof RECORDER_NEWS
  >);
}

/** Asking for a book is what makes it be fetched. */
function bookOf(watched: readonly WatchedMarket[], name: string, nowMs: number): RecorderAnswer {
  const market = watched.find(({ spec }) => spec.market === name);
  if (market === undefined) return NOT_THERE;
  market.bookAskedMs = nowMs;
  if (market.book === null) return NOT_THERE;
  const { timeMs, levels } = market.book;
  return json({ timeMs, bids: levels.bids, asks: levels.asks });
}
