import { type JudgedShape, judge } from '#lib/backtest/search/judge.ts';
import type { SearchSpace } from '#lib/backtest/search/search-space.ts';
import { type SearchRequest, spaceOf } from '#lib/backtest/search/search-space-of.ts';
import type { SearchPrices, Stretch } from '#lib/backtest/search/stretch.ts';
import { type TypicalReplay, typicalReplay } from '#lib/backtest/search/typical-replay.ts';
import { SEARCH_CYCLES, SEARCHED_WEEKS, type SearchCycle, walkForward } from '#lib/backtest/search/walk-forward.ts';
import { replayWeeks, type WeekRates, weeksOf } from '#lib/backtest/search/week-replay.ts';
import { candidateCount, shapeOf } from '#lib/strategies/ai/search-axes.ts';

/** What a search finds, by the days that it looks back on; a window that the prices do not reach is absent. */
export type Found = { readonly [C in SearchCycle]?: JudgedShape };

/** What a search thread is asked. Prices are in shared memory: nothing is copied. */
export type SearchTask = {
  readonly id: number;
  readonly request: SearchRequest;
  readonly prices: SearchPrices;
} & (
  | { readonly type: 'replay'; readonly first: number; readonly end: number }
  | { readonly type: 'judge'; readonly rates: WeekRates }
  | { readonly type: 'typical' }
);

/** What it answers. `error` is a bug's text. */
export type SearchAnswer =
  | { readonly id: number; readonly rates: WeekRates }
  | { readonly id: number; readonly found: Found }
  | { readonly id: number; readonly typical: TypicalReplay | null }
  | { readonly id: number; readonly error: string };

/** One task, done. Pure: the same task, the same answer. */
export function doTask(task: SearchTask): SearchAnswer {
  const { id, request, prices } = task;
  const space = spaceOf(request);
  if (task.type === 'typical') return { id, typical: typicalReplay(space, prices) };
  const weeks = weeksOf(prices, SEARCHED_WEEKS, space);
  if (task.type === 'replay') return { id, rates: replayWeeks(space, weeks, task.first, task.end) };
  return { id, found: findIn(space, weeks, task.rates) };
}

/** What the weeks of a space's candidates say, for each window that they reach. */
export function findIn(space: SearchSpace, weeks: readonly Stretch[], rates: WeekRates): Found {
  const lastTicks = weeks[0]?.endTicks;
  if (lastTicks === undefined) return {};
  const isPossible = (index: number): boolean => space.params(shapeOf(space, index), lastTicks) !== null;
  const found: { -readonly [C in SearchCycle]?: JudgedShape } = {};
  for (const cycle of SEARCH_CYCLES) {
    const candidate = walkForward(space, weeks, rates, cycle, isPossible);
    if (candidate !== null) found[cycle] = judge(space, weeks, candidate);
  }
  return found;
}

export function taskSize(request: SearchRequest): number {
  return candidateCount(spaceOf(request));
}
