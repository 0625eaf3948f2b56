import { describe, expect, it } from 'vitest';
import { annualText } from '#components/backtests/backtest-figures-text.ts';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import type { BacktestEntry } from '#server/exchange/backtests/backtest-entry.ts';
import { runTask } from '#server/exchange/backtests/backtest-task.ts';
import { neighboursOf } from '#server/exchange/backtests/neighbours.ts';
import type { BacktestTask } from '#server/exchange/backtests/task-shape.ts';
import type { StoredPayload } from '#server/exchange/bots/bot-record.ts';
import { taskHere } from '#tests/support/task-here.ts';
import { MORNING_MS, openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT_MS = Math.floor(MORNING_MS / DAY_MS) * DAY_MS;

function taskOf(exchange: TestExchange, kind: RunnableKind, days: number, changes = {}): BacktestTask {
  const payload = KIND_BODIES[kind].body(exchange, changes) as unknown as StoredPayload;
  const entry = { id: 1, kind, payload, beginMs: MIDNIGHT_MS - days * DAY_MS, endMs: MIDNIGHT_MS } as BacktestEntry;
  const task = taskHere(exchange.feed, entry);
  if (task === null) throw new Error(`no prices for ${kind}`);
  return task;
}

/** Everything that a payload says under a name, wherever it stands. */
function saidAs(value: unknown, name: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === name ? [`${inner}`] : saidAs(inner, name)));
}

const valuesOf = (task: BacktestTask, field: string): string[] =>
  neighboursOf(task).flatMap((one) => (one.field === field ? [one.value] : []));

describe('neighbours of a backtest', () => {
  it('are a tenth lower and higher, however short the value is written', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    // One percent on the wire: its tenth has one decimal more.
    const martingale = taskOf(exchange, 'martingale', 1, {
      params: { price_steps: '0.01', take_profit_per_cycle: '0.02' },
    });
    expect(valuesOf(martingale, 'price_steps')).toEqual(['0.009', '0.011']);
    expect(valuesOf(martingale, 'take_profit_per_cycle')).toEqual(['0.018', '0.022']);
    // Whole numbers stay whole, and move by one at least.
    expect(valuesOf(taskOf(exchange, 'spot_grid', 1), 'grid_num')).toEqual(['18', '22']);
    expect(valuesOf(taskOf(exchange, 'spot_grid', 1, { grid_num: '5' }), 'grid_num')).toEqual(['4', '6']);
    // A percent has two decimals: of 0.12 % a tenth is a hundredth.
    const infinite = taskOf(exchange, 'infinite_grid', 1, { low_price: '0.0012' });
    expect(valuesOf(infinite, 'low_price')).toEqual(['0.001', '0.0013']);
  }, 60_000);

  it('of every kind: none is much further away, but a whole number by one', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let looked = 0;
    for (const kind of RUNNABLE_KINDS) {
      const task = taskOf(exchange, kind, 1);
      for (const { field, value } of neighboursOf(task)) {
        const [said] = saidAs(task.payload, field).map(Number);
        if (said === undefined || Number.isNaN(said)) continue;
        looked += 1;
        const off = Math.abs(Number(value) - said);
        const isByOne = Number.isInteger(said) && off === 1;
        expect(isByOne || off <= said * 0.2, `${kind} ${field}: ${value} beside ${said}`).toBe(true);
      }
    }
    expect(looked).toBeGreaterThan(20);
  }, 60_000);
});

describe('the band of days', () => {
  it('has one day for each that there was, also where the backtest ends at midnight', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const { report } = runTask(taskOf(exchange, 'spot_grid', 14));
    expect(report.finish_as).toBe('');
    expect(report.band_of).toBe('days');
    // A point a day after the first one.
    expect(report.monte_carlo).toHaveLength(15);
    // Ten days are needed.
    expect(runTask(taskOf(exchange, 'spot_grid', 9)).report.monte_carlo).toEqual([]);
  }, 60_000);
});

describe('the annualised figure of a report', () => {
  /** The same prices, three times as high in the last days. */
  function risen(task: BacktestTask, days: number): BacktestTask {
    const up = (column: Int32Array): Int32Array =>
      column.map((ticks, i) => (ticks < 0 || i < column.length - days * 1_440 ? ticks : ticks * 3));
    const markets = Object.entries(task.markets).map(([name, { candles, ...rest }]) => {
      const { open, high, low, close } = candles;
      return [
        name,
        { ...rest, candles: { ...candles, open: up(open), high: up(high), low: up(low), close: up(close) } },
      ] as const;
    });
    return { ...task, markets: Object.fromEntries(markets) };
  }

  it('is over the days that were asked for, as in the table, where the bot ended before them (E-369)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const stop_profit = priceAt(exchange, 'BTC_USDT', 2);
    const { figures, report } = runTask(risen(taskOf(exchange, 'infinite_grid', 14, { stop_profit }), 5));
    expect(report.finish_as).toBe('stop_profit');
    const rate = parseAmount(figures.profit_rate) as bigint;
    expect(rate).toBeGreaterThan(10_000_000n);
    expect(report.annual_rate).toBe(formatAmount((rate * 365n) / 14n));
  }, 60_000);

  it('is none under seven days, as its explanation says (H50)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    expect(runTask(taskOf(exchange, 'spot_grid', 6)).report.annual_rate).toBe('');
    expect(runTask(taskOf(exchange, 'spot_grid', 7)).report.annual_rate).not.toBe('');
    expect(annualText('0.1', 0, 7 * 86_400 - 60, 'en')).toBe('');
    expect(annualText('0.1', 0, 7 * 86_400, 'en')).toBe('521.4%');
  }, 60_000);
});
