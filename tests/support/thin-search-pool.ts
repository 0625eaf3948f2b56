import type { SearchSpace } from '#lib/backtest/search/search-space.ts';
import { spaceOf } from '#lib/backtest/search/search-space-of.ts';
import { typicalReplay } from '#lib/backtest/search/typical-replay.ts';
import { SEARCHED_WEEKS } from '#lib/backtest/search/walk-forward.ts';
import { replayWeeks, weeksOf } from '#lib/backtest/search/week-replay.ts';
import { candidateCount } from '#lib/strategies/ai/search-axes.ts';
import type { SearchPool } from '#server/exchange/ai/search-pool.ts';
import { findIn } from '#server/exchange/ai/search-task.ts';

const LEFT = 2;

/** A space with two values in the middle of each axis. */
export function thinSpace(whole: SearchSpace): SearchSpace {
  const axes = whole.axes.map((axis) => {
    const from = Math.max(0, Math.floor((axis.values.length - LEFT) / 2));
    return { ...axis, values: axis.values.slice(from, from + LEFT) };
  });
  return { ...whole, axes };
}

/** The search as the exchange makes it, but in this thread and with two values in the middle of each axis: seconds, not minutes. */
export function thinSearchPool(): SearchPool {
  return {
    async search(request, prices) {
      const space = thinSpace(spaceOf(request));
      const weeks = weeksOf(prices, SEARCHED_WEEKS, space);
      return findIn(space, weeks, replayWeeks(space, weeks, 0, candidateCount(space)));
    },
    typical: async (request, prices) => typicalReplay(spaceOf(request), prices),
    async close() {},
  };
}
