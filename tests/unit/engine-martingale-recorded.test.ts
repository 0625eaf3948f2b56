import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { type CandleColumns, lowComesFirst } from '#lib/engine/candles.ts';
import type { Fill, MarketView } from '#lib/engine/machine.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { areCandlesThere, readRecordedCandles } from '#tests/support/recorded-candles.ts';
import { coins, PLAIN } from './engine-fixture.ts';
import { LINEAR, WAITING_FOR_NOTHING } from './martingale-fixture.ts';

const CENTS = { priceDecimals: 2, tickUnits: 1_000_000n };

const params: MartingaleParams = {
  ...WAITING_FOR_NOTHING,
  spec: { ...PLAIN, ...CENTS, amountDecimals: 6, lotUnits: 100n },
  priceStep: 500_000n,
  multiplierE8: 150_000_000n,
  maxAddOrders: 8,
  takeProfitE8: 700_000n,
  stopLossE8: 30_000_000n,
  investment: coins(10_000),
  feeRate: 100_000n,
};

/** What a martingale fills, found in the simplest way: walk to every point, with plain numbers. No engine in it. */
function plainFills(candles: CandleColumns): [string, number][] {
  const fills: [string, number][] = [];
  const weights = Array.from({ length: 9 }, (_, i) => 1.5 ** i);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let bought = 0;
  let paid = 0;
  let held = 0;
  let last = 0;
  const buy = (price: number): void => {
    const amount = (1e12 * (weights[bought] as number)) / whole;
    const units = Math.floor(amount / price) * 100;
    paid += Math.ceil((units * price) / 100);
    held += units - Math.ceil(units / 1000);
    bought += 1;
    last = price;
    fills.push(['buy', price]);
  };
  const walkTo = (to: number): void => {
    for (;;) {
      const next = Math.floor(last * 0.995);
      const profit = Math.ceil((paid / held) * 100 * 1.007);
      if (bought < 9 && to <= next) buy(next);
      else if (to >= profit) {
        fills.push(['sell', profit]);
        [bought, paid, held] = [0, 0, 0];
        buy(profit);
      } else return;
    }
  };
  buy(candles.open[0] as number);
  for (const [i, open] of candles.open.entries()) {
    if (open < 0) continue;
    const [low, high, close] = [candles.low[i], candles.high[i], candles.close[i]] as [number, number, number];
    for (const point of lowComesFirst(open, close) ? [open, low, high, close] : [open, high, low, close]) walkTo(point);
  }
  return fills;
}

/** Market orders fill at the price, so that the plain walk needs no book; a jump is walked like any other way. */
const plainView: MarketView = { movingAverage: () => Number.NaN, marketFillTicks: (_feed, _side, _quantity, at) => at };

/** Each candle opens where the one before closed: without jumps, for the plain walk. */
function joined(candles: CandleColumns): CandleColumns {
  const columns = {
    ...candles,
    open: candles.open.slice(),
    low: candles.low.slice(),
    high: candles.high.slice(),
  };
  for (let i = 1; i < columns.open.length; i += 1) {
    const before = columns.close[i - 1] as number;
    if (before < 0 || (columns.open[i] as number) < 0) continue;
    columns.open[i] = before;
    columns.low[i] = Math.min(columns.low[i] as number, before);
    columns.high[i] = Math.max(columns.high[i] as number, before);
  }
  return columns;
}

describe.runIf(areCandlesThere)('martingales on thirty recorded days of Bitcoin', () => {
  it('fills what walking every point fills', () => {
    const candles = joined(readRecordedCandles());
    const fills: Fill[] = [];
    const sink = { fill: (fill: Fill) => void fills.push(fill), order() {}, operation() {}, finish() {} };
    const result = runBacktest({ kind: 'martingale', params, candles, fromIndex: 0, sink, view: plainView });
    const expected = plainFills(candles);
    expect(expected.length).toBeGreaterThan(100);
    expect(fills.map((fill) => [fill.side, fill.ticks])).toEqual(expected);
    expect(result.equity.residual).toBe(0n);
  });

  it('gives the figures that it has always given, to the last unit, on spot and hoarding', () => {
    const candles = readRecordedCandles();
    const figures = [params, { ...params, transactionType: 'hoarding' } as const].map((chosen) => {
      const run = runBacktest({ kind: 'martingale', params: chosen, candles, fromIndex: 0 });
      const { fills, matches, gridProfit, positionProfit, fees, equity } = run;
      return { fills, matches, gridProfit, positionProfit, fees, equity: equity.equity };
    });
    expect(figures).toMatchInlineSnapshot(`
      [
        {
          "equity": 104090538877970000000n,
          "fees": 13703858821n,
          "fills": 218,
          "gridProfit": 40864389671n,
          "matches": 58,
          "positionProfit": 40999108n,
        },
        {
          "equity": 104415607414370000000n,
          "fees": 13663150126n,
          "fills": 218,
          "gridProfit": 40904741955n,
          "matches": 58,
          "positionProfit": 3251332188n,
        },
      ]
    `);
  });

  it('gives the figures that it has always given on a contract, long and short, with funding', () => {
    const candles = readRecordedCandles();
    const spec = { ...LINEAR, ...CENTS };
    const hours = Array.from(
      { length: 90 },
      (_, i) => candles.startMs - (candles.startMs % 28_800_000) + i * 28_800_000,
    );
    const funding = { timesMs: Float64Array.from(hours), ratesE8: hours.map((_, i) => (i % 5) * 4000 - 4000) };
    const figures = (['buy', 'sell'] as const).map((side) => {
      const chosen = { ...params, spec, side, leverage: 5 };
      const run = runBacktest({ kind: 'contract-martingale', params: chosen, candles, funding, fromIndex: 0 });
      const { fills, matches, gridProfit, positionProfit, fees, finish, equity } = run;
      expect(equity.residual).toBe(0n);
      const end = finish === null ? null : finish.reason;
      return {
        side,
        fills,
        matches,
        gridProfit,
        positionProfit,
        fees,
        funding: equity.funding,
        equity: equity.equity,
        end,
      };
    });
    expect(figures).toMatchInlineSnapshot(`
      [
        {
          "end": null,
          "equity": 123626928906200000000n,
          "fees": 16423534068n,
          "fills": 229,
          "funding": -891273757000000000n,
          "gridProfit": 235627241396n,
          "matches": 65,
          "positionProfit": 642047666n,
          "side": "buy",
        },
        {
          "end": null,
          "equity": 63680171429600000000n,
          "fees": 13457966553n,
          "fills": 197,
          "funding": 1117587414900000000n,
          "gridProfit": 192282746467n,
          "matches": 49,
          "positionProfit": -555481032171n,
          "side": "sell",
        },
      ]
    `);
  });
});
