import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import type { CandleColumns, FundingColumns } from '#lib/engine/candles.ts';
import type { Fill } from '#lib/engine/machine.ts';
import type { ArbitrageParams } from '#lib/kinds/arbitrage/params.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import { areCandlesThere, readRecordedCandles } from '#tests/support/recorded-candles.ts';
import { sharedPath } from '#tests/support/shared-path.ts';
import { coins } from './engine-fixture.ts';
import { LINEAR } from './futures-fixture.ts';
import { beside, plainMarket } from './several-markets-bench.ts';

const THIRDS = [33_333_334n, 33_333_333n, 33_333_333n];
const FINE = { priceDecimals: 2, tickUnits: 1_000_000n, amountDecimals: 6, lotUnits: 100n, minBaseUnits: 100n };
const [BTC, ETH, SOL] = ['BTC', 'ETH', 'SOL'].map((base) => ({ ...plainMarket(base), ...FINE })) as [
  ReturnType<typeof plainMarket>,
  ReturnType<typeof plainMarket>,
  ReturnType<typeof plainMarket>,
];
const SPEC = beside(BTC, [ETH, SOL]);

const THREE_COINS: SmartPositionParams = {
  spec: SPEC,
  coins: [SPEC, ETH, SOL].map((spec, i) => ({ spec, feeRate: 100_000n, targetE8: THIRDS[i] as bigint, brought: 0n })),
  investment: coins(10_000),
  rebalance: { type: 'ratio', thresholdE8: 500_000n },
  stopLossE8: null,
  stopProfitE8: null,
  sellsAtEnd: true,
};

const heard = (fills: Fill[]): Parameters<typeof runBacktest>[0]['sink'] => ({
  fill: (fill) => fills.push(fill),
  order() {},
  operation() {},
  finish() {},
});

/** The minutes at whose end a portfolio is brought back, found in the simplest way: every close, plain numbers. No engine in it. */
function plainRebalances(markets: readonly CandleColumns[], threshold: number): number[] {
  const last = markets.map(({ open }) => open[0] as number);
  let held = last.map((price) => (1e6 / 3 / (price + 1)) * 0.999);
  let cash = 0;
  const minutes: number[] = [];
  for (let i = 0; i < (markets[0]?.open.length ?? 0); i += 1) {
    for (const [m, { open, close }] of markets.entries()) if ((open[i] as number) >= 0) last[m] = close[i] as number;
    const values = held.map((quantity, m) => quantity * (last[m] as number));
    const total = values.reduce((sum, value) => sum + value, cash);
    if (values.every((value) => Math.abs(value / total - 1 / 3) <= threshold)) continue;
    minutes.push(i + 1);
    const more = values.map((value) => total / 3 - value);
    for (const [m, amount] of more.entries()) {
      const price = last[m] as number;
      if (amount < 0) cash += (-amount / price) * (price - 1) * 0.999;
    }
    const wanted = more.reduce((sum, amount) => sum + Math.max(0, amount), 0);
    const part = Math.min(1, cash / wanted);
    held = held.map((quantity, m) => {
      const price = last[m] as number;
      const amount = more[m] as number;
      return amount < 0 ? quantity + amount / price : quantity + ((amount * part) / (price + 1)) * 0.999;
    });
    cash -= wanted * part;
  }
  return minutes;
}

describe.runIf(areCandlesThere)('a smart position on thirty recorded days of three coins', () => {
  const markets = areCandlesThere
    ? ['BTC_USDT', 'ETH_USDT', 'SOL_USDT'].map((market) => readRecordedCandles(market))
    : [];
  const [candles, ether, solana] = markets as [CandleColumns, CandleColumns, CandleColumns];
  const others = { ETH_USDT: { candles: ether }, SOL_USDT: { candles: solana } };

  it('is brought back at the very minutes that a simple walk over all closes finds', () => {
    const fills: Fill[] = [];
    const result = runBacktest({
      kind: 'smart-position',
      params: THREE_COINS,
      candles,
      others,
      fromIndex: 0,
      sink: heard(fills),
    });
    const minutes = fills
      .filter(({ role }) => role === 'rebalance')
      .map(({ timeMs }) => (timeMs - candles.startMs) / 60_000);
    const expected = plainRebalances(markets, 0.005);
    expect(expected.length).toBeGreaterThan(15);
    expect([...new Set(minutes)]).toEqual(expected);
    expect(result.equity.residual).toBe(0n);
  });

  it('gives the figures that it has always given, to the last unit', () => {
    const run = (change: Partial<SmartPositionParams>): unknown => {
      const params = { ...THREE_COINS, ...change };
      const { fills, matches, gridProfit, finish, equity, maxDrawdown } = runBacktest({
        kind: 'smart-position',
        params,
        candles,
        others,
        fromIndex: 0,
      });
      return { fills, matches, gridProfit, end: finish, equity: equity.equity, maxDrawdown };
    };
    expect({
      byRatio: run({}),
      byTime: run({ rebalance: { type: 'time', intervalMs: 86_400_000 } }),
      stopped: run({ stopProfitE8: 5_000_000n }),
    }).toMatchInlineSnapshot(`
      {
        "byRatio": {
          "end": null,
          "equity": 107780740491463000000n,
          "fills": 54,
          "gridProfit": 980034285n,
          "matches": 25,
          "maxDrawdown": 0.12069515180405334,
        },
        "byTime": {
          "end": null,
          "equity": 107765431663108000000n,
          "fills": 79,
          "gridProfit": 635862422n,
          "matches": 34,
          "maxDrawdown": 0.12065665701599362,
        },
        "stopped": {
          "end": {
            "prices": [
              7479699,
              238573,
              8677,
            ],
            "reason": "stop_profit",
            "timeMs": 1776122820000,
          },
          "equity": 105184975887821000000n,
          "fills": 39,
          "gridProfit": 51849484865n,
          "matches": 21,
          "maxDrawdown": 0.12069515180405334,
        },
      }
    `);
  });
});

const candleFile = sharedPath('data/perp-2025/BTC_USDT.1m.csv.gz');
const fundingFile = sharedPath('data/funding-2025/BTC_USDT.8h.csv.gz');
const isThere = existsSync(candleFile) && existsSync(fundingFile);
if (!isThere) console.log(`skipped: recorded perpetual candles and funding are not at ${candleFile}, ${fundingFile}`);

function rowsOf(file: string): number[][] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.split(',').map(Number));
}

/** Recorded minutes in tenths of a dollar, `premium` ticks away. */
function readPerpetual(premium: number): CandleColumns {
  const rows = rowsOf(candleFile);
  const first = rows[0]?.[0] as number;
  const count = ((rows.at(-1)?.[0] as number) - first) / 60 + 1;
  const columns = [1, 2, 3, 4].map(() => new Int32Array(count).fill(-1)) as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (const row of rows) {
    for (const [c, column] of columns.entries()) {
      column[((row[0] as number) - first) / 60] = Math.round((row[c + 1] as number) * 10) + premium;
    }
  }
  const [open, high, low, close] = columns;
  return { startMs: first * 1000, stepMs: 60_000, open, high, low, close };
}

function readFunding(): FundingColumns {
  const rows = rowsOf(fundingFile);
  return {
    timesMs: Float64Array.from(rows, ([time]) => (time as number) * 1000),
    ratesE8: rows.map(([, rate]) => Math.round((rate as number) * 1e8)),
  };
}

describe.runIf(isThere)('an arbitrage on thirty recorded days of the Bitcoin perpetual and its funding', () => {
  it('earns the funding of every settlement, and nothing from a price that has moved by a tenth', () => {
    const tenths = { ...BTC, priceDecimals: 1, tickUnits: 10_000_000n };
    const params: ArbitrageParams = {
      spec: beside(tenths, [LINEAR]),
      contract: LINEAR,
      feeRate: 100_000n,
      investment: coins(10_000),
      leverage: 2,
      spreadE8: 1_000_000n,
    };
    const candles = readPerpetual(0);
    const funding = readFunding();
    const others = { 'BTC_USDT@USDT': { candles: readPerpetual(50), funding } };
    const cash: { timeMs: number; amount: bigint }[] = [];
    const fills: Fill[] = [];
    const sink = {
      ...heard(fills),
      cash: (_type: string, timeMs: number, _asset: string, amount: bigint) => cash.push({ timeMs, amount }),
    };
    const result = runBacktest({
      kind: 'spot-future-arbitrage',
      params,
      candles,
      others,
      fromIndex: 0,
      sink: sink as NonNullable<Parameters<typeof runBacktest>[0]['sink']>,
    });
    const endMs = candles.startMs + candles.open.length * 60_000;
    const settled = [...funding.timesMs].filter((timeMs) => timeMs > candles.startMs && timeMs <= endMs);
    expect(cash.map(({ timeMs }) => timeMs)).toEqual(
      settled.filter((timeMs) => cash.some((one) => one.timeMs === timeMs)),
    );
    expect(cash.length).toBeGreaterThan(settled.length - 5);
    const { equity, finish } = result;
    expect(finish).toBeNull();
    expect(equity.residual).toBe(0n);
    expect({
      fills: fills.map(({ feed, side, ticks, quantity }) => `${side} ${feed} ${quantity} at ${ticks}`),
      settlements: cash.length,
      funding: equity.funding,
      fees: equity.fees,
      equity: equity.equity,
    }).toMatchInlineSnapshot(`
      {
        "equity": 100166412287420000000n,
        "fees": 116562389120000000n,
        "fills": [
          "buy 0 6977000 at 955066",
          "sell 1 6970000 at 955092",
        ],
        "funding": 353973488400000000n,
        "settlements": 89,
      }
    `);
  });
});
