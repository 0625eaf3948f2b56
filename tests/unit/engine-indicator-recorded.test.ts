import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { Fill, MarketView } from '#lib/engine/machine.ts';
import { warmUpMs } from '#lib/indicators/condition-warm-up.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import { condition } from '#tests/support/condition.ts';
import { areCandlesThere, readRecordedCandles } from '#tests/support/recorded-candles.ts';
import { coins, PLAIN } from './engine-fixture.ts';
import { HALVES, percent } from './indicator-bench.ts';
import { LINEAR } from './martingale-fixture.ts';

const CENTS = { priceDecimals: 2, tickUnits: 1_000_000n };
const HOUR_MS = 3_600_000;

/** Two means of hourly closes: in when the short one crosses up, out when it crosses down. */
const CROSSING: IndicatorParams = {
  ...HALVES,
  spec: { ...PLAIN, ...CENTS, amountDecimals: 6, lotUnits: 100n },
  investment: coins(10_000),
  feeRate: 100_000n,
  conditions: {
    open: {
      side: 'open',
      period: '1h',
      ratio: '0.5',
      conditions: [condition('ma', ['5'], 'cross-up', 'ma', ['20'])],
    },
    close: { side: 'close', period: '1h', conditions: [condition('ma', ['5'], 'cross-down', 'ma', ['20'])] },
  },
};

/** Four sides, two periods, six indicators, every stop. */
const FOUR_SIDED: IndicatorParams = {
  ...CROSSING,
  reinvests: true,
  conditions: {
    open: {
      side: 'open',
      period: '1h',
      ratio: '0.5',
      conditions: [
        condition('macd-histogram', ['12', '26', '9'], 'gt', 'number', ['0']),
        condition('rsi', ['14'], 'lt', 'number', ['70']),
      ],
    },
    close: {
      side: 'close',
      period: '15m',
      conditions: [
        condition('close', [], 'gt', 'boll-upper', ['20', '2']),
        condition('rsi', ['14'], 'gt', 'number', ['75'], 'or'),
      ],
    },
    increase: {
      side: 'increase',
      period: '15m',
      ratio: '0.1',
      conditions: [
        condition('volume', [], 'gt', 'volume-ma', ['20']),
        condition('adx', ['14'], 'gt', 'number', ['30']),
      ],
    },
    reduce: {
      side: 'reduce',
      period: '1h',
      ratio: '0.3',
      conditions: [condition('macd', ['12', '26', '9'], 'cross-down', 'macd-signal', ['12', '26', '9'])],
    },
  },
  positionStopE8: percent(3),
  positionProfit: { rateE8: percent(2), partE8: percent(50) },
  protection: { startE8: percent(1.5), keepE8: percent(0.5), partE8: percent(100) },
  totalStopE8: percent(40),
};

/** What crossing means trades, found in the simplest way: all hourly closes first, then one loop. No engine in it. */
function plainTrades({ open, close, startMs }: CandleColumns, fromMs: number): [string, number, number][] {
  const closes = new Map<number, number>();
  for (const [i, first] of open.entries()) {
    if (first >= 0) closes.set(Math.floor((startMs + i * 60_000) / HOUR_MS) * HOUR_MS, close[i] as number);
  }
  const hours = [...closes.keys()].filter((hour) => hour >= startMs).sort((a, b) => a - b);
  const mean = (end: number, count: number): number =>
    hours.slice(end - count + 1, end + 1).reduce((sum, hour) => sum + (closes.get(hour) as number) / 100, 0) / count;
  const trades: [string, number, number][] = [];
  for (let i = 20; i < hours.length; i += 1) {
    const endMs = (hours[i] as number) + HOUR_MS;
    if (endMs <= fromMs || endMs >= startMs + open.length * 60_000) continue;
    const isLong = trades.at(-1)?.[0] === 'buy';
    const before = mean(i - 1, 5) - mean(i - 1, 20);
    const now = mean(i, 5) - mean(i, 20);
    const price = closes.get(hours[i] as number) as number;
    if (isLong ? before >= 0 && now < 0 : before <= 0 && now > 0) trades.push([isLong ? 'sell' : 'buy', endMs, price]);
  }
  return trades;
}

describe.runIf(areCandlesThere)('indicator bots on thirty recorded days of Bitcoin', () => {
  const DAY = 1440;

  it('trade where a plain loop over all hourly closes trades', () => {
    const candles = readRecordedCandles();
    const fills: Fill[] = [];
    const sink = { fill: (fill: Fill) => void fills.push(fill), order() {}, operation() {}, finish() {} };
    const view: MarketView = {
      ...createCandleView(candles, CROSSING.spec),
      marketFillTicks: (_feed, _side, _quantity, at) => at,
    };
    const fromIndex = 2 * DAY;
    const result = runBacktest({ kind: 'double-ma', params: CROSSING, candles, fromIndex, sink, view });
    const expected = plainTrades(candles, candles.startMs + fromIndex * 60_000);
    expect(expected.length).toBeGreaterThan(20);
    expect(fills.map((fill) => [fill.side, fill.timeMs, fill.ticks])).toEqual(expected);
    expect(result.equity.residual).toBe(0n);
  });

  it('give the figures that they have always given, to the last unit, on spot and on contracts', () => {
    const candles = readRecordedCandles();
    const hours = Array.from(
      { length: 92 },
      (_, i) => candles.startMs - (candles.startMs % 28_800_000) + i * 28_800_000,
    );
    const funding = { timesMs: Float64Array.from(hours), ratesE8: hours.map((_, i) => (i % 5) * 4000 - 4000) };
    const contract = { ...FOUR_SIDED, spec: { ...LINEAR, ...CENTS }, leverage: 3 };
    const all = [FOUR_SIDED, contract, { ...contract, side: 'sell' as const }];
    const figures = all.map((params) => {
      const signals: Record<string, number> = {};
      const fill = ({ signal }: Fill): void => {
        signals[`${signal}`] = (signals[`${signal}`] ?? 0) + 1;
      };
      const sink = { fill, order() {}, operation() {}, finish() {} };
      const input = { kind: 'compose-indicator', params, candles, funding, fromIndex: 2 * DAY, sink } as const;
      const { equity, fees, funding: paid, interest, gridProfit, finish } = runBacktest(input);
      expect(equity.residual).toBe(0n);
      return { equity: equity.equity, fees, funding: paid, interest, gridProfit, signals, end: finish?.reason };
    });
    expect(figures).toMatchInlineSnapshot(`
      [
        {
          "end": undefined,
          "equity": 96667966932586000000n,
          "fees": 85740563970n,
          "funding": 0n,
          "gridProfit": -33320334962n,
          "interest": 0n,
          "signals": {
            "close": 66,
            "increase": 106,
            "open": 67,
            "ptn-stoploss": 1,
            "reduce": 19,
          },
        },
        {
          "end": undefined,
          "equity": 94565446110800000000n,
          "fees": 148908440330n,
          "funding": -2241167962n,
          "gridProfit": -54345538892n,
          "interest": 0n,
          "signals": {
            "close": 55,
            "increase-l": 84,
            "open-l": 87,
            "protect-profit": 16,
            "ptn-stoploss": 16,
            "ptn-stoprofit": 29,
            "reduce-l": 13,
          },
        },
        {
          "end": undefined,
          "equity": 67680343654500000000n,
          "fees": 149823804575n,
          "funding": 1992187020n,
          "gridProfit": -323196563455n,
          "interest": 0n,
          "signals": {
            "close": 47,
            "increase-s": 127,
            "open-s": 91,
            "protect-profit": 34,
            "ptn-stoploss": 10,
            "ptn-stoprofit": 45,
            "reduce-s": 17,
          },
        },
      ]
    `);
  });

  it('are the same whether they are handed just the history that they need, or more', () => {
    const candles = readRecordedCandles();
    const minutes = warmUpMs(CROSSING.conditions) / 60_000;
    const fromIndex = 20 * DAY + 17;
    const cut = (column: Int32Array): Int32Array => column.slice(fromIndex - minutes);
    const less: CandleColumns = {
      startMs: candles.startMs + (fromIndex - minutes) * 60_000,
      stepMs: 60_000,
      open: cut(candles.open),
      high: cut(candles.high),
      low: cut(candles.low),
      close: cut(candles.close),
    };
    const run = (some: CandleColumns, from: number) =>
      runBacktest({ kind: 'double-ma', params: CROSSING, candles: some, fromIndex: from });
    expect(run(less, minutes)).toEqual(run(candles, fromIndex));
  });
});
