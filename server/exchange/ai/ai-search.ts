import { type SearchRequest, spaceOf } from '#lib/backtest/search/search-space-of.ts';
import { SEARCH_CYCLES, SEARCHED_WEEKS } from '#lib/backtest/search/walk-forward.ts';
import { WEEK_DAYS } from '#lib/backtest/search/week-replay.ts';
import { MINUTE_MS } from '../market/market-day.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { AI_CASES } from './ai-cases.ts';
import { AI_PARAMS, aiRecord, readAiRecord } from './ai-record.ts';
import { searchJobs, searchKey } from './search-jobs.ts';
import { openSearchPool, type SearchPool } from './search-pool.ts';
import { gatherPrices } from './search-prices.ts';

const DAY_MS = 86_400_000;
/** A result is computed anew when it is this old: windows and weeks of judgement move slowly. */
const REFRESH_MS = 6 * 3_600_000;
/** A search that found nothing – too little is known of the market – is tried again after this. */
const RETRY_MS = 600_000;
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

/** Searches every kind and market in turn, in `threads` threads, and again when a result has become old. */
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

  const triedMs = new Map<SearchRequest, number>();

  async function isOld(job: SearchRequest): Promise<boolean> {
    const records = await Promise.all(
      SEARCH_CYCLES.map((cycle) => readAiRecord(store, searchKey(job, job.spec, cycle))),
    );
    const computedMs = Math.max(...records.map((record) => record?.computedMs ?? Number.NEGATIVE_INFINITY));
    const tried = triedMs.get(job) ?? Number.NEGATIVE_INFINITY;
    return clock.nowMs() - computedMs >= REFRESH_MS && clock.nowMs() - tried >= RETRY_MS;
  }

  /** Every job that is due, once. The threads live as long as there is something to do. */
  async function round(): Promise<void> {
    try {
      for (const job of jobs) {
        if (isStopped) return;
        if (!(await isOld(job))) continue;
        pool ??= openSearchPool(threads);
        triedMs.set(job, clock.nowMs());
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

/** One search from prices to the store, over both windows. Whether there is a result: not when the feed knows too little. */
export async function runSearchJob(
  { feed, clock, sequencer }: Pick<Needs, 'feed' | 'clock' | 'sequencer'>,
  pool: SearchPool,
  job: SearchRequest,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const toMs = Math.floor(clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const fromMs = toMs - SEARCHED_WEEKS * WEEK_DAYS * DAY_MS - spaceOf(job).historyMs;
  const prices = await gatherPrices(feed, job.spec, fromMs, toMs, isOver);
  if (prices === null) return false;
  const found = await pool.search(job, prices);
  if (isOver()) return false;
  const rows = SEARCH_CYCLES.flatMap((cycle) => {
    const judged = found[cycle];
    if (judged === undefined) return [];
    const times = { computedMs: clock.nowMs(), fromMs: toMs - cycle * DAY_MS, toMs };
    return [{ key: searchKey(job, job.spec, cycle), judged, record: aiRecord(judged, job.spec, times) }];
  });
  await sequencer.submit((tx) => {
    for (const { key, judged, record } of rows) {
      tx.put(AI_PARAMS, key, JSON.stringify(record));
      tx.put(AI_CASES, key, JSON.stringify(judged.cases));
    }
  });
  return rows.length > 0;
}
