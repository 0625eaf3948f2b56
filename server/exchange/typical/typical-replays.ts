import type { SearchRequest } from '#lib/backtest/search/search-space-of.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { midnightOf } from '#lib/time/durations.ts';
import { searchJobs } from '../ai/search-jobs.ts';
import { type SearchRounds, startSearchRounds } from '../ai/search-rounds.ts';
import { type SpareWork, spareWork } from '../ai/search-work.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { loadTypicalBook, TYPICAL_REPLAYS, type TypicalBook } from './typical-book.ts';
import { readTypical, typicalJob } from './typical-job.ts';

type Needs = Pick<ExchangeParts, 'sequencer' | 'feed' | 'clock' | 'log'> & { readonly book: TypicalBook };

interface WithJobs {
  readonly jobs: Pick<JobQueue, 'add'>;
}

/** What is known of typical bots, and the work that keeps it up to date where it is wanted. */
export async function openTypical(parts: ExchangeParts & WithJobs) {
  const book = await loadTypicalBook(parts.store);
  let replays: SearchRounds | null = null;
  return {
    book,
    start(): void {
      if (parts.settings.typicalReplays) replays = startTypicalReplays({ ...parts, book });
    },
    stop: async (): Promise<void> => replays?.stop(),
  };
}

/** Where the row of a kind on an instrument is kept. */
export function typicalKey({ kind, spec }: Pick<SearchRequest, 'kind' | 'spec'>): string {
  return `${kind}:${instrumentOf(spec)}`;
}

/** What is replayed: every kind where AI parameters are searched for it, in its first variant; market by market, so that prices are gathered once for many kinds. */
export function typicalJobs(feed: Needs['feed']): SearchRequest[] {
  const first = new Map<string, SearchRequest>();
  for (const job of searchJobs(feed)) if (!first.has(typicalKey(job))) first.set(typicalKey(job), job);
  const jobs = [...first.values()];
  const order = [...new Set([...feed.specs, ...feed.contracts].map(instrumentOf))];
  return jobs.sort((a, b) => order.indexOf(instrumentOf(a.spec)) - order.indexOf(instrumentOf(b.spec)));
}

/** Replays every typical bot once a UTC day, up to its beginning, one after the other, by a worker that steps back behind everything. Nobody's question begins one. */
function startTypicalReplays(needs: Needs & WithJobs): SearchRounds {
  const { book, feed, clock, log } = needs;
  /** The day for which a job found too little to say anything. */
  const triedMs = new Map<string, number>();
  const dayMs = (): number => midnightOf(clock.nowMs());
  return startSearchRounds({
    jobs: typicalJobs(feed),
    // Behind the searches, which are as many as they are.
    abreast: 1,
    work: spareWork(needs.jobs),
    isDue: (job) => {
      const key = typicalKey(job);
      return (book.get(key)?.to ?? 0) * 1_000 < dayMs() && triedMs.get(key) !== dayMs();
    },
    perform: (job, work, isOver) => {
      const toMs = dayMs();
      triedMs.set(typicalKey(job), toMs);
      return runTypicalJob(needs, work, job, toMs, isOver);
    },
    // Pages say what there is to say without them. The market goes on.
    onFailed: (error) => log.error('typical-replays-failed', { error }),
  });
}

/** One replay from prices to the store. Whether there is a result: not when too little is known, or no bot could be made. */
export async function runTypicalJob(
  { sequencer, book }: Pick<Needs, 'sequencer' | 'book'>,
  work: Pick<SpareWork, 'ask'>,
  job: SearchRequest,
  toMs: number,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const row = await work.ask({ asker: 'typical bots', body: () => typicalJob(job, toMs), read: readTypical });
  if (isOver() || row === null) return false;
  const key = typicalKey(job);
  await sequencer.submit((tx) => {
    tx.put(TYPICAL_REPLAYS, key, JSON.stringify(row));
    book.put(key, row);
  });
  return true;
}
