import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import type { EngineSink, Fill, OrderEvent, WakeSlot } from '#lib/engine/machine.ts';
import { fallTicks, minimumInfiniteInvestment, riseTicks } from '#lib/formulas/infinite-grid.ts';
import { infiniteChartLines } from '#lib/kinds/infinite-grid/definition/lines.ts';
import { INFINITE_DEFAULTS } from '#lib/kinds/infinite-grid/definition/values.ts';
import { createInfiniteGrid } from '#lib/kinds/infinite-grid/engine.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import { areCandlesThere, readRecordedCandles } from '#tests/support/recorded-candles.ts';
import { coins, PLAIN } from './engine-fixture.ts';

const ONE_PERCENT: InfiniteGridParams = {
  spec: PLAIN,
  fallE8: 1_000_000n,
  riseE8: 1_000_000n,
  investIn: 'quote',
  investment: coins(1000),
  triggerTicks: null,
  stopLossTicks: null,
  takeProfitTicks: null,
  stopCheck: 'tick',
  keepCoins: false,
  feeRate: 0n,
};

/** A form that nobody's money is known of. */
const NOBODY = { maxGrid: 200, feeRate: 0n, minAmount: null, available: null, phase: 'typing' } as const;

function bench(change: Partial<InfiniteGridParams>, ticks: number) {
  const fills: Fill[] = [];
  const orders: OrderEvent[] = [];
  const finishes: string[] = [];
  const sink: EngineSink = {
    fill: (fill) => fills.push(fill),
    order: (event) => orders.push(event),
    operation: () => {},
    finish: (reason) => finishes.push(reason),
  };
  const view = {
    movingAverage: () => Number.NaN,
    marketFillTicks: (_feed: number, _side: string, _quantity: bigint, at: number) => at,
  };
  const machine = createInfiniteGrid({ ...ONE_PERCENT, ...change }, view, sink);
  machine.start([ticks], 0);
  const go = (next: number, second: number): void => {
    while (machine.wakeAtMs <= second * 1000) machine.wakeByTime(machine.wakeAtMs, [next]);
    const slot = machine.slots[0] as WakeSlot;
    if (next <= slot.below || next >= slot.above) machine.move(0, next, second * 1000);
  };
  return { machine, fills, orders, finishes, go };
}

describe('an infinite grid', () => {
  it('holds 1000 USDT of coins and, when they rise by 1 %, sells what is 10 USDT above that (oracle infinite_grid)', () => {
    const { machine, fills, go } = bench({}, 1000);
    expect(machine.holdings()).toEqual({ USDT: 0n, BTC: coins(1) });
    go(1009, 1);
    expect(fills).toHaveLength(1);
    go(1010, 2);
    const sale = fills[1] as Fill;
    expect([sale.side, sale.role, sale.ticks, sale.matchProfit]).toEqual(['sell', 'grid', 1010, null]);
    // 10 USDT but for the part of the last lot that cannot be sold.
    const lot = 1010n;
    expect(sale.quote).toBeLessThanOrEqual(coins(10));
    expect(sale.quote).toBeGreaterThan(coins(10) - lot);
    const worth = ((machine.holdings().BTC as bigint) * 1010n) as bigint;
    expect(worth).toBeGreaterThanOrEqual(coins(1000));
    expect(worth).toBeLessThan(coins(1000) + lot);
  });

  it('never sells its last coins: however far the price rises, coins of the constant value are left', () => {
    const { machine, fills, go } = bench({}, 1000);
    go(1_000_000, 1);
    expect(fills.length).toBeGreaterThan(600);
    const value = (machine.holdings().BTC as bigint) * 1_000_000n;
    expect(value).toBeGreaterThanOrEqual(coins(1000));
    expect(value).toBeLessThan(coins(1010) + 1_000_000n);
  });

  it('buys back with what sales brought in, and the pair earns the sale less the buy', () => {
    const { machine, fills, go } = bench({}, 10_000);
    go(10_100, 1);
    go(9_999, 2);
    const [, sale, buy] = fills as [Fill, Fill, Fill];
    expect([buy.side, buy.ticks]).toEqual(['buy', 9_999]);
    const part = (sale.quote * buy.quantity) / sale.quantity;
    const expected =
      buy.quantity >= sale.quantity ? sale.quote - (buy.quote * sale.quantity) / buy.quantity : part - buy.quote;
    const profit = buy.matchProfit as bigint;
    expect(profit - expected).toBeGreaterThanOrEqual(-1n);
    expect(profit - expected).toBeLessThanOrEqual(1n);
    expect(profit).toBeGreaterThan(0n);
    expect(machine.statistics()).toMatchObject({ matches: 1, matchedProfit: profit, range: null });
  });

  it('pays both fees of a pair out of its profit', () => {
    const { fills, go } = bench({ feeRate: 100_000n }, 10_000);
    go(10_100, 1);
    go(9_999, 2);
    const free = bench({}, 10_000);
    free.go(10_100, 1);
    free.go(9_999, 2);
    expect((fills[2] as Fill).matchProfit).toBeLessThan((free.fills[2] as Fill).matchProfit as bigint);
    expect(fills[1]?.feeAsset).toBe('USDT');
    expect(fills[2]?.feeAsset).toBe('BTC');
  });

  it('does not buy while sales have brought in nothing, says so, and sells again when the price rises', () => {
    const { machine, fills, orders, go } = bench({}, 1000);
    expect(machine.withheldOrders()).toEqual([{ side: 'buy', level: 0, ticks: 990, reason: 'no-funds' }]);
    expect(orders).toContainEqual(expect.objectContaining({ kind: 'withheld', reason: 'no-funds', side: 'buy' }));
    go(500, 1);
    expect(fills).toHaveLength(1);
    go(1010, 2);
    expect(fills[1]?.side).toBe('sell');
  });

  it('buys as much as there is money for when that is less than what is lacking', () => {
    const { machine, fills, go } = bench({ fallE8: 20_000_000n }, 1000);
    go(1010, 1);
    go(800, 2);
    expect(fills[2]?.side).toBe('buy');
    expect(machine.holdings().USDT).toBeLessThan(1000n);
    expect(machine.withheldOrders().map((order) => order.reason)).toContain('no-funds');
  });

  it('takes invested coins as they are, without an opening order', () => {
    const { machine, fills } = bench({ investIn: 'base', investment: coins(2) }, 1000);
    expect(fills).toEqual([]);
    expect(machine.openOrders()).toMatchObject([{ side: 'sell', ticks: 1010 }]);
  });

  it('waits for its trigger price, from above and from below', () => {
    for (const trigger of [900, 1100]) {
      const { machine, fills, go } = bench({ triggerTicks: trigger }, 1000);
      expect(machine.step).toBe('wait-touch');
      expect(machine.withheldOrders()[0]?.reason).toBe('waiting-trigger');
      go(trigger, 1);
      expect(machine.status).toBe('running');
      expect(fills[0]).toMatchObject({ role: 'open', ticks: trigger });
    }
  });

  it('sells everything at its stop loss and its take profit, which are prices (X14)', () => {
    const loss = bench({ stopLossTicks: 900 }, 1000);
    loss.go(899, 1);
    expect(loss.finishes).toEqual(['stop_loss']);
    expect(loss.fills.at(-1)).toMatchObject({ role: 'close', ticks: 900 });
    expect(loss.machine.holdings().BTC).toBe(0n);
    const profit = bench({ takeProfitTicks: 1100, keepCoins: true }, 1000);
    profit.go(1200, 1);
    expect(profit.finishes).toEqual(['stop_profit']);
    expect(profit.machine.holdings().BTC).toBeGreaterThan(0n);
  });

  it('checks a stop on the close of the minute when told so', () => {
    const { finishes, go } = bench({ stopLossTicks: 900, stopCheck: 'close' }, 1000);
    go(899, 1);
    go(950, 60);
    expect(finishes).toEqual([]);
    go(899, 61);
    go(880, 120);
    expect(finishes).toEqual(['stop_loss']);
  });

  it('does not run with less than the market takes', () => {
    expect(bench({ investment: coins(2) }, 1000).finishes).toEqual(['money_not_enough']);
  });

  it('trades from the first rise on with its minimum investment, in either asset', () => {
    for (const investIn of ['quote', 'base'] as const) {
      for (const [fallE8, riseE8] of [
        [1_000_000n, 1_000_000n],
        [300_000n, 5_000_000n],
      ] as const) {
        const input = { spec: PLAIN, feeRate: 100_000n, fallE8, riseE8, investIn, lastTicks: 10_000 };
        const investment = minimumInfiniteInvestment(input, null);
        const { machine, fills, go } = bench({ ...input, investment }, 10_000);
        const first = machine.openOrders().find((order) => order.side === 'sell');
        expect(first?.ticks).toBe(riseTicks(10_000, riseE8));
        go(riseTicks(10_000, riseE8), 1);
        expect(fills.at(-1)?.side).toBe('sell');
        expect(investment).toBeGreaterThanOrEqual(investIn === 'quote' ? coins(10) : 0n);
      }
    }
  });

  it('rounds its next prices away from the last trade and always leaves it', () => {
    expect([riseTicks(1000, 1_000_000n), fallTicks(1000, 1_000_000n)]).toEqual([1010, 990]);
    expect([riseTicks(1001, 1_000_000n), fallTicks(1001, 1_000_000n)]).toEqual([1012, 990]);
    expect([riseTicks(3, 1_000_000n), fallTicks(3, 1_000_000n)]).toEqual([4, 2]);
  });
});

describe('the lines that an infinite grid’s form draws', () => {
  it.each([
    [1501, '0.25'],
    // A rise is a tick at least: of a coin that costs five ticks it is the sixth, and not the price itself.
    [5, '0.2'],
    [60_000, '1'],
  ])('lie where its first orders will rest, to the tick: from %d by %s percent', (ticks, percent) => {
    const rateE8 = BigInt(Math.round(Number(percent) * 1e6));
    const { machine } = bench({ fallE8: rateE8, riseE8: rateE8, investment: coins(1_000_000) }, ticks);
    // Its buy waits for what the first sale brings: where it will lie its withheld order says.
    const rest = [...machine.openOrders(), ...machine.withheldOrders()];
    const values = { ...INFINITE_DEFAULTS, low_price: percent, high_price: percent };
    const lines = infiniteChartLines(values, { ...NOBODY, spec: PLAIN, lastTicks: ticks });
    const told = lines.map(({ role, ticks: at }) => `${role} ${at}`);
    expect(told.sort()).toEqual(rest.map(({ side, ticks: at }) => `${side} ${at}`).sort());
  });
});

describe.runIf(areCandlesThere)('an infinite grid on thirty recorded days of Bitcoin', () => {
  const params: InfiniteGridParams = {
    ...ONE_PERCENT,
    spec: { ...PLAIN, priceDecimals: 2, tickUnits: 1_000_000n, amountDecimals: 6, lotUnits: 100n },
    investment: coins(10_000),
    feeRate: 25_000n,
  };

  it('gives the figures that it has always given, to the last unit', () => {
    const { fills, matches, gridProfit, positionProfit, fees, equity } = runBacktest({
      kind: 'infinite_grid',
      params,
      candles: readRecordedCandles(),
      fromIndex: 0,
    });
    expect(equity.residual).toBe(0n);
    expect({ fills, matches, gridProfit, positionProfit, fees, equity: equity.equity }).toMatchInlineSnapshot(`
      {
        "equity": 111579988174472000000n,
        "fees": 438827377n,
        "fills": 76,
        "gridProfit": 3038342074n,
        "matches": 32,
        "positionProfit": 112761539670n,
      }
    `);
  });
});
