import { type BacktestResult, runBacktest } from '#lib/backtest/backtest.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { fallE8 } from '#lib/formulas/drawdown.ts';
import { profitShare } from '#lib/formulas/profit-share.ts';
import { divDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { inputOf } from '../backtests/backtest-task.ts';
import { totalProfitOf } from '../backtests/report.ts';
import type { BacktestTask } from '../backtests/task-shape.ts';
import { profitRateE8 } from '../bots/daily-curve.ts';
import type { Compared, PreviewOutcome, PreviewPoint, PreviewSide, PreviewTask } from './preview-shape.ts';

/** Minutes of which less is known than this part say nothing of what a bot would have done. */
const LEAST_KNOWN = 0.9;

/** Both bots, begun at the first of the days and replayed over the same minutes. Pure: the same task, the same outcome. */
export function replayCopy({ task, copy, shareRateE8, beginMs }: PreviewTask): PreviewOutcome {
  if (!Object.values(task.markets).every(({ candles }) => isKnown(candles, beginMs))) return { type: 'prices-unknown' };
  const days = daysOf(task);
  const run = (payload: BacktestTask['payload']) => runBacktest({ ...inputOf(task, payload), curvePoints: days });
  const [original, copied] = [run(task.payload), run(copy)];
  return {
    type: 'compared',
    ...daysBetween(task),
    original: sideOf(original, 0n),
    copy: sideOf(copied, shareRateE8),
    points: pointsOf(original, copied, Number(shareRateE8) / Number(UNITS_PER_COIN)),
  };
}

function isKnown({ startMs, stepMs, open }: BacktestTask['markets'][string]['candles'], beginMs: number): boolean {
  const from = Math.round((beginMs - startMs) / stepMs);
  let known = 0;
  for (let at = from; at < open.length; at += 1) if ((open[at] as number) >= 0) known += 1;
  return known >= (open.length - from) * LEAST_KNOWN;
}

function daysBetween({ markets, fromIndex }: BacktestTask): Pick<Compared, 'fromMs' | 'toMs'> {
  // All markets have the same minutes.
  const [market] = Object.values(markets);
  if (market === undefined) throw new Error('a copy is replayed without prices');
  const { startMs, stepMs, open } = market.candles;
  return { fromMs: startMs + fromIndex * stepMs, toMs: startMs + open.length * stepMs };
}

function daysOf(task: BacktestTask): number {
  const { fromMs, toMs } = daysBetween(task);
  return Math.max(1, Math.round((toMs - fromMs) / DAY_MS));
}

/** The share (H41) is that of a bot that ends with the days: all of its profit is realised then, and nothing was taken before. */
function sideOf({ equity, maxDrawdown, finish }: BacktestResult, shareRateE8: bigint): PreviewSide {
  const profit = totalProfitOf(equity);
  const start = divDown(equity.start, EQUITY_SCALE);
  const { share } = profitShare(profit, 0n, shareRateE8);
  const rateE8 = profitRateE8(profit - share, start);
  return {
    rateE8,
    shareE8: profitRateE8(profit, start) - rateE8,
    fallE8: fallE8(maxDrawdown),
    finish: finish?.reason ?? null,
  };
}

/** One a day; of a bot that ended before, what it came to. Drawn, not told. */
function pointsOf({ curve: one }: BacktestResult, { curve: other }: BacktestResult, share: number): PreviewPoint[] {
  const longer = one.timeMs.length >= other.timeMs.length ? one : other;
  const at = (rates: Float64Array, i: number): number => rates[Math.min(i, rates.length - 1)] as number;
  return Array.from(longer.timeMs, (timeMs, i) => {
    const copy = at(other.rate, i);
    return { timeMs, original: at(one.rate, i), copy: copy - Math.max(0, copy) * share };
  });
}
