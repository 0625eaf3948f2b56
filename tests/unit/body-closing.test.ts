import { describe, expect, it } from 'vitest';
import { createContractMartingale, restoreContractMartingale } from '#lib/kinds/martingale/engine.ts';
import { coins, startBench, told } from './engine-fixture.ts';
import { startFutures } from './engine-futures-bench.ts';
import { startMartingale } from './martingale-bench.ts';
import { LINEAR } from './martingale-fixture.ts';

describe('a limit close that the price meets already', () => {
  it('fills at its limit where the market would give less', () => {
    const { machine, fills } = startBench({}, 1550, { slipTicks: 5 });
    fills.length = 0;
    machine.terminate({ type: 'limit', ticks: 1548, expiresAtMs: 600_000 }, [1550], 1_000);
    expect(told(fills)).toEqual([['sell', 1548]]);
    expect(machine.status).toBe('finished');
  });

  it('fills at the market where that gives more', () => {
    const { machine, fills } = startBench({}, 1550, { slipTicks: 5 });
    fills.length = 0;
    machine.terminate({ type: 'limit', ticks: 1500, expiresAtMs: 600_000 }, [1550], 1_000);
    expect(told(fills)).toEqual([['sell', 1545]]);
  });
});

const limitAt = (ticks: number, expiresAtMs = 600_000) => ({ type: 'limit', ticks, expiresAtMs }) as const;

describe('a limit close that the book has not enough for', () => {
  /** A grid with 4 coins or so, at 1550. */
  function closing(depth: bigint, expiresAtMs?: number) {
    const bench = startBench({}, 1550, { slipTicks: 5, depth });
    const held = bench.machine.holdings().BTC as bigint;
    bench.fills.length = 0;
    bench.machine.terminate(limitAt(1500, expiresAtMs), [1550], 1_000);
    return { ...bench, held };
  }
  const depth = coins(0.1);

  it('trades at the market what there is, and rests with the rest', () => {
    const { machine, fills, held, operations } = closing(depth);
    expect(told(fills)).toEqual([['sell', 1545]]);
    expect(fills[0]?.quantity).toBe(depth);
    expect(machine.status).toBe('stopping');
    expect(machine.openOrders()).toEqual([{ side: 'sell', level: -1, ticks: 1500, quantity: held - depth }]);
    expect(operations.find(({ type }) => type === 'terminate')?.to).toMatchObject({ close: 'limit', price: '1545' });
    expect(machine.equity([1550]).residual).toBe(0n);
  });

  it('takes what the book has again at every minute’s end, at the price of then, and ends with the last part', () => {
    const { machine, go, fills, finishes, market, held } = closing(depth);
    go(1540, 59);
    go(1600, 59.5);
    // Nor one that it is told unasked.
    machine.move(0, 1610, 59_600);
    machine.jump(0, 1600, 59_700);
    expect(fills).toHaveLength(1);
    go(1541, 61);
    expect(told(fills)).toEqual([
      ['sell', 1545],
      ['sell', 1595],
    ]);
    market.depth = held;
    go(1541, 120);
    expect(told(fills).at(-1)).toEqual(['sell', 1536]);
    expect(fills.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(held);
    expect(finishes).toEqual([{ reason: 'cancelled', timeMs: 120_000 }]);
    expect(machine.holdings().BTC).toBe(0n);
  });

  it('waits for the price like any resting order once that has left its limit, and fills whole when it is reached', () => {
    const { go, fills, finishes, held } = closing(depth);
    go(1490, 59);
    go(1495, 61);
    expect(fills).toHaveLength(1);
    go(1500, 62);
    expect(told(fills).at(-1)).toEqual(['sell', 1500]);
    expect(fills.at(-1)?.quantity).toBe(held - depth);
    expect(finishes).toHaveLength(1);
  });

  it('is over with its time: what has filled is sold, the rest stays coins', () => {
    const { machine, go, fills, finishes, orders, held } = closing(depth, 60_000);
    go(1550, 61);
    expect(fills).toHaveLength(1);
    expect(finishes).toEqual([{ reason: 'cancelled', timeMs: 60_000 }]);
    expect(orders.at(-1)).toMatchObject({ kind: 'cancelled', reason: 'closing', quantity: held - depth });
    expect(machine.holdings().BTC).toBe(held - depth);
  });

  it('is another order when its owner says so (M-138): the old one is cancelled, the rest goes by the new limit', () => {
    const { machine, fills, orders, market, held } = closing(depth);
    market.depth = 0n;
    machine.terminate(limitAt(1520, 700_000), [1550], 2_000);
    expect(orders.slice(-2)).toMatchObject([
      { kind: 'cancelled', ticks: 1500, quantity: held - depth },
      { kind: 'placed', ticks: 1520, quantity: held - depth },
    ]);
    expect(machine.openOrders()).toMatchObject([{ ticks: 1520, quantity: held - depth }]);
    machine.terminate({ type: 'market' }, [1550], 3_000);
    expect(fills.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(held);
    expect(machine.status).toBe('finished');
  });

  it('takes no more of the book for being adjusted: what was taken comes back at the minute’s end', () => {
    const { machine, go, fills } = closing(depth);
    for (const [second, limit] of [
      [2, 1500],
      [3, 1560],
      [4, 1490],
    ] as const) {
      machine.terminate(limitAt(limit, 700_000), [1550], second * 1_000);
      expect(machine.status).toBe('stopping');
    }
    expect(fills).toHaveLength(1);
    go(1550, 61);
    expect(fills).toHaveLength(2);
    expect(fills.at(-1)?.quantity).toBe(depth);
  });

  it('closes a position in a contract in parts, and what is left when its time is over at the market', () => {
    const { machine, go, fills, finishes, market } = startFutures({}, 1500);
    const held = machine.position?.([1500, 1500])?.size as bigint;
    fills.length = 0;
    market.depth = coins(0.3);
    machine.terminate(limitAt(1480, 60_000), [1500, 1500], 5_000);
    expect(fills).toMatchObject([{ role: 'close', quantity: coins(0.3), ticks: 1500 }]);
    const left = machine.position?.([1500, 1500])?.size as bigint;
    expect(left).toBeGreaterThan(0n);
    expect(left).toBeLessThan(held);
    expect(machine.equity([1500, 1500]).residual).toBe(0n);
    go(1490, 61);
    expect(fills).toHaveLength(2);
    expect(machine.position?.([1490, 1490])).toBeNull();
    expect(finishes).toEqual([{ reason: 'cancelled', timeMs: 60_000 }]);
  });

  it.each([
    ['coins', {}, undefined, 1000],
    [
      'a contract',
      { spec: LINEAR, leverage: 10, firstSize: 100n, investment: coins(2000) },
      { create: createContractMartingale, restore: restoreContractMartingale } as unknown as Parameters<
        typeof startMartingale
      >[2],
      100_000,
    ],
  ] as const)(
    'puts a round in %s on record with all of its parts, across a restart',
    (_what, change, makers, price) => {
      // Above what it was bought at, below its take profit: the round has a profit that is more than rounding.
      const last = Math.round(price * 1.005);
      const limit = limitAt(Math.round(price * 0.98));
      const whole = startMartingale(change, price, makers);
      whole.machine.terminate(limit, [last, last], 5_000);
      const bench = startMartingale(change, price, makers);
      const opened = bench.fills[0]?.quantity as bigint;
      bench.market.depth = opened / 4n;
      bench.machine.terminate(limit, [last, last], 5_000);
      expect(bench.rounds).toEqual([]);
      // Nor is the part a trade of its own.
      expect(bench.fills.at(-1)?.matchProfit).toBeNull();
      expect(bench.machine.statistics()).toMatchObject({ matches: 0, matchedProfit: 0n });
      bench.restart();
      bench.market.depth = opened;
      bench.go(last, 6);
      bench.go(last, 61);
      expect(bench.machine.status).toBe('finished');
      const closed = bench.fills.slice(1);
      expect(closed).toHaveLength(2);
      const [one] = whole.rounds;
      const [parted] = bench.rounds;
      const sums = (orders: typeof closed) => orders.reduce((sum, { quantity }) => sum + quantity, 0n);
      expect(sums(closed)).toBe(sums(whole.fills.slice(1)));
      expect(parted?.round.invested).toBe(one?.round.invested);
      const off = (parted?.round.profit as bigint) - (one?.round.profit as bigint);
      // Each part is rounded by itself.
      expect(off >= -4n && off <= 4n).toBe(true);
      const exits = parted?.orders.filter(({ type }) => type === 'close') ?? [];
      expect(exits.map(({ matchQuantity }) => matchQuantity)).toEqual(closed.map(({ quantity }) => quantity));
      expect(bench.machine.statistics()).toMatchObject({ matches: 1, matchedProfit: parted?.round.profit });
      expect(closed.at(-1)?.matchProfit).toBe(parted?.round.profit);
    },
  );
});

describe('a limit close that a venue executes in pieces', () => {
  const piece = (quantity: bigint) => ({ quantity, quote: quantity * 1600n, fee: 0n });
  const order = { side: 'sell', level: -1 } as const;

  it.each([
    ['coins', () => startBench({}, 1550)],
    ['a contract', () => startFutures({}, 1550)],
  ] as const)(
    'is over when its time ends between the last piece of %s and the answer, and trades nothing more',
    (_what, start) => {
      const { machine, fills, orders, finishes } = start();
      fills.length = 0;
      machine.terminate(limitAt(1600, 60_000), [1550, 1550], 1_000);
      const [{ quantity = 0n } = {}] = machine.openOrders();
      machine.fillPiece?.(order, piece(quantity), 2_000);
      orders.length = 0;
      machine.wakeByTime(60_000, [1550, 1550]);
      expect(fills.map(({ ticks, quantity: filled }) => [ticks, filled])).toEqual([[1600, quantity]]);
      expect(orders).toEqual([]);
      expect(finishes).toEqual([{ reason: 'cancelled', timeMs: 60_000 }]);
      expect(machine.equity([1550, 1550]).residual).toBe(0n);
    },
  );
});
