import type { BacktestEntry } from '#server/exchange/backtests/backtest-entry.ts';
import { backtestJob, taskOf } from '#server/exchange/backtests/backtest-job.ts';
import type { BacktestTask } from '#server/exchange/backtests/task-shape.ts';
import type { Job, PriceNeed } from '#server/exchange/jobs/job.ts';
import type { Reach } from '#server/exchange/jobs/reach.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import type { MarketColumns } from '#server/exchange/market/gather-columns.ts';
import { columnsOfDays, daysOf, decodePriceDay, encodePriceDay } from '#server/exchange/market/price-day.ts';

/** The prices of a job as a worker has them, of a feed in this thread. */
export function marketsHere(feed: MarketFeed, { instruments, fromMs, toMs }: PriceNeed): Record<string, MarketColumns> {
  const columns = (instrument: string): MarketColumns => {
    const days = daysOf(fromMs, toMs).map((day) => encodePriceDay(feed, instrument, day.dayMs, day.toMs));
    return columnsOfDays(days.map(decodePriceDay), fromMs, toMs);
  };
  return Object.fromEntries(instruments.map((instrument) => [instrument, columns(instrument)]));
}

/** A backtest as a worker runs it; null where there are no prices. */
export function taskHere(feed: MarketFeed, entry: BacktestEntry): BacktestTask | null {
  const job = backtestJob(feed, entry);
  return job === null ? null : taskOf(job.run, marketsHere(feed, job.prices));
}

/** What a program may ask for, in this thread. `rows`: how the journal of its bot is read, where it is about one. */
export function reachHere(feed: MarketFeed, rows: NonNullable<Job['rows']> = async () => []): Reach {
  return {
    prices: async (needs) => Object.assign({}, ...needs.map((need) => marketsHere(feed, need))),
    async *rows(stream) {
      for (let some = await rows(stream, 0); some.length > 0; some = await rows(stream, some.at(-1)?.sequence ?? 0))
        yield some;
    },
    onProgress() {},
  };
}
