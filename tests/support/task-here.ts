import type { BacktestEntry } from '#server/exchange/backtests/backtest-entry.ts';
import { backtestJob, taskOf } from '#server/exchange/backtests/backtest-job.ts';
import type { BacktestTask } from '#server/exchange/backtests/task-shape.ts';
import type { PriceNeed } from '#server/exchange/jobs/job.ts';
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
