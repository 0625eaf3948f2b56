import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import type { CandleColumns, FundingColumns } from '#lib/engine/candles.ts';
import type { Fill } from '#lib/engine/machine.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { sharedPath } from '#tests/support/shared-path.ts';
import { coins } from './engine-fixture.ts';
import { TEN_FUTURES } from './engine-futures-bench.ts';
import { LINEAR } from './futures-fixture.ts';

const candleFile = sharedPath('data/perp-2025/BTC_USDT.1m.csv.gz');
const fundingFile = sharedPath('data/funding-2025/BTC_USDT.8h.csv.gz');
const isThere = existsSync(candleFile) && existsSync(fundingFile);
if (!isThere) console.log(`skipped: recorded perpetual candles and funding are not at ${candleFile}, ${fundingFile}`);

function rowsOf(file: string): string[][] {
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}

/** Recorded minutes in tenths of a dollar; missing ones are gaps. */
function readCandles(): CandleColumns {
  const rows = rowsOf(candleFile);
  const first = Number(rows[0]?.[0]);
  const count = (Number(rows.at(-1)?.[0]) - first) / 60 + 1;
  const column = (): Int32Array => new Int32Array(count).fill(-1);
  const columns = { open: column(), high: column(), low: column(), close: column() };
  for (const [time, open, high, low, close] of rows) {
    const i = (Number(time) - first) / 60;
    columns.open[i] = Math.round(Number(open) * 10);
    columns.high[i] = Math.round(Number(high) * 10);
    columns.low[i] = Math.round(Number(low) * 10);
    columns.close[i] = Math.round(Number(close) * 10);
  }
  return { startMs: first * 1000, stepMs: 60_000, ...columns };
}

function readFunding(): FundingColumns {
  const rows = rowsOf(fundingFile);
  return {
    timesMs: Float64Array.from(rows, ([time]) => Number(time) * 1000),
    ratesE8: rows.map(([, rate]) => Math.round(Number(rate) * 1e8)),
  };
}

function params(change: Partial<FuturesGridParams>): FuturesGridParams {
  const range = { lowTicks: 920_000, highTicks: 1_150_000, gridCount: 92 };
  return { ...TEN_FUTURES, ...range, spec: LINEAR, investment: coins(10_000), leverage: 3, ...change };
}

describe.runIf(isThere)('a futures grid on thirty recorded days of the Bitcoin perpetual', () => {
  it('gives the figures that it has always given, to the last unit', () => {
    const run = (change: Partial<FuturesGridParams>): unknown => {
      const input = { candles: readCandles(), funding: readFunding(), fromIndex: 0, params: params(change) };
      const result = runBacktest({ kind: 'futures_grid', ...input });
      expect(result.equity.residual).toBe(0n);
      const { fills, matches, gridProfit, finish, equity } = result;
      return {
        fills,
        matches,
        gridProfit,
        end: finish?.reason ?? null,
        funding: equity.funding,
        equity: equity.equity,
      };
    };
    expect({
      long: run({ side: 'long' }),
      short: run({ side: 'short' }),
      neutral: run({ side: 'neutral' }),
      brokenShort: run({ side: 'short', leverage: 20, highTicks: 1_000_000 }),
    }).toMatchInlineSnapshot(`
      {
        "brokenShort": {
          "end": "liquidated",
          "equity": 0n,
          "fills": 1228,
          "funding": 328238228500000000n,
          "gridProfit": 106235171000n,
          "matches": 563,
        },
        "long": {
          "end": null,
          "equity": 127583501357600000000n,
          "fills": 1912,
          "funding": -627545245700000000n,
          "gridProfit": 75322500000n,
          "matches": 913,
        },
        "neutral": {
          "end": null,
          "equity": 100328952746000000000n,
          "fills": 1911,
          "funding": 741350746000000000n,
          "gridProfit": 83970000000n,
          "matches": 933,
        },
        "short": {
          "end": null,
          "equity": 95619017787800000000n,
          "fills": 1912,
          "funding": 858777235100000000n,
          "gridProfit": 71687500000n,
          "matches": 925,
        },
      }
    `);
  });

  it('settles the funding that its fills, the closes and the recorded rates amount to', () => {
    const candles = readCandles();
    const funding = readFunding();
    const fills: Fill[] = [];
    const sink = { fill: (fill: Fill) => void fills.push(fill), order() {}, operation() {}, finish() {} };
    const result = runBacktest({ kind: 'futures_grid', params: params({}), candles, funding, fromIndex: 0, sink });
    let expected = 0;
    for (const [k, timeMs] of funding.timesMs.entries()) {
      const i = (timeMs - candles.startMs) / 60_000;
      if (i <= 0 || i >= candles.open.length) continue;
      let held = 0;
      for (const fill of fills)
        if (fill.timeMs < timeMs) held += Number(fill.quantity) * (fill.side === 'buy' ? 1 : -1);
      // Marks are not recorded by the minute: the mark of the minute before is the close before it.
      const mark = (candles.close[i - 2] as number) / 10;
      expected -= (held / 1e8) * mark * (Number(funding.ratesE8[k]) / 1e8);
    }
    expect(expected).not.toBe(0);
    expect(Number(result.equity.funding) / 1e16).toBeCloseTo(expected, 4);
  });
});
