import type { BacktestReport } from '#lib/contract/backtest-calls.ts';
import type { BacktestResult } from '#lib/engine/backtest.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { heldShares, holdCurve } from '#lib/engine/hold-curve.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { annualisedBacktestRateE8 } from '#lib/formulas/annualised.ts';
import { drawdownStripE8, maxDrawdownE8 } from '#lib/formulas/drawdown.ts';
import { exposureE8 } from '#lib/formulas/exposure.ts';
import { resampledBand } from '#lib/formulas/monte-carlo.ts';
import { profitFactorE8 } from '#lib/formulas/profit-factor.ts';
import { sharpeRatio } from '#lib/formulas/sharpe.ts';
import { worstRun } from '#lib/formulas/worst-run.ts';
import { divDown, formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import { engineParamsOf } from '../bots/bot-kinds.ts';
import { createStream } from '../market/hash-random.ts';
import type { BacktestFigures } from './backtest-entry.ts';
import type { RunLog } from './run-log.ts';
import { type BacktestTask, pointsPerDay } from './task-shape.ts';

/** Sharpe of fewer days than this says nothing (decisions: seven daily points). */
const SHARPE_DAYS = 7;

/** What a run comes to: the row of the table, and what the drawer shows. */
export function reportOf(
  task: BacktestTask,
  result: BacktestResult,
  { profits, held, count }: RunLog,
): { figures: BacktestFigures; report: Omit<BacktestReport, 'neighbours'> } {
  const { equity, startMs, endMs } = result;
  const start = divDown(equity.start, EQUITY_SCALE);
  const end = divDown(equity.equity, EQUITY_SCALE);
  const times = [...result.curve.timeMs];
  const profitRate = start === 0n ? 0n : ((end - start) * UNITS_PER_COIN) / start;
  // The points are drawn, the last one is told: it is the exact rate.
  const rates = [...result.curve.rate].map((rate) => BigInt(Math.trunc(rate * Number(UNITS_PER_COIN))));
  rates[rates.length - 1] = profitRate;
  const holds = holdRatesE8(task, startMs, times);
  const falls = drawdownStripE8(rates);
  const realised = profits.reduce((sum, profit) => sum + profit, 0n);
  const sharpe = sharpeText(dailyRates(rates, pointsPerDay(task)));
  const drawdown = formatAmount(maxDrawdownE8(rates));
  return {
    figures: {
      profit_rate: formatAmount(profitRate),
      total_profit: formatAmount(end - start),
      un_pnl: formatAmount(end - start - realised),
      orders_cnt: count,
      win_num: profits.filter((profit) => profit > 0n).length,
      loss_num: profits.filter((profit) => profit <= 0n).length,
      max_gains: formatAmount(extreme(profits, (a, b) => a > b, 0n)),
      max_loss: formatAmount(extreme(profits, (a, b) => a < b, 0n)),
      max_draw_down: drawdown,
      sharpe_rate: sharpe,
    },
    report: {
      profit_asset: profitAssetOf(task.spec),
      start_value: formatAmount(start),
      end_value: formatAmount(end),
      fees: formatAmount(-divDown(-equity.fees, EQUITY_SCALE)),
      funding: formatAmount(divDown(equity.funding, EQUITY_SCALE)),
      interest: formatAmount(-divDown(-equity.interest, EQUITY_SCALE)),
      hold_rate: formatAmount(holds.at(-1) ?? 0n),
      annual_rate: textOf(annualisedBacktestRateE8(profitRate, startMs, endMs)),
      profit_factor: textOf(profitFactorE8(profits)),
      exposure: formatAmount(exposureE8(held.changes, startMs, endMs, held.lots)),
      worst_run: runText(worstRun(profits)),
      max_draw_down: drawdown,
      sharpe_rate: sharpe,
      finish_as: result.finish?.reason ?? '',
      gaps: gapsOf(task),
      curve: times.map((timeMs, i) => ({
        time: seconds(timeMs),
        rate: formatAmount(rates[i] as bigint),
        profit: formatAmount(divDown((rates[i] as bigint) * start, UNITS_PER_COIN)),
        hold_rate: formatAmount(holds[i] as bigint),
        draw_down: formatAmount(falls[i] as bigint),
      })),
      monte_carlo: bandOf(task, profits, start),
    },
  };
}

function holdRatesE8(
  { kind, payload, spec, feeRate, markets }: BacktestTask,
  startMs: number,
  times: number[],
): bigint[] {
  const own = markets[instrumentOf(spec)];
  if (own === undefined) throw new Error(`A backtest came without the prices of ${spec.market}`);
  const shares = heldShares(engineParamsOf(kind, payload, spec, feeRate), own.candles, markets);
  return holdCurve(shares, startMs, times).map((rate) => BigInt(Math.trunc(rate * Number(UNITS_PER_COIN))));
}

function bandOf({ id }: BacktestTask, profits: readonly bigint[], start: bigint): BacktestReport['monte_carlo'] {
  if (start <= 0n) return [];
  // Seeded with the record's number: the same record always shows the same band.
  return resampledBand(profits, start, createStream(id).uniform).map(({ part, p5, p50, p95 }) => ({
    part: part.toFixed(4),
    p5: formatAmount(p5),
    p50: formatAmount(p50),
    p95: formatAmount(p95),
  }));
}

/** Cumulative rates at the ends of days; the curve's first point is the start. */
function dailyRates(rates: readonly bigint[], perDay: number): bigint[] {
  return rates.filter((_, i) => i > 0 && i % perDay === 0);
}

function sharpeText(daily: readonly bigint[]): string {
  return daily.length < SHARPE_DAYS ? '' : (sharpeRatio(daily)?.toFixed(4) ?? '');
}

function textOf(e8: bigint | null): string {
  return e8 === null ? '' : formatAmount(e8);
}

function runText({ losses, amount }: ReturnType<typeof worstRun>): BacktestReport['worst_run'] {
  return { losses, amount: formatAmount(amount) };
}

function extreme(values: readonly bigint[], isBetter: (a: bigint, b: bigint) => boolean, none: bigint): bigint {
  return values.reduce((best, value) => (isBetter(value, best) ? value : best), none);
}

/** Stretches without a price on the bot's own market. */
function gapsOf({ markets, spec, fromIndex }: BacktestTask): BacktestReport['gaps'] {
  const candles = markets[instrumentOf(spec)]?.candles;
  if (candles === undefined) return [];
  const gaps: { from: number; to: number }[] = [];
  for (let i = fromIndex; i < candles.open.length; i += 1) {
    if ((candles.open[i] as number) >= 0) continue;
    const first = i;
    while (i < candles.open.length && (candles.open[i] as number) < 0) i += 1;
    gaps.push({ from: timeOf(candles, first), to: timeOf(candles, i) });
  }
  return gaps;
}

function timeOf({ startMs, stepMs }: CandleColumns, index: number): number {
  return seconds(startMs + index * stepMs);
}

function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}
