import { candidateCount } from '#lib/engine/search/search-space.ts';
import { SEARCHED_WEEKS } from '#lib/engine/search/walk-forward.ts';
import { replayWeeks, weeksOf } from '#lib/engine/search/week-replay.ts';
import { spaceOf } from '#lib/strategies/ai/search-space-of.ts';
import type { SearchPool } from '#server/exchange/ai/search-pool.ts';
import { findIn } from '#server/exchange/ai/search-task.ts';

const LEFT = 2;

/** The search as the exchange makes it, but in this thread and with two values in the middle of each axis: seconds, not minutes. */
export function thinSearchPool(): SearchPool {
  return {
    async search(request, prices) {
      const whole = spaceOf(request);
      const axes = whole.axes.map((axis) => {
        const from = Math.max(0, Math.floor((axis.values.length - LEFT) / 2));
        return { ...axis, values: axis.values.slice(from, from + LEFT) };
      });
      const space = { ...whole, axes };
      const weeks = weeksOf(prices, SEARCHED_WEEKS, space.historyMs);
      return findIn(space, weeks, replayWeeks(space, weeks, 0, candidateCount(space)));
    },
    async close() {},
  };
}
