import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { type CandleColumns, lowComesFirst } from '#lib/engine/candles.ts';
import type { Fill } from '#lib/engine/machine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { areCandlesThere, readRecordedCandles } from '#tests/support/recorded-candles.ts';
import { coins, PLAIN, TEN_GRIDS } from './engine-fixture.ts';

/** What a grid fills, found in the simplest way: walk to every point, look at every line. No engine in it. */
function plainFills(candles: CandleColumns, low: number, step: number, count: number): [string, number][] {
  const lines = Array.from({ length: count + 1 }, (_, i) => low + i * step);
  const start = candles.open[0] as number;
  const nearest = lines.reduce((best, line) => (Math.abs(line - start) <= Math.abs(best - start) ? line : best));
  const orders = new Map(lines.map((line) => [line, line < nearest ? 'buy' : line > nearest ? 'sell' : 'none']));
  const fills: [string, number][] = [];
  let at = start;
  const walkTo = (to: number): void => {
    const direction = to < at ? -1 : 1;
    const onTheWay = lines.filter((line) => (direction < 0 ? line <= at && line >= to : line >= at && line <= to));
    for (const line of direction < 0 ? onTheWay.reverse() : onTheWay) {
      if (orders.get(line) !== (direction < 0 ? 'buy' : 'sell')) continue;
      fills.push([direction < 0 ? 'buy' : 'sell', line]);
      orders.set(line, 'none');
      orders.set(line - direction * step, direction < 0 ? 'sell' : 'buy');
    }
    at = to;
  };
  for (const [i, open] of candles.open.entries()) {
    if (open < 0) continue;
    const [bottom, top, close] = [candles.low[i], candles.high[i], candles.close[i]] as [number, number, number];
    for (const point of lowComesFirst(open, close) ? [open, bottom, top, close] : [open, top, bottom, close])
      walkTo(point);
  }
  return fills;
}

describe.runIf(areCandlesThere)('a spot grid on thirty recorded days of Bitcoin', () => {
  const params: SpotGridParams = {
    ...TEN_GRIDS,
    spec: { ...PLAIN, priceDecimals: 2, tickUnits: 1_000_000n, amountDecimals: 6, lotUnits: 100n },
    lowTicks: 6_400_000,
    highTicks: 7_900_000,
    gridCount: 60,
    investment: coins(10_000),
    feeRate: 25_000n,
  };

  it('fills what walking every point and looking at every line fills', () => {
    const candles = readRecordedCandles();
    const fills: Fill[] = [];
    const sink = { fill: (fill: Fill) => void fills.push(fill), order() {}, operation() {}, finish() {} };
    const result = runBacktest({ kind: 'spot_grid', params, candles, fromIndex: 0, sink });
    const expected = plainFills(candles, params.lowTicks, 25_000, params.gridCount);
    expect(expected.length).toBeGreaterThan(100);
    expect(fills.slice(1).map((fill) => [fill.side, fill.ticks])).toEqual(expected);
    expect(result.fills).toBe(expected.length + 1);
    expect(result.equity.residual).toBe(0n);
  });

  it('gives the figures that it has always given, to the last unit', () => {
    const { fills, matches, gridProfit, positionProfit, fees, equity } = runBacktest({
      kind: 'spot_grid',
      params,
      candles: readRecordedCandles(),
      fromIndex: 0,
    });
    expect({ fills, matches, gridProfit, positionProfit, fees, equity: equity.equity }).toMatchInlineSnapshot(`
      {
        "equity": 106629468928199000000n,
        "fees": 4694235664n,
        "fills": 1050,
        "gridProfit": 26384684261n,
        "matches": 508,
        "positionProfit": 39910005020n,
      }
    `);
  });
});
