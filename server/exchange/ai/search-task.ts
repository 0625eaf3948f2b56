import { fitCandidates, fittedHalves, type JudgedShape, judgeCandidate, windowOf } from '#lib/engine/search/search.ts';
import { type SearchRequest, spaceOf } from '#lib/engine/search/search-request.ts';
import { candidateCount } from '#lib/engine/search/search-space.ts';
import type { SearchPrices } from '#lib/engine/search/stretch.ts';

/** What a search thread is asked. Prices are in shared memory: nothing is copied. */
export type SearchTask = {
  readonly id: number;
  readonly request: SearchRequest;
  readonly prices: SearchPrices;
} & (
  | { readonly type: 'fit'; readonly first: number; readonly end: number }
  | { readonly type: 'judge'; readonly index: number }
);

/** What it answers. `error` is a bug's text. */
export type SearchAnswer =
  | { readonly id: number; readonly rates: Float64Array }
  | { readonly id: number; readonly judged: JudgedShape | null }
  | { readonly id: number; readonly error: string };

/** One task, done. Pure: the same task, the same answer. */
export function doTask(task: SearchTask): SearchAnswer {
  const { id, request, prices } = task;
  const space = spaceOf(request);
  const window = windowOf(prices);
  if (task.type === 'judge') {
    return { id, judged: window === null ? null : judgeCandidate(space, prices, window, task.index) };
  }
  if (window === null) return { id, rates: new Float64Array(task.end - task.first).fill(Number.NaN) };
  return { id, rates: fitCandidates(space, fittedHalves(prices, window), task.first, task.end) };
}

export function taskSize(request: SearchRequest): number {
  return candidateCount(spaceOf(request));
}
