import type { SearchSpace } from '#lib/backtest/search/search-space.ts';
import { type SearchRequest, spaceOf } from '#lib/backtest/search/search-space-of.ts';
import type { SearchPrices } from '#lib/backtest/search/stretch.ts';
import { SEARCHED_WEEKS } from '#lib/backtest/search/walk-forward.ts';
import { replayWeeks, weeksOf } from '#lib/backtest/search/week-replay.ts';
import { candidateCount } from '#lib/strategies/ai/search-axes.ts';
import { doSearch, type SearchJob } from '#server/exchange/ai/search-job.ts';
import { type Found, findIn } from '#server/exchange/ai/search-task.ts';
import type { SpareWork } from '#server/exchange/ai/search-work.ts';
import type { Answer, JobBody } from '#server/exchange/jobs/job.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { doJob } from '#server/exchange/worker/programs.ts';
import { marketsHere, reachHere } from './task-here.ts';

const LEFT = 2;

/** A space with two values in the middle of each axis. */
export function thinSpace(whole: SearchSpace): SearchSpace {
  const axes = whole.axes.map((axis) => {
    const from = Math.max(0, Math.floor((axis.values.length - LEFT) / 2));
    return { ...axis, values: axis.values.slice(from, from + LEFT) };
  });
  return { ...whole, axes };
}

/** The work as a worker does it, but in this thread and with two values in the middle of each axis: seconds, not minutes. */
export function thinSearch(feed: MarketFeed): Pick<SpareWork, 'ask'> {
  return {
    async ask({ body, read }) {
      const job = body();
      const answers: Answer[] = [];
      const say = (answer: Answer) => void answers.push(answer);
      if (isSearch(job)) doSearch(job, marketsHere(feed, job.prices), say, findThin);
      else await doJob(job, reachHere(feed), say, () => 0);
      return read(answers[0] ?? []);
    },
  };
}

function isSearch(job: JobBody): job is SearchJob {
  return job.type === 'search';
}

function findThin(request: SearchRequest, prices: SearchPrices): Found {
  const space = thinSpace(spaceOf(request));
  const weeks = weeksOf(prices, SEARCHED_WEEKS, space);
  return findIn(space, weeks, replayWeeks(space, weeks, 0, candidateCount(space)));
}
