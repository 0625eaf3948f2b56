import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import type { Fill } from '#lib/engine/machine.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import { FINE, PRICE, START_MS } from '#tests/property/engine-scenario.ts';

const COIN = 100_000_000n;

/** All of it in one coin, taken out at a profit of a tenth. */
const ONE: SmartPositionParams = {
  spec: FINE,
  coins: [{ spec: FINE, feeRate: 100_000n, targetE8: COIN, brought: 0n }],
  investment: 1_000n * COIN,
  rebalance: { type: 'time', intervalMs: 3_600_000 },
  stopLossE8: null,
  stopProfitE8: 10_000_000n,
  sellsAtEnd: true,
};

describe('the body of several markets with one coin', () => {
  it('rides one market as it rides several: it buys, looks at the minute’s end, and sells at its profit', () => {
    const closes = Int32Array.of(PRICE, PRICE + 1_000, PRICE + 8_000, PRICE + 2_000);
    const candles = { startMs: START_MS, stepMs: 60_000, open: closes, high: closes, low: closes, close: closes };
    const fills: Fill[] = [];
    const sink = { fill: (fill: Fill) => fills.push(fill), order() {}, operation() {}, finish() {} };
    const result = runBacktest({ kind: 'smart-position', params: ONE, candles, fromIndex: 0, sink });
    expect(fills.map(({ side, role }) => [side, role])).toEqual([
      ['buy', 'open'],
      ['sell', 'close'],
    ]);
    expect(result.finish?.reason).toBe('stop_profit');
    expect(result.equity.residual).toBe(0n);
  });
});
