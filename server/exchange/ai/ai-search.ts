import { type SearchRequest, spaceOf } from '#lib/backtest/search/search-space-of.ts';
import { SEARCH_CYCLES, SEARCHED_WEEKS } from '#lib/backtest/search/walk-forward.ts';
import { WEEK_DAYS } from '#lib/backtest/search/week-replay.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { AI_CASES } from './ai-cases.ts';
import { AI_PARAMS, type AiRecord, readAiRecord } from './ai-record.ts';
import { readFound, searchJob } from './search-job.ts';
import { searchJobs, searchKey } from './search-jobs.ts';
import { type SearchRounds, startSearchRounds } from './search-rounds.ts';
import { type SpareWork, spareWork } from './search-work.ts';

/** A result is computed anew when it is this old: windows and weeks of judgement move slowly. */
const REFRESH_MS = 6 * HOUR_MS;
/** A search that found nothing – too little is known of the market – is tried again after this. */
const RETRY_MS = 600_000;

type Needs = Pick<ExchangeParts, 'store' | 'sequencer' | 'feed' | 'clock' | 'log'>;

/** Has every kind and market searched in turn, `abreast` of them at once, and again when a result has become old. */
export function startAiSearch(needs: Needs & { readonly jobs: Pick<JobQueue, 'add'> }, abreast: number): SearchRounds {
  const { store, feed, clock, log } = needs;
  const triedMs = new Map<SearchRequest, number>();

  async function isOld(job: SearchRequest): Promise<boolean> {
    const records = await Promise.all(
      SEARCH_CYCLES.map((cycle) => readAiRecord(store, searchKey(job, job.spec, cycle))),
    );
    const computedMs = Math.max(...records.map((record) => record?.computedMs ?? Number.NEGATIVE_INFINITY));
    const tried = triedMs.get(job) ?? Number.NEGATIVE_INFINITY;
    return clock.nowMs() - computedMs >= REFRESH_MS && clock.nowMs() - tried >= RETRY_MS;
  }

  return startSearchRounds({
    jobs: searchJobs(feed),
    abreast,
    work: spareWork(needs.jobs),
    isDue: isOld,
    perform: (job, work, isOver) => {
      triedMs.set(job, clock.nowMs());
      return runSearchJob(needs, work, job, isOver);
    },
    // AI parameters are an offer: without them forms are filled in by hand. The market goes on.
    onFailed: (error) => log.error('ai-search-failed', { error }),
  });
}

/** One search from prices to the store, over both windows. Whether there is a result: not when the feed knows too little. */
export async function runSearchJob(
  { clock, sequencer }: Pick<Needs, 'clock' | 'sequencer'>,
  work: Pick<SpareWork, 'ask'>,
  job: SearchRequest,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const toMs = Math.floor(clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const fromMs = toMs - SEARCHED_WEEKS * WEEK_DAYS * DAY_MS - spaceOf(job).historyMs;
  const rows = await work.ask({ asker: 'searches', body: () => searchJob(job, fromMs, toMs), read: readFound });
  if (isOver()) return false;
  const computedMs = clock.nowMs();
  await sequencer.submit((tx) => {
    for (const { cycle, record, cases } of rows) {
      const key = searchKey(job, job.spec, cycle);
      tx.put(AI_PARAMS, key, JSON.stringify({ computedMs, ...record } satisfies AiRecord));
      tx.put(AI_CASES, key, JSON.stringify(cases));
    }
  });
  return rows.length > 0;
}
