import { windowOf } from '#lib/engine/search/search.ts';
import { MINUTE_MS } from '../market/market-day.ts';
import type { ExchangeParts } from '../parts.ts';
import { AI_PARAMS, aiRecord, readAiRecord } from './ai-record.ts';
import { type SearchJob, searchJobs } from './search-jobs.ts';
import { openSearchPool, type SearchPool } from './search-pool.ts';
import { gatherPrices } from './search-prices.ts';

const DAY_MS = 86_400_000;
/** A result is computed anew when it is this old. */
const REFRESH_MS = 3_600_000;
/** Between two searches: the machine belongs to the market first. */
const PAUSE_MS = 500;
/** Between two looks for results that have become old. */
const IDLE_MS = 60_000;

type Needs = Pick<ExchangeParts, 'store' | 'sequencer' | 'feed' | 'clock' | 'log'>;

/** The search that goes on behind a running exchange. */
export interface AiSearch {
  /** Ends the search under way; nothing of it is kept. */
  stop(): Promise<void>;
}

/** Searches every market, kind and cycle in turn, in `threads` threads, and again when a result has become old. */
export function startAiSearch(needs: Needs, threads: number): AiSearch {
  const { store, feed, clock, log } = needs;
  const jobs = searchJobs(feed);
  let isStopped = false;
  let wake: () => void = () => {};
  let pool: SearchPool | null = null;

  function rest(ms: number): Promise<void> {
    if (isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function isOld({ key }: SearchJob): boolean {
    const record = readAiRecord(store, key);
    return record === undefined || clock.nowMs() - record.computedMs >= REFRESH_MS;
  }

  /** Every job that is due, once. The threads live as long as there is something to do. */
  async function round(): Promise<void> {
    try {
      for (const job of jobs) {
        if (isStopped) return;
        if (!isOld(job)) continue;
        pool ??= openSearchPool(threads);
        await runSearchJob(needs, pool, job, () => isStopped);
        await rest(PAUSE_MS);
      }
    } finally {
      await pool?.close();
      pool = null;
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      try {
        await round();
      } catch (error) {
        // AI parameters are an offer: without them forms are filled in by hand. The market goes on.
        if (!isStopped) log.error('ai-search-failed', { error });
      }
      await rest(IDLE_MS);
    }
  }

  const running = run();
  return {
    async stop() {
      isStopped = true;
      wake();
      await pool?.close();
      await running;
    },
  };
}

/** One search from prices to the store. Whether there is a result: not when the feed knows too little of the window. */
export async function runSearchJob(
  { feed, clock, sequencer }: Pick<Needs, 'feed' | 'clock' | 'sequencer'>,
  pool: SearchPool,
  job: SearchJob,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const { key, spec, cycle } = job;
  const toMs = Math.floor(clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const fromMs = toMs - cycle * DAY_MS;
  const prices = await gatherPrices(feed, spec, fromMs, toMs, isOver);
  const window = prices === null ? null : windowOf(prices);
  if (prices === null || window === null) return false;
  const judged = await pool.search(job, prices);
  if (judged === null || isOver()) return false;
  const times = {
    computedMs: clock.nowMs(),
    fromMs: fromMs + window.from * MINUTE_MS,
    splitMs: fromMs + window.split * MINUTE_MS,
    toMs,
  };
  const text = JSON.stringify(aiRecord(judged, spec, times));
  await sequencer.submit((tx) => tx.put(AI_PARAMS, key, text));
  return true;
}
