import { z } from 'zod';
import type { SearchRequest } from '#lib/backtest/search/search-space-of.ts';
import type { SearchPrices } from '#lib/backtest/search/stretch.ts';
import { SEARCH_CYCLES } from '#lib/backtest/search/walk-forward.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { Answer, JobBody } from '../jobs/job.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import { cases } from './ai-cases.ts';
import { aiRecord, foundRecord } from './ai-record.ts';
import { searchNeed, searchPricesOf } from './search-prices.ts';
import { type Found, findWhole } from './search-task.ts';

/** A search as a worker is told of it. */
export interface SearchJob extends JobBody {
  readonly type: 'search';
  readonly request: SearchRequest;
}

export function searchJob(request: SearchRequest, fromMs: number, toMs: number): SearchJob {
  return { type: 'search', request, prices: searchNeed(request.spec, fromMs, toMs) };
}

const rows = z.array(z.object({ cycle: z.literal(SEARCH_CYCLES), record: foundRecord, cases }));
/** What is written of a search: a row for each window that its prices reach. */
export type FoundRows = z.output<typeof rows>;

/** What was found until `toMs`, as it is written. */
export function foundRows({ request: { spec }, prices: { toMs } }: SearchJob, found: Found): FoundRows {
  return SEARCH_CYCLES.flatMap((cycle) => {
    const judged = found[cycle];
    if (judged === undefined) return [];
    const record = aiRecord(judged, spec, { fromMs: toMs - cycle * DAY_MS, toMs });
    return [{ cycle, record, cases: judged.cases.map((one) => ({ ...one })) }];
  });
}

/** Does it. `find`: the search itself. */
export function doSearch(
  job: SearchJob,
  markets: Readonly<Record<string, MarketColumns>>,
  say: (answer: Answer, isLast: boolean) => void,
  find: (request: SearchRequest, prices: SearchPrices) => Found = findWhole,
): void {
  const { request } = job;
  say([JSON.stringify(foundRows(job, find(request, searchPricesOf(request.spec, markets))))], true);
}

/** Reads what a worker found. Throws on what no worker of this program writes. */
export function readFound([line = '']: Answer): FoundRows {
  return rows.parse(JSON.parse(line));
}
