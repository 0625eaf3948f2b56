import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BacktestInput, runBacktest } from '#lib/engine/backtest.ts';
import { type CandleColumns, lowComesFirst } from '#lib/engine/candles.ts';
import type { EngineSink, Fill } from '#lib/engine/machine.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { definitionOf } from '#lib/strategies/registry.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { candleWalk, PRICE, shortMeanView } from './engine-scenario.ts';

const RUNS = { numRuns: 60 };
const PARTS = 4;

/** Each candle as four: open to the first extreme, on to the second, to the close, and a rest there. The same path. */
function split(candles: CandleColumns): CandleColumns {
  const count = candles.open.length;
  const column = (): Int32Array => new Int32Array(count * PARTS).fill(-1);
  const finer = { open: column(), high: column(), low: column(), close: column() };
  for (let i = 0; i < count; i += 1) {
    const [open, high, low, close] = [candles.open[i], candles.high[i], candles.low[i], candles.close[i]] as [
      number,
      number,
      number,
      number,
    ];
    if (open < 0) continue;
    const isLowFirst = lowComesFirst(open, close);
    const stops = [open, isLowFirst ? low : high, isLowFirst ? high : low, close, close];
    for (let part = 0; part < PARTS; part += 1) {
      const [from, to] = [stops[part] as number, stops[part + 1] as number];
      const at = i * PARTS + part;
      finer.open[at] = from;
      finer.close[at] = to;
      finer.high[at] = Math.max(from, to);
      finer.low[at] = Math.min(from, to);
    }
  }
  return { startMs: candles.startMs, stepMs: candles.stepMs / PARTS, ...finer };
}

const SPOT = testSpec();
const PERP: MarketSpec = testContract();
const price = (permille: number): string => ((PRICE * (1000 + permille)) / 10_000).toFixed(1);

/** Every kind of one market, with a stop near enough to be met, and coins kept at the end where the kind can. */
const FORMS: Partial<Record<RunnableKind, FormValues>> = {
  spot_grid: {
    low_price: price(-20),
    high_price: price(20),
    grid_num: '12',
    money: '10000',
    stop_loss: price(-25),
    stop_loss_on: '1',
    is_over_high_stop: '1',
    stop_check_type: '1',
    store_coin_flag: '1',
  },
  margin_grid: {
    low_price: price(-20),
    high_price: price(20),
    grid_num: '12',
    money: '10000',
    side: 'buy',
    leverage: '3',
  },
  infinite_grid: {
    low_price: '1',
    high_price: '1',
    money: '10000',
    stop_loss: price(-4),
    stop_loss_on: '1',
    store_coin_flag: '1',
    stop_check_type: '1',
  },
  futures_grid: {
    low_price: price(-20),
    high_price: price(20),
    grid_num: '12',
    money: '10000',
    side: 'neutral',
    leverage: '10',
  },
  martingale: {
    price_steps: '0.5',
    max_order_amount: '4',
    take_profit_per_cycle: '0.5',
    amount_multiplier: '1.5',
    stop_loss_per_cycle: '3',
    money: '10000',
    transaction_type: 'high-risk-arbitrage',
  },
  'contract-martingale': {
    price_steps: '0.5',
    max_order_amount: '4',
    take_profit_per_cycle: '0.5',
    money: '10000',
    side: 'sell',
    leverage: '10',
  },
};

/** A run with everything that it says; times are minutes, because inside of one a finer path has finer times. */
function told<K extends RunnableKind>(input: BacktestInput<K>) {
  const fills: Fill[] = [];
  const sink: EngineSink = { fill: (fill) => fills.push(fill), order: () => {}, operation: () => {}, finish: () => {} };
  const { curve, finish, startMs, endMs: _endMs, candles: _count, ...result } = runBacktest({ ...input, sink });
  const minute = (timeMs: number): number => Math.floor(timeMs / 60_000);
  return {
    ...result,
    startMs,
    finish: finish === null ? null : { ...finish, timeMs: minute(finish.timeMs) },
    fills: fills.map((fill) => ({ ...fill, timeMs: minute(fill.timeMs) })),
    rates: [...curve.rate],
    falls: [...curve.fall],
  };
}

describe('a path of one-minute candles split into finer candles of the same path', () => {
  it.each(Object.keys(FORMS) as RunnableKind[])('changes nothing of what a %s comes to (A3)', (kind) => {
    const definition = definitionOf(kind);
    const spec = definition.page === 'futures' ? PERP : SPOT;
    const params = definition.engineParams({ ...definition.defaults(), ...FORMS[kind] }, spec, 100_000n);
    let traded = 0;
    let ended = 0;
    fc.assert(
      fc.property(candleWalk(), (candles) => {
        const view = shortMeanView(candles, spec);
        const whole = { kind, params, candles, fromIndex: 0, view, curvePoints: candles.open.length };
        const finer = split(candles);
        const marks = Int32Array.from(finer.open, (_, i) => {
          // The last price known at the minute's beginning: what an unknown mark is taken for.
          let at = Math.floor(i / PARTS) - 1;
          while (at >= 0 && (candles.open[at] as number) < 0) at -= 1;
          return at < 0 ? (candles.open[0] as number) : (candles.close[at] as number);
        });
        const expected = told(whole);
        traded += expected.fills.length;
        if (expected.finish !== null) ended += 1;
        expect(told({ ...whole, candles: finer, marks })).toEqual(expected);
      }),
      RUNS,
    );
    // The walks are wild enough that something happens; bots with a stop near the price end.
    expect(traded).toBeGreaterThan(RUNS.numRuns);
    if (FORMS[kind]?.stop_loss !== undefined) expect(ended).toBeGreaterThan(0);
  });
});
