import { describe, expect, it } from 'vitest';
import { coins, PLAIN, restingPrices, startBench, TEN_GRIDS, told } from './engine-fixture.ts';

const TENTH_TICK = { ...PLAIN, priceDecimals: 1, tickUnits: 10_000_000n };

describe('the opening of a spot grid', () => {
  it('rests buys below the line nearest to the price and sells above it (Open-Trader example)', () => {
    const { machine } = startBench({ lowTicks: 2500, highTicks: 2800, gridCount: 15 }, 2610);
    expect(restingPrices(machine, 'buy').at(-1)).toBe(2600);
    expect(machine.withheldOrders()).toMatchObject([{ ticks: 2620, reason: 'at-price' }]);
    expect(restingPrices(machine, 'sell')[0]).toBe(2640);
    expect(machine.openOrders()).toHaveLength(15);
  });

  it.each([
    ['Gate 22274', 30, 150, 3, [30, 70, 110, 150]],
    ['KuCoin 21959472633113', 8000, 12_000, 4, [8000, 9000, 10_000, 11_000, 12_000]],
  ])('has n + 1 lines for n grids (%s)', (_source, lowTicks, highTicks, gridCount, lines) => {
    const { machine } = startBench({ lowTicks, highTicks, gridCount, investment: coins(1_000_000) }, highTicks);
    const all = [...machine.openOrders(), ...machine.withheldOrders()].map((line) => line.ticks);
    expect(all.sort((a, b) => a - b)).toEqual(lines);
  });

  it('buys with one market order exactly the coins that the sells need, and keeps the rest of the money', () => {
    const { machine, fills } = startBench({}, 1500, { slipTicks: 5 });
    const sells = machine.openOrders().filter((order) => order.side === 'sell');
    expect(fills).toHaveLength(1);
    expect(fills[0]).toMatchObject({ side: 'buy', role: 'open', ticks: 1505, level: -1, matchProfit: null });
    expect(fills[0]?.quantity).toBe(sells.reduce((sum, order) => sum + order.quantity, 0n));
    const buysCost = machine
      .openOrders()
      .reduce((sum, o) => (o.side === 'buy' ? sum + o.quantity * BigInt(o.ticks) : sum), 0n);
    const left = (machine.holdings().USDT as bigint) - buysCost;
    // Less than one more lot in each of the ten grids would have cost.
    expect(left).toBeGreaterThanOrEqual(0n);
    expect(left).toBeLessThan(20_000n);
  });

  it('buys the fee of the opening too, so that every sell is covered', () => {
    const { machine, fills } = startBench({ feeRate: 100_000n }, 1500);
    const sold = machine.openOrders().reduce((sum, o) => (o.side === 'sell' ? sum + o.quantity : sum), 0n);
    expect((fills[0]?.quantity as bigint) - (fills[0]?.fee as bigint)).toBe(machine.holdings().BTC);
    expect(machine.holdings().BTC).toBeGreaterThanOrEqual(sold);
    expect(machine.openOrders()).toHaveLength(10);
  });

  it('sells base for the money that the buys need when it invests base', () => {
    const { machine, fills } = startBench({ investIn: 'base', investment: coins(10), feeRate: 100_000n }, 1500);
    expect(fills[0]).toMatchObject({ side: 'sell', role: 'open' });
    expect(machine.openOrders()).toHaveLength(10);
    const cost = machine
      .openOrders()
      .reduce((sum, o) => (o.side === 'buy' ? sum + o.quantity * BigInt(o.ticks) : sum), 0n);
    expect(machine.holdings().USDT).toBeGreaterThanOrEqual(cost);
    expect(machine.equity([1500]).start).toBe(coins(10) * 1500n * 100_000_000n);
  });

  it('needs no opening order above its range, and buys every coin below it', () => {
    const above = startBench({}, 2500);
    expect(above.fills).toEqual([]);
    expect(restingPrices(above.machine, 'buy')).toHaveLength(10);
    const below = startBench({}, 800);
    expect(below.fills).toHaveLength(1);
    expect(restingPrices(below.machine, 'sell')).toHaveLength(10);
    expect(below.orders.at(-1)).toMatchObject({ kind: 'withheld', reason: 'out-of-range', ticks: 1000 });
  });

  it('buys (1 + ratio) times as much in each lower grid when quantities are in a ratio', () => {
    const { machine } = startBench({ quantity: { type: 'ratio', ratioE8: 10_000_000n } }, 2500);
    const quantities = machine.openOrders().map((order) => Number(order.quantity));
    for (let i = 1; i < quantities.length; i += 1) {
      expect((quantities[i - 1] as number) / (quantities[i] as number)).toBeCloseTo(1.1, 5);
    }
  });

  it('ends as money_not_enough, the investment untouched, when no order reaches the minimum', () => {
    const { machine, finishes, orders } = startBench({ investment: coins(20) }, 1500);
    expect(finishes).toEqual([{ reason: 'money_not_enough', timeMs: 0 }]);
    expect(orders.filter((order) => order.reason === 'below-minimum')).toHaveLength(10);
    expect(machine.holdings()).toEqual({ USDT: coins(20), BTC: 0n });
  });

  it('gives a reason for the lines of a ratio grid that are below the minimum and trades the others', () => {
    const ratio = { type: 'ratio', ratioE8: 50_000_000n } as const;
    const { machine, finishes } = startBench({ quantity: ratio, investment: coins(80) }, 2500);
    expect(finishes).toEqual([]);
    const withheld = machine.withheldOrders().filter((order) => order.reason === 'below-minimum');
    expect(withheld.length).toBeGreaterThan(0);
    expect(withheld.length + machine.openOrders().length).toBe(10);
  });

  it('buys nothing where the coins that its fee leaves could not be sold again', () => {
    const narrow = { lowTicks: 1000, highTicks: 1002, gridCount: 2, feeRate: 5_000_000n };
    expect(startBench({ ...narrow, investment: coins(6.1) }, 1010).finishes[0]?.reason).toBe('money_not_enough');
    expect(startBench({ ...narrow, investment: coins(6.5) }, 1010).finishes).toEqual([]);
  });

  it('fails where an order would be more than can be counted: 2^53 units of the quote asset, at the highest price that it can sell at', () => {
    const most = { lowTicks: 1000, highTicks: 2000, gridCount: 2 };
    expect(startBench({ ...most, investment: coins(90_000_000) }, 2000).finishes).toEqual([]);
    expect(startBench({ ...most, investment: coins(130_000_000) }, 2000).finishes[0]?.reason).toBe('failed');
    const trailing = { ...most, trailUpLimitTicks: 4000, investment: coins(90_000_000) };
    expect(startBench(trailing, 2000).finishes[0]?.reason).toBe('failed');
    // At once, whatever else keeps it from opening.
    const dear = { ...trailing, openingSlippageE8: 1n };
    expect(startBench(dear, 1500, { slipTicks: 10 }).finishes.map(({ reason }) => reason)).toEqual(['failed']);
  });

  it('fails when the range has fewer ticks than grids', () => {
    expect(startBench({ lowTicks: 1000, highTicks: 1005 }, 1002).finishes[0]?.reason).toBe('failed');
  });
});

describe('the trigger price', () => {
  it('keeps the bot waiting until the price touches it, then opens there (C-261)', () => {
    const { machine, go, fills, orders, operations } = startBench({ triggerTicks: 1400 }, 1500);
    expect([machine.status, machine.step]).toEqual(['open', 'wait-touch']);
    expect(orders).toMatchObject([{ kind: 'withheld', reason: 'waiting-trigger', ticks: 1400 }]);
    go(1401, 10);
    expect(machine.status).toBe('open');
    go(1350, 20);
    expect([machine.status, machine.step]).toEqual(['running', 'running']);
    expect(fills[0]).toMatchObject({ role: 'open', ticks: 1400 });
    expect(operations.map((operation) => operation.type)).toEqual(['create', 'trigger', 'open_position', 'run']);
  });

  it('opens at the price that is next seen when the market jumps over it', () => {
    const { leap, fills } = startBench({ triggerTicks: 1600 }, 1500);
    leap(1730, 10);
    expect(fills[0]).toMatchObject({ role: 'open', ticks: 1730 });
  });
});

describe('fills of a spot grid', () => {
  it('fills each line that the price passes at its own price and rests the counter-order one line away', () => {
    const { machine, go, fills } = startBench({}, 1500);
    go(1250, 10);
    expect(told(fills).slice(1)).toEqual([
      ['buy', 1400],
      ['buy', 1300],
    ]);
    expect(restingPrices(machine, 'sell').slice(0, 2)).toEqual([1400, 1500]);
    expect(restingPrices(machine, 'buy').at(-1)).toBe(1200);
    go(1400, 20);
    expect(told(fills).at(-1)).toEqual(['sell', 1400]);
    expect(restingPrices(machine, 'buy').at(-1)).toBe(1300);
  });

  it('earns what Bybit’s worked example earns on a matched pair, both fees taken from what is received', () => {
    // 53,000 → 57,000 with 0.08795882 BTC; the investment is what the two buys of this grid cost exactly.
    const change = {
      lowTicks: 53_000,
      highTicks: 61_000,
      gridCount: 2,
      investment: 8_795_882n * 110_000n,
      feeRate: 100_000n,
    };
    const { go, fills } = startBench(change, 61_000);
    go(53_000, 10);
    go(57_000, 20);
    const [, buy, sell] = fills;
    expect(buy).toMatchObject({ quantity: 8_795_882n, fee: 8796n, feeAsset: 'BTC', matchProfit: null });
    expect(sell).toMatchObject({ quantity: 8_787_086n, feeAsset: 'USDT' });
    const fees = Number(sell?.fee) / 1e8 + (Number(buy?.fee) / 1e8) * 57_000;
    expect((Number(sell?.matchProfit) / 1e8).toFixed(2)).toBe('341.81');
    expect(fees.toFixed(2)).toBe('10.02');
  });

  it('returns per grid what OKX’s example says (levels floored to the tick, fees on both legs)', () => {
    const change = { spec: TENTH_TICK, lowTicks: 4000, highTicks: 50_000, investment: coins(1e7), feeRate: 100_000n };
    const { go, fills } = startBench(change, 50_000);
    go(4000, 10);
    go(50_000, 20);
    const bought = new Map(fills.filter((fill) => fill.side === 'buy').map((fill) => [fill.level, fill.quote]));
    const returns = fills
      .filter((fill) => fill.matchProfit !== null)
      .map((fill) => Number(fill.matchProfit) / Number(bought.get(fill.level - 1)));
    expect(returns).toHaveLength(10);
    expect(Math.max(...returns)).toBeCloseTo(1.14570215, 6);
    expect(Math.min(...returns)).toBeCloseTo(0.0991200440528634, 6);
  });

  it('completes no pair when it sells coins of the opening', () => {
    const { machine, go, fills } = startBench({}, 1500);
    go(1600, 10);
    expect(fills.at(-1)).toMatchObject({ side: 'sell', matchProfit: null });
    expect(machine.statistics()).toMatchObject({ fills: 2, matches: 0, matchedProfit: 0n });
    const statement = machine.equity([1600]);
    expect(statement.gridProfit).toBe(0n);
    expect(statement.positionProfit).toBe(statement.equity - statement.start);
  });

  it('fills limit orders at their own price when the market jumps over them', () => {
    const { leap, fills } = startBench({}, 1500);
    leap(1150, 10);
    expect(told(fills).slice(1)).toEqual([
      ['buy', 1400],
      ['buy', 1300],
      ['buy', 1200],
    ]);
  });

  it('places a buy that waited for money as soon as another sell brings enough', () => {
    // Lots of 0.01 and a fee of a tenth: of 0.03 bought only 0.02 can be sold, which does not pay for the next 0.03.
    const spec = { ...PLAIN, amountDecimals: 2, lotUnits: 1_000_000n };
    const range = { lowTicks: 1000, highTicks: 5062, gridCount: 4, spacing: 'geometric' } as const;
    const { machine, go } = startBench({ ...range, spec, feeRate: 10_000_000n, investment: coins(181) }, 1500);
    go(1000, 10);
    go(1600, 20);
    expect(machine.withheldOrders()).toContainEqual({ side: 'buy', level: 0, ticks: 1000, reason: 'no-funds' });
    go(2300, 30);
    expect(restingPrices(machine, 'buy')).toEqual([1000, 1499]);
  });

  it('places a buy that waited for money once a move up sets some free', () => {
    const spec = { ...PLAIN, amountDecimals: 2, lotUnits: 1_000_000n };
    const quantity = { type: 'ratio', ratioE8: 50_000_000n } as const;
    const range = { lowTicks: 1000, highTicks: 3375, gridCount: 3, spacing: 'geometric', quantity } as const;
    const change = { ...range, spec, feeRate: 10_000_000n, investment: coins(152), trailUpLimitTicks: 8000 };
    const { machine, go } = startBench(change, 4000, { mean: 1 });
    go(2250, 10);
    go(4000, 20);
    expect(machine.withheldOrders()).toContainEqual({ side: 'buy', level: 2, ticks: 2250, reason: 'no-funds' });
    go(7600, 30);
    expect(machine.statistics().range?.lowTicks).toBe(2250);
    expect(restingPrices(machine, 'buy')).toContain(2250);
  });

  it('uses the parts of a lot that fees leave over once they make up a lot', () => {
    const spec = { ...PLAIN, amountDecimals: 3, lotUnits: 100_000n };
    const { machine, go } = startBench(
      { spec, feeRate: 100_000n, gridCount: 2, lowTicks: 1000, highTicks: 3000 },
      3000,
    );
    let second = 0;
    for (let round = 0; round < 40; round += 1) {
      go(1900, ++second);
      go(3000, ++second);
    }
    expect(machine.holdings().BTC).toBeLessThan(2n * spec.lotUnits);
    expect(machine.statistics().matches).toBe(40);
  });
});

describe('the record of a spot grid', () => {
  it('names each step of a life that the owner ends', () => {
    const { machine, operations, orders, finishes } = startBench({}, 1500);
    machine.terminate({ type: 'market' }, [1500], 5000);
    expect(operations.map((operation) => operation.type)).toEqual([
      'create',
      'open_position',
      'run',
      'before_terminate',
      'terminate',
      'after_terminate',
      'stop',
    ]);
    expect(finishes).toEqual([{ reason: 'cancelled', timeMs: 5000 }]);
    expect(orders.filter((order) => order.kind === 'cancelled')).toHaveLength(10);
    expect([machine.status, machine.step]).toEqual(['finished', 'stopped']);
  });

  it('has from and to as plain values that JSON can hold', () => {
    const { operations, machine } = startBench({ trailUpLimitTicks: 3000 }, 1500, { mean: 1000 });
    machine.move(0, 2200, 10);
    machine.terminate({ type: 'market' }, [2200], 20_000);
    expect(JSON.parse(JSON.stringify(operations))).toEqual(operations);
  });

  it('gives back what it held, whatever the fees, to the last unit', () => {
    const { machine, fills } = startBench({ feeRate: 100_000n }, 1500);
    machine.terminate({ type: 'market' }, [1500], 1000);
    const [buy, sell] = fills;
    const quote = TEN_GRIDS.investment - (buy?.quote as bigint) + (sell?.quote as bigint) - (sell?.fee as bigint);
    expect(machine.holdings()).toEqual({ USDT: quote, BTC: 0n });
    expect(machine.equity([1500]).residual).toBe(0n);
  });
});

describe('a ratio grid that followed the price far down', () => {
  it('wants as much again when it is back, though what it wanted down there was more than a number counts', () => {
    const change = {
      lowTicks: 1_000_000,
      highTicks: 1_010_000,
      gridCount: 2,
      quantity: { type: 'ratio', ratioE8: 100_000_000n },
      trailDownLimitTicks: 500_000,
      trailUpLimitTicks: 1_010_000,
      investment: coins(100_000),
    } as const;
    const { machine, market, go } = startBench(change, 1_004_000);
    const wanted = (): string[] =>
      (machine.snapshot() as { intervals: string[][] }).intervals.map(([lots = '']) => lots);
    const atFirst = wanted();
    market.mean = 1e9;
    go(650_000, 1);
    // Twice as much each of seventy times.
    expect(machine.snapshot()).toMatchObject({ shift: -70 });
    expect(wanted().map((lots, i) => BigInt(lots) >> 70n === BigInt(atFirst[i] ?? ''))).toEqual([true, true]);
    market.mean = 1;
    go(1_012_000, 2);
    expect(machine.snapshot()).toMatchObject({ shift: 0 });
    expect(wanted()).toEqual(atFirst);
  });
});
