import { type JudgedShape, judge } from '#lib/backtest/search/judge.ts';
import type { SearchSpace } from '#lib/backtest/search/search-space.ts';
import { type SearchRequest, spaceOf } from '#lib/backtest/search/search-space-of.ts';
import type { SearchPrices, Stretch } from '#lib/backtest/search/stretch.ts';
import { SEARCH_CYCLES, SEARCHED_WEEKS, type SearchCycle, walkForward } from '#lib/backtest/search/walk-forward.ts';
import { replayWeeks, type WeekRates, weeksOf } from '#lib/backtest/search/week-replay.ts';
import { candidateCount, shapeOf } from '#lib/strategies/ai/search-axes.ts';

/** What a search finds, by the days that it looks back on; a window that the prices do not reach is absent. */
export type Found = { readonly [C in SearchCycle]?: JudgedShape };

/** A whole search: every candidate once a week, chosen and judged. Pure: the same prices, the same answer. */
export function findWhole(request: SearchRequest, prices: SearchPrices): Found {
  const space = spaceOf(request);
  const weeks = weeksOf(prices, SEARCHED_WEEKS, space);
  return findIn(space, weeks, replayWeeks(space, weeks, 0, taskSize(request)));
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
