import { describe, expect, it } from 'vitest';
import { definitionOf, RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { parseAmount } from '#lib/money/amount.ts';
import type { BacktestEntry } from '#server/exchange/backtests/backtest-entry.ts';
import { runTask } from '#server/exchange/backtests/backtest-task.ts';
import { neighboursOf } from '#server/exchange/backtests/neighbours.ts';
import type { BacktestTask } from '#server/exchange/backtests/task-shape.ts';
import type { StoredPayload } from '#server/exchange/bots/bot-record.ts';
import { taskHere } from '#tests/support/task-here.ts';
import { MORNING_MS, openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { KIND_BODIES } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DAY_MS = 86_400_000;

async function taskOf(exchange: TestExchange, kind: RunnableKind, id: number, days: number): Promise<BacktestTask> {
  const payload = KIND_BODIES[kind].body(exchange, {}) as unknown as StoredPayload;
  const endMs = Math.floor(MORNING_MS / DAY_MS) * DAY_MS;
  const entry = { id, kind, payload, beginMs: endMs - days * DAY_MS, endMs } as BacktestEntry;
  const task = taskHere(exchange.feed, entry);
  if (task === null) throw new Error(`no prices for ${kind}`);
  return task;
}

const units = (text: string): bigint =>
  text.startsWith('-') ? -(parseAmount(text.slice(1)) as bigint) : (parseAmount(text) as bigint);

/** The same minutes, of which the last hours are worth a third: whoever holds loses, contracts are liquidated. */
function crashed(task: BacktestTask, hours = 5): BacktestTask {
  const fallen = (column: Int32Array): Int32Array =>
    column.map((ticks, i) => (ticks < 0 || i < column.length - hours * 60 ? ticks : Math.round(ticks / 3)));
  const markets = Object.entries(task.markets).map(([name, { candles, marks, ...rest }]) => {
    const { open, high, low, close } = candles;
    const fell = { ...candles, open: fallen(open), high: fallen(high), low: fallen(low), close: fallen(close) };
    return [name, { ...rest, candles: fell, ...(marks === undefined ? {} : { marks: fallen(marks) }) }] as const;
  });
  return { ...task, markets: Object.fromEntries(markets) };
}

describe('the figures of a backtest', () => {
  it('of every kind: a crash in the last hours is in the band, and in the trades (A1)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let lost = 0;
    for (const [id, kind] of RUNNABLE_KINDS.entries()) {
      const { figures, report } = runTask(crashed(await taskOf(exchange, kind, id + 1, 14)));
      const end = report.monte_carlo.at(-1);
      const rate = units(figures.profit_rate);
      if (end === undefined) continue;
      expect(units(end.p5) <= rate && rate <= units(end.p95), `${kind}: ${rate} in ${end.p5} … ${end.p95}`).toBe(true);
      // More than a fifth: no other day of these markets costs that much.
      if (rate > -20_000_000n) continue;
      lost += 1;
      expect(figures.loss_num, kind).toBeGreaterThan(0);
      // Some of the lives were spared the crash, or hardly any was.
      expect(units(end.p95), kind).toBeGreaterThan(rate);
    }
    expect(lost).toBeGreaterThan(6);
  }, 240_000);

  it('of every kind: the band contains the result, the trades add up to it, the curve is as deep as the drawdown (A1, A2)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let bands = 0;
    for (const [id, kind] of RUNNABLE_KINDS.entries()) {
      const { figures, report } = runTask(await taskOf(exchange, kind, id + 1, 14));
      const end = report.monte_carlo.at(-1);
      const rate = units(figures.profit_rate);
      if (end !== undefined) {
        bands += 1;
        expect(units(end.p5) <= rate && rate <= units(end.p95), `${kind}: ${rate} in ${end.p5} … ${end.p95}`).toBe(
          true,
        );
      }
      // Whatever was gained or lost is in a trade: with no trade lost, nothing was.
      if (figures.loss_num === 0) expect(rate, kind).toBeGreaterThanOrEqual(0n);
      if (figures.win_num === 0) expect(rate, kind).toBeLessThanOrEqual(0n);
      const count = BigInt(figures.win_num + figures.loss_num);
      const sum = units(report.expectancy === '' ? '0' : report.expectancy) * count;
      const profit = units(figures.total_profit);
      expect(sum <= profit + count && sum >= profit - count, kind).toBe(true);
      const deepest = report.curve.reduce(
        (low, { draw_down }) => (units(draw_down) < low ? units(draw_down) : low),
        0n,
      );
      expect(-deepest, kind).toBe(units(report.max_draw_down));
      // Fourteen whole days.
      if (report.finish_as === '' && rate !== 0n) expect(report.sharpe_rate, kind).not.toBe('');
    }
    expect(bands).toBeGreaterThan(RUNNABLE_KINDS.length / 2);
  }, 240_000);

  it('of every kind: the other fills are what a backtest with them comes to (H58)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let differing = 0;
    for (const [id, kind] of RUNNABLE_KINDS.entries()) {
      const task = crashed(await taskOf(exchange, kind, id + 1, 7));
      const touched = runTask(task);
      const through = runTask({ ...task, throughTicks: 1 });
      const beside = ({ figures, report }: typeof touched) => {
        const { profit_rate, total_profit, max_draw_down, orders_cnt } = figures;
        return { through_ticks: report.through_ticks, profit_rate, total_profit, max_draw_down, orders_cnt };
      };
      const restsOrders = factsOf(kind).restsOrders;
      expect(touched.report.other_fills, kind).toEqual(restsOrders ? beside(through) : null);
      expect(through.report.other_fills, kind).toEqual(restsOrders ? beside(touched) : null);
      // As many ticks as make a difference on these markets.
      const far = runTask({ ...task, throughTicks: 400 });
      expect(far.report.other_fills, kind).toEqual(restsOrders ? beside(touched) : null);
      if (touched.figures.orders_cnt !== far.figures.orders_cnt) differing += 1;
    }
    expect(differing).toBeGreaterThan(2);
  }, 240_000);

  it('have the Sharpe ratio of the whole UTC days of their own curve (A6)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let known = 0;
    for (const [id, kind] of RUNNABLE_KINDS.entries()) {
      const { report } = runTask(await taskOf(exchange, kind, id + 1, 14));
      if (report.finish_as !== '' || report.sharpe_rate === '') continue;
      known += 1;
      const midnights = report.curve.filter(({ time }) => (time * 1_000) % DAY_MS === 0);
      expect(midnights, kind).toHaveLength(15);
      // What the opening cost is part of the first day.
      const equities = [1, ...midnights.slice(1).map(({ rate }) => 1 + Number(rate))];
      const returns = equities.slice(1).map((equity, i) => equity / (equities[i] as number) - 1);
      const mean = returns.reduce((sum, one) => sum + one, 0) / 14;
      const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 13;
      expect(Number(report.sharpe_rate), kind).toBeCloseTo((mean / Math.sqrt(variance)) * Math.sqrt(365), 2);
    }
    expect(known).toBeGreaterThan(RUNNABLE_KINDS.length / 2);
  }, 240_000);

  it('vary as neighbours only what the kind has (A10)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    for (const kind of RUNNABLE_KINDS) {
      const names = definitionOf(kind).fields.map(({ name }) => name);
      const task = await taskOf(exchange, kind, 1, 1);
      const params = 'params' in task.payload ? task.payload.params : {};
      const args = 'preset_args' in params ? (params.preset_args as object) : {};
      for (const { field } of neighboursOf(task)) {
        // Arguments of indicators have names of their own.
        if (!(field in args) && !field.includes('.')) expect(names, `${kind} ${field}`).toContain(field);
      }
    }
  }, 60_000);
});
