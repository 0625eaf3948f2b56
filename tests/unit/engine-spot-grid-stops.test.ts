import { describe, expect, it } from 'vitest';
import { OPENING_TRIES } from '#lib/engine/opening-price.ts';
import { changeSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import { coins, restingPrices, startBench, TEN_GRIDS, told } from './engine-fixture.ts';

describe('stop loss and take profit', () => {
  it('sells everything where the stop loss was touched, after the lines on the way (C-275)', () => {
    const { go, fills, finishes, machine } = startBench({ stopLossTicks: 950 }, 1200, { slipTicks: 2 });
    go(900, 10);
    expect(told(fills).slice(1)).toEqual([
      ['buy', 1100],
      ['buy', 1000],
      ['sell', 948],
    ]);
    expect(fills.at(-1)).toMatchObject({ role: 'close', level: -1 });
    expect(finishes).toEqual([{ reason: 'stop_loss', timeMs: 10_000 }]);
    expect(machine.holdings().BTC).toBe(0n);
  });

  it('sells no better than the price after a jump over the stop loss', () => {
    const { leap, fills } = startBench({ stopLossTicks: 950 }, 1200);
    leap(700, 10);
    expect(told(fills).slice(1)).toEqual([
      ['buy', 1100],
      ['buy', 1000],
      ['sell', 700],
    ]);
  });

  it('ends as stop_profit when the price touches the take profit', () => {
    const { go, finishes } = startBench({ takeProfitTicks: 2000 }, 1900);
    go(2000, 10);
    expect(finishes[0]?.reason).toBe('stop_profit');
  });

  it('turns both round when it invests base: stop loss above the range, take profit below', () => {
    const sides = { investIn: 'base', investment: coins(10), stopLossTicks: 2100, takeProfitTicks: 950 } as const;
    const up = startBench(sides, 1500);
    up.go(2100, 10);
    expect(up.finishes[0]?.reason).toBe('stop_loss');
    const down = startBench(sides, 1500);
    down.go(950, 10);
    expect(down.finishes[0]?.reason).toBe('stop_profit');
  });

  it('waits for the close of the minute when stops are checked on closes (H10)', () => {
    const { go, finishes, machine } = startBench({ stopLossTicks: 950, stopCheck: 'close' }, 1200);
    go(900, 10);
    go(980, 59);
    go(960, 61);
    expect(finishes).toEqual([]);
    expect(machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
    go(940, 70);
    go(930, 119);
    go(980, 121);
    expect(finishes).toEqual([{ reason: 'stop_loss', timeMs: 120_000 }]);
  });

  it('keeps the coins at a stop when the trader wants to hold them (C-123)', () => {
    const { go, fills, machine } = startBench({ stopLossTicks: 950, keepCoins: true }, 1200);
    go(950, 10);
    expect(fills.filter((fill) => fill.role === 'close')).toEqual([]);
    expect(machine.holdings().BTC).toBeGreaterThan(0n);
    expect(machine.status).toBe('finished');
  });

  it('stops below or above its range only once the price has left it (H18)', () => {
    const below = startBench({ stopBelowRange: true }, 1200);
    below.go(1000, 10);
    expect(below.finishes).toEqual([]);
    below.go(999, 11);
    expect(below.finishes[0]?.reason).toBe('less_low');
    const above = startBench({ stopAboveRange: true }, 1900);
    above.go(2000, 10);
    expect(above.finishes).toEqual([]);
    above.go(2001, 11);
    expect(above.finishes[0]?.reason).toBe('over_high');
  });

  it('that opens past a stop closes at the price that is seen there, and not at the level that was never reached (H18)', () => {
    const below = startBench({ stopBelowRange: true }, 900);
    below.go(900, 0);
    expect(told(below.fills)).toEqual([
      ['buy', 900],
      ['sell', 900],
    ]);
    expect(below.finishes).toEqual([{ reason: 'less_low', timeMs: 0 }]);
    const triggered = startBench({ triggerTicks: 1200, stopLossTicks: 950 }, 1500);
    triggered.leap(900, 10);
    triggered.go(910, 11);
    expect(told(triggered.fills)).toEqual([
      ['buy', 900],
      ['sell', 900],
    ]);
    expect(triggered.finishes).toEqual([{ reason: 'stop_loss', timeMs: 10_000 }]);
  });

  it('that has followed the price to its limit stops at the price that is seen, and not at the edge of its new range (H18)', () => {
    const down = startBench({ stopBelowRange: true, trailDownLimitTicks: 900 }, 1200, { mean: 2000 });
    down.leap(500, 10);
    expect(told(down.fills).at(-1)).toEqual(['sell', 500]);
    expect(down.finishes).toEqual([{ reason: 'less_low', timeMs: 10_000 }]);
    const up = startBench({ stopAboveRange: true, trailUpLimitTicks: 2100 }, 1500, { mean: 100 });
    up.leap(3000, 10);
    expect(up.finishes).toEqual([{ reason: 'over_high', timeMs: 10_000 }]);
    // The momentum lets it move only at a minute's end: the price is far below by then.
    const late = startBench({ stopBelowRange: true, trailDownLimitTicks: 900, momentumE8: 50_000_000n }, 1200, {
      mean: 950,
    });
    late.go(800, 10);
    late.market.mean = 2000;
    late.go(500, 20);
    late.go(501, 61);
    expect(told(late.fills).at(-1)).toEqual(['sell', 500]);
    expect(late.finishes).toEqual([{ reason: 'less_low', timeMs: 60_000 }]);
  });

  it('that opens past a stop of closes waits for the end of the minute (H10)', () => {
    const { go, finishes } = startBench({ stopBelowRange: true, stopCheck: 'close' }, 900);
    go(900, 59);
    expect(finishes).toEqual([]);
    go(905, 61);
    expect(finishes).toEqual([{ reason: 'less_low', timeMs: 60_000 }]);
  });
});

describe('trailing', () => {
  it('moves up by one grid when the price is one spacing above and the momentum suffices (C-270)', () => {
    const { machine, go, operations } = startBench({ trailUpLimitTicks: 2300, momentumE8: 2_000_000n }, 1500, {
      mean: 2000,
    });
    go(2099, 10);
    expect(machine.statistics().range).toEqual({ lowTicks: 1000, highTicks: 2000 });
    go(2100, 11);
    expect(machine.statistics().range).toEqual({ lowTicks: 1100, highTicks: 2100 });
    expect(restingPrices(machine, 'buy')).toEqual([1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000]);
    expect(operations.at(-1)).toEqual({
      type: 'moving-up',
      from: { low_price: '1000', high_price: '2000' },
      to: { low_price: '1100', high_price: '2100' },
    });
  });

  it('takes a stop below its lines for one below, though the range of its creation was lower still', () => {
    const trailing = { trailUpLimitTicks: 3000, momentumE8: 0n };
    const { machine, go } = startBench(trailing, 1500, { mean: 1000 });
    go(2700, 10);
    expect(machine.statistics().range).toEqual({ lowTicks: 1700, highTicks: 2700 });
    const finishes: string[] = [];
    const sink = { fill() {}, order() {}, operation() {}, finish: (reason: string) => finishes.push(reason) };
    const view = {
      movingAverage: () => 1000,
      marketFillTicks: (_feed: number, _side: string, _units: bigint, at: number) => at,
    };
    const before = { ...TEN_GRIDS, ...trailing };
    const change = { deposit: 0n, isLaidAnew: false, prices: [2700], timeMs: 11_000 };
    const changed = changeSpotGrid(before, { ...before, stopLossTicks: 1600 }, machine.snapshot(), change, view, sink);
    if (typeof changed === 'string') throw new Error(changed);
    changed.move(0, 1601, 20_000);
    expect(finishes).toEqual([]);
    changed.move(0, 1600, 30_000);
    expect(finishes).toEqual(['stop_loss']);
  });

  it('stays while the price is too near to its 720-minute mean, says so once, and asks again each minute', () => {
    const { machine, go, orders, market } = startBench({ trailUpLimitTicks: 2300, momentumE8: 2_000_000n }, 1500, {
      mean: 2080,
    });
    go(2110, 10);
    go(2115, 130);
    expect(machine.statistics().range?.highTicks).toBe(2000);
    expect(orders.filter((order) => order.reason === 'momentum-gate')).toHaveLength(1);
    market.mean = 2000;
    go(2116, 179);
    expect(machine.statistics().range?.highTicks).toBe(2000);
    go(2116, 180);
    expect(machine.statistics().range?.highTicks).toBe(2100);
  });

  it('does not move without 720 minutes of history', () => {
    const { machine, go, orders } = startBench({ trailUpLimitTicks: 2300 }, 1500);
    go(2150, 10);
    expect(machine.statistics().range?.highTicks).toBe(2000);
    expect(orders.at(-1)).toMatchObject({ kind: 'withheld', reason: 'momentum-gate' });
  });

  it('forgets a shut gate when the price has come back by the end of the minute', () => {
    const { machine, go, market } = startBench({ trailUpLimitTicks: 2300, momentumE8: 2_000_000n }, 1500, {
      mean: 2090,
    });
    go(2110, 10);
    market.mean = 1000;
    go(2050, 59);
    go(2060, 61);
    expect(machine.statistics().range?.highTicks).toBe(2000);
    expect(machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('does not move past its limit and says so', () => {
    const { machine, go, orders } = startBench({ trailUpLimitTicks: 2299 }, 1500, { mean: 1000 });
    go(2500, 10);
    expect(machine.statistics().range?.highTicks).toBe(2200);
    expect(orders.filter((order) => order.reason === 'trail-limit')).toMatchObject([{ kind: 'withheld', side: 'buy' }]);
  });

  it('moves down with its coins when the price is one spacing below (C-271)', () => {
    const { machine, go, operations, fills } = startBench({ trailDownLimitTicks: 700, momentumE8: 2_000_000n }, 1500, {
      mean: 1500,
    });
    go(850, 10);
    expect(machine.statistics().range).toEqual({ lowTicks: 900, highTicks: 1900 });
    expect(restingPrices(machine, 'sell')[0]).toBe(1000);
    expect(operations.at(-1)?.type).toBe('moving-down');
    expect(fills.filter((fill) => fill.role !== 'grid')).toHaveLength(1);
    go(1000, 20);
    expect(fills.at(-1)).toMatchObject({ side: 'sell', ticks: 1000, matchProfit: null });
    expect(machine.equity([1000]).residual).toBe(0n);
  });

  it('shows the loss in the position when it moves down and sells coins below what they cost', () => {
    const { machine, go } = startBench({ trailDownLimitTicks: 700 }, 2000, { mean: 5000 });
    go(900, 10);
    expect(machine.statistics().range).toEqual({ lowTicks: 900, highTicks: 1900 });
    go(1000, 20);
    // The lot moved from the top was bought at 1900 and sold at 1000; the other nine still stand at their cost.
    const { positionProfit, gridProfit, equity, start } = machine.equity([1000]);
    const lot = machine.openOrders().find((order) => order.side === 'sell')?.quantity as bigint;
    const costs = [1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800].reduce((sum, ticks) => sum + ticks, 0);
    expect(gridProfit).toBe(0n);
    expect(positionProfit).toBe(equity - start);
    expect(positionProfit).toBe(-lot * BigInt(900 + costs - 9 * 1000) * 100_000_000n);
  });

  it('lets a range stop act only where the grid cannot move on', () => {
    const { go, finishes } = startBench({ trailUpLimitTicks: 2150, stopAboveRange: true }, 1500, { mean: 1000 });
    go(2050, 10);
    expect(finishes).toEqual([]);
    go(2101, 11);
    expect(finishes[0]?.reason).toBe('over_high');
  });
});

describe('slippage of the opening (C-293)', () => {
  it('withholds the opening with a reason, tries again each minute and opens when the book allows', () => {
    const { machine, go, orders, market, fills } = startBench({ openingSlippageE8: 1_000_000n }, 1500, {
      slipTicks: 16,
    });
    expect([machine.status, machine.step]).toEqual(['open', 'init-order-process']);
    expect(orders).toMatchObject([{ kind: 'withheld', reason: 'slippage-exceeded', side: 'buy', ticks: 1516 }]);
    market.slipTicks = 15;
    go(1500, 61);
    expect(machine.status).toBe('running');
    expect(fills[0]).toMatchObject({ role: 'open', ticks: 1515 });
  });

  it('fails after its tries and gives the investment back untouched', () => {
    const { machine, go, orders, finishes } = startBench({ openingSlippageE8: 1_000_000n }, 1500, { slipTicks: 100 });
    go(1500, 3600);
    expect(orders.filter((order) => order.reason === 'slippage-exceeded')).toHaveLength(OPENING_TRIES);
    expect(finishes).toEqual([{ reason: 'failed', timeMs: (OPENING_TRIES - 1) * 60_000 }]);
    expect(machine.holdings()).toEqual({ USDT: coins(10_000), BTC: 0n });
  });
});

describe('the owner’s termination (M-088)', () => {
  it('sells at the market', () => {
    const { machine, fills } = startBench({}, 1500, { slipTicks: 3 });
    machine.terminate({ type: 'market' }, [1550], 1000);
    expect(fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: 1547 });
    expect(machine.holdings().BTC).toBe(0n);
  });

  it('keeps the coins when told so, even without the keep-coin flag', () => {
    const { machine, fills } = startBench({}, 1500);
    machine.terminate({ type: 'no_close' }, [1500], 1000);
    expect(fills).toHaveLength(1);
    expect(machine.holdings().BTC).toBe(fills[0]?.quantity);
    expect(machine.status).toBe('finished');
  });

  it('rests a limit close until the price reaches it (M-235)', () => {
    const { machine, go, fills, finishes } = startBench({}, 1500);
    machine.terminate({ type: 'limit', ticks: 1520, expiresAtMs: 60_000 }, [1500], 1000);
    expect([machine.status, machine.step]).toEqual(['stopping', 'stopping']);
    expect(machine.openOrders()).toMatchObject([{ side: 'sell', level: -1, ticks: 1520 }]);
    go(1530, 30);
    expect(fills.at(-1)).toMatchObject({ role: 'close', ticks: 1520 });
    expect(finishes).toEqual([{ reason: 'cancelled', timeMs: 30_000 }]);
  });

  it('cancels a limit close that expires and leaves the coins as coins (M-236)', () => {
    const { machine, go, orders } = startBench({}, 1500);
    machine.terminate({ type: 'limit', ticks: 1520, expiresAtMs: 60_000 }, [1500], 1000);
    go(1519, 59);
    go(1600, 60);
    expect(orders.at(-1)).toMatchObject({ kind: 'cancelled', reason: 'closing' });
    expect(machine.status).toBe('finished');
    expect(machine.holdings().BTC).toBeGreaterThan(0n);
  });

  it('fills a limit close at once when the market is better already', () => {
    const { machine, fills } = startBench({}, 1500, { slipTicks: 3 });
    machine.terminate({ type: 'limit', ticks: 1485, expiresAtMs: 60_000 }, [1500], 1000);
    expect(fills.at(-1)).toMatchObject({ role: 'close', ticks: 1497 });
    expect(machine.status).toBe('finished');
  });

  it('can be changed while the limit close rests', () => {
    const { machine, fills } = startBench({}, 1500);
    machine.terminate({ type: 'limit', ticks: 1900, expiresAtMs: 60_000 }, [1500], 1000);
    machine.terminate({ type: 'market' }, [1510], 2000);
    expect(fills.at(-1)).toMatchObject({ role: 'close', ticks: 1510 });
    expect(machine.status).toBe('finished');
  });

  it('gives a bot that waits for its trigger its investment back, base included', () => {
    const { machine, fills } = startBench({ investIn: 'base', investment: coins(10), triggerTicks: 1600 }, 1500);
    machine.terminate({ type: 'market' }, [1500], 1000);
    expect(fills).toEqual([]);
    expect(machine.holdings()).toEqual({ USDT: 0n, BTC: coins(10) });
  });

  it('does nothing to a bot that is over', () => {
    const { machine, finishes } = startBench({}, 1500);
    machine.terminate({ type: 'market' }, [1500], 1000);
    machine.terminate({ type: 'market' }, [1500], 2000);
    expect(finishes).toHaveLength(1);
  });
});
