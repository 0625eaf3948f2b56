import type { BacktestDay, BacktestResult } from '#lib/backtest/backtest.ts';
import type { BacktestReport } from '#lib/contract/backtest-calls.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { heldShares, holdCurve } from '#lib/engine/hold-curve.ts';
import { EQUITY_SCALE, type EquityStatement } from '#lib/engine/machine.ts';
import { allTrades } from '#lib/formulas/all-trades.ts';
import { annualisedBacktestRateE8, compoundAnnualRate } from '#lib/formulas/annualised.ts';
import { fallE8 } from '#lib/formulas/drawdown.ts';
import { expectancyOf } from '#lib/formulas/expectancy.ts';
import { exposureE8 } from '#lib/formulas/exposure.ts';
import { type BandPoint, resampledBand, resampledDays } from '#lib/formulas/monte-carlo.ts';
import { profitFactorE8 } from '#lib/formulas/profit-factor.ts';
import { sharpeOfWholeDays } from '#lib/formulas/sharpe.ts';
import { worstRun } from '#lib/formulas/worst-run.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { divDown, divUp, formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import { engineParamsOf } from '../bots/bot-kinds.ts';
import { profitRateE8 } from '../bots/daily-curve.ts';
import { createStream } from '../market/hash-random.ts';
import type { BacktestFigures } from './backtest-entry.ts';
import type { RunLog } from './run-log.ts';
import type { BacktestTask } from './task-shape.ts';

/** A compound rate of fewer days than this says nothing (as H50 of annualised ones). */
const COMPOUND_AFTER_DAYS = 7;
/** And one beyond this neither. */
const LARGEST_COMPOUND = 1e6;

/** A run with the bot at the midnights that it lived through. */
interface ResultByDay extends BacktestResult {
  readonly days: readonly BacktestDay[];
}

/** What a run comes to: the row of the table, and what the drawer shows. */
export function reportOf(
  task: BacktestTask,
  result: ResultByDay,
  { profits: completed, held, count }: RunLog,
): { figures: BacktestFigures; report: Omit<BacktestReport, 'neighbours' | 'through_ticks' | 'other_fills'> } {
  const { equity, startMs, endMs } = result;
  const start = divDown(equity.start, EQUITY_SCALE);
  const end = divDown(equity.equity, EQUITY_SCALE);
  const times = [...result.curve.timeMs];
  const profit = totalProfitOf(equity);
  const profitRate = profitRateOf(equity);
  const trades = allTrades(completed, profit);
  // The points are drawn, the last one is told: it is the exact rate.
  const rates = [...result.curve.rate].map((rate) => BigInt(Math.trunc(rate * Number(UNITS_PER_COIN))));
  rates[rates.length - 1] = profitRate;
  const holds = holdRatesE8(task, startMs, times);
  const realised = completed.reduce((sum, profit) => sum + profit, 0n);
  const sharpe = sharpeOfWholeDays(wholeDayRates(result))?.toFixed(4) ?? '';
  const drawdown = formatAmount(fallE8(result.maxDrawdown));
  const expectancy = expectancyOf(trades);
  return {
    figures: {
      profit_rate: formatAmount(profitRate),
      total_profit: formatAmount(profit),
      // Nothing of a bot that has ended is open: what its end brought is one of its trades.
      un_pnl: formatAmount(result.finish === null ? profit - realised : 0n),
      orders_cnt: count,
      win_num: trades.filter((profit) => profit > 0n).length,
      loss_num: trades.filter((profit) => profit <= 0n).length,
      max_gains: formatAmount(extreme(trades, (a, b) => a > b, 0n)),
      max_loss: formatAmount(extreme(trades, (a, b) => a < b, 0n)),
      max_draw_down: drawdown,
      sharpe_rate: sharpe,
    },
    report: {
      profit_asset: profitAssetOf(task.spec),
      start_value: formatAmount(start),
      end_value: formatAmount(end),
      fees: formatAmount(divUp(equity.fees, EQUITY_SCALE)),
      funding: formatAmount(divDown(equity.funding, EQUITY_SCALE)),
      interest: formatAmount(divUp(equity.interest, EQUITY_SCALE)),
      hold_rate: formatAmount(holds.at(-1) ?? 0n),
      annual_rate: textOf(annualisedRateOf(task, profitRate)),
      compound_rate: compoundText(start, end, (endMs - startMs) / DAY_MS),
      expectancy: expectancy === null ? '' : formatAmount(expectancy.amount),
      expectancy_ratio: expectancy?.ratio?.toFixed(4) ?? '',
      profit_factor: textOf(profitFactorE8(trades)),
      exposure: formatAmount(exposureE8(held.changes, startMs, endMs, held.lots)),
      worst_run: runText(worstRun(trades)),
      max_draw_down: drawdown,
      sharpe_rate: sharpe,
      finish_as: result.finish?.reason ?? '',
      gaps: gapsOf(task),
      curve: times.map((timeMs, i) => ({
        time: seconds(timeMs),
        rate: formatAmount(rates[i] as bigint),
        profit: formatAmount(divDown((rates[i] as bigint) * start, UNITS_PER_COIN)),
        hold_rate: formatAmount(holds[i] as bigint),
        draw_down: formatAmount(-fallE8(result.curve.fall[i] as number)),
      })),
      monte_carlo: bandOf(task, result, trades).map(({ part, p5, p50, p95 }) => ({
        part: part.toFixed(4),
        p5: formatAmount(p5),
        p50: formatAmount(p50),
        p95: formatAmount(p95),
      })),
      band_of: MACHINES[task.kind].engine.tradesAreWhole ? 'trades' : 'days',
    },
  };
}

/** Profit of a run, whole units of the profit asset: its end minus its start, each rounded down. */
export function totalProfitOf({ equity, start }: EquityStatement): bigint {
  return divDown(equity, EQUITY_SCALE) - divDown(start, EQUITY_SCALE);
}

/** The same ÷ the start, 1e-8. */
export function profitRateOf(equity: EquityStatement): bigint {
  return profitRateE8(totalProfitOf(equity), divDown(equity.start, EQUITY_SCALE));
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

/**
 * What the same luck in another order could have come to. Trades that began and ended without a position are drawn
 * themselves; of the other kinds the days are, because their trades are parts of one position.
 */
function bandOf(
  { id, kind }: BacktestTask,
  { equity, days, endMs }: ResultByDay,
  trades: readonly bigint[],
): BandPoint[] {
  // Seeded with the record's number: the same record always shows the same band.
  const random = createStream(id).uniform;
  if (equity.start <= 0n) return [];
  if (MACHINES[kind].engine.tradesAreWhole) return resampledBand(trades, divDown(equity.start, EQUITY_SCALE), random);
  // Its end at a midnight is that midnight, and no day after it in which nothing happened.
  const before = days.filter(({ timeMs }) => timeMs < endMs);
  return resampledDays([equity.start, ...before.map((day) => day.equity), equity.equity], random);
}

/** Cumulative rates at the midnights that bound the whole UTC days, as a live bot's daily curve has them; its end after them. */
function wholeDayRates({ startMs, days, finish, equity }: ResultByDay): bigint[] {
  const start = divDown(equity.start, EQUITY_SCALE);
  const rateOf = (value: bigint): bigint => profitRateE8(divDown(value, EQUITY_SCALE) - start, start);
  const rates = days.map((day) => rateOf(day.equity));
  if (startMs % DAY_MS === 0) rates.unshift(0n);
  if (finish !== null) rates.push(rateOf(equity.equity));
  return rates;
}

/** Over the days that were asked for, as the table of records has it, also where the bot ended before them. */
function annualisedRateOf({ markets, spec, minutes }: BacktestTask, profitRate: bigint): bigint | null {
  const candles = markets[instrumentOf(spec)]?.candles;
  if (candles === undefined) return null;
  const { startMs, stepMs, open } = candles;
  return annualisedBacktestRateE8(profitRate, startMs + minutes * MINUTE_MS, startMs + open.length * stepMs);
}

function compoundText(start: bigint, end: bigint, days: number): string {
  if (days < COMPOUND_AFTER_DAYS) return '';
  const rate = compoundAnnualRate(Number(start), Number(end), days);
  return rate === null || rate > LARGEST_COMPOUND ? '' : rate.toFixed(8);
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
