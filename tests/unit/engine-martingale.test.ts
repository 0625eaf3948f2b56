import { describe, expect, it } from 'vitest';
import type { Fill } from '#lib/engine/machine.ts';
import { buildLadder } from '#lib/formulas/martingale-ladder.ts';
import { changeMartingale, restoreMartingale } from '#lib/kinds/martingale/engine.ts';
import { PLAIN } from './engine-fixture.ts';
import { startMartingale } from './martingale-bench.ts';
import { coins, WAITING_FOR_NOTHING } from './martingale-fixture.ts';

const percent = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const told = (fills: readonly Fill[]): [string, string, number][] =>
  fills.map(({ role, side, ticks }) => [role, side, ticks]);

describe('a spot martingale', () => {
  it('buys at the market at once and rests its add orders and its take profit', () => {
    const bot = startMartingale({}, 1000);
    expect(told(bot.fills)).toEqual([['open', 'buy', 1000]]);
    expect(bot.machine.openOrders().map((order) => [order.side, order.ticks])).toEqual([
      ['buy', 990],
      ['buy', 980],
      ['buy', 970],
      ['buy', 960],
      ['sell', 1010],
    ]);
    expect(bot.machine.status).toBe('running');
    expect(bot.machine.slots[0]).toEqual({ below: 990, above: 1010 });
  });

  it('takes the orders along that its first one, filled deep in the book, leaves beyond the price', () => {
    const deep = (ticks: number, quantity: bigint) => (quantity > 20_000_000n ? ticks + 25 : ticks);
    const bot = startMartingale({ multiplierE8: 50_000_000n }, 1000, undefined, deep);
    expect(told(bot.fills)).toEqual([
      ['open', 'buy', 1025],
      ['grid', 'buy', 1000],
      ['grid', 'buy', 1000],
    ]);
    const [next = 0] = bot.machine.openOrders().map(({ ticks }) => ticks);
    expect(next).toBeLessThan(1000);
    expect(bot.machine.slots[0]?.below).toBe(next);
    const filled = bot.fills.length;
    bot.go(1001, 1);
    bot.go(1000, 2);
    expect(bot.fills).toHaveLength(filled);
  });

  it('works with more money from its next round on; the round that runs keeps its orders', () => {
    const { machine } = startMartingale({}, 1000);
    const resting = machine.openOrders();
    const fills: Fill[] = [];
    const more = { ...WAITING_FOR_NOTHING, investment: coins(1000) };
    const funds = { deposit: coins(500), isLaidAnew: true, prices: [1000], timeMs: 1_000 };
    const quiet = { fill: (fill: Fill) => fills.push(fill), order: () => 0, operation: () => 0, finish: () => 0 };
    const view = { movingAverage: () => Number.NaN, marketFillTicks: (...at: unknown[]) => at[3] as number };
    const next = changeMartingale(WAITING_FOR_NOTHING, more, machine.snapshot(), funds, view, quiet);
    if (typeof next === 'string') throw new Error(next);
    expect([next.openOrders(), fills]).toEqual([resting, []]);
    expect(next.equity([1000])).toMatchObject({ deposits: coins(500) * 100_000_000n, residual: 0n });
    const again = restoreMartingale(more, next.snapshot(), view, quiet);
    expect(again.equity([1000])).toEqual(next.equity([1000]));
    // The take profit ends the round; what it began with was 100 of 500, the next one begins with 200 of 1,000.
    again.move(0, 1010, 2_000);
    const [sold, opened] = fills;
    expect([sold?.side, opened?.role]).toEqual(['sell', 'open']);
    expect(Number(opened?.quote) / Number(sold?.quote)).toBeCloseTo(2 / 1.01, 2);
  });

  it('waits until the price touches the trigger, from either side', () => {
    for (const [from, to] of [
      [1000, 900],
      [1000, 1100],
    ] as const) {
      const bot = startMartingale({ triggerTicks: to }, from);
      expect(bot.machine).toMatchObject({ status: 'open', step: 'wait-touch' });
      expect(bot.machine.withheldOrders()).toMatchObject([{ ticks: to, reason: 'waiting-trigger' }]);
      bot.go((from + to) / 2, 1);
      expect(bot.fills).toEqual([]);
      bot.go(to, 2);
      expect(told(bot.fills)).toEqual([['open', 'buy', to]]);
      expect(bot.operations.map(({ type }) => type)).toContain('trigger');
    }
  });

  it('buys one step below the last buy each time, and takes profit on the average of all (C-294, C-300)', () => {
    const bot = startMartingale({}, 1000);
    bot.go(975, 1);
    expect(told(bot.fills).slice(1)).toEqual([
      ['grid', 'buy', 990],
      ['grid', 'buy', 980],
    ]);
    const ladder = buildLadder(WAITING_FOR_NOTHING, 1000);
    expect(bot.machine.round?.()?.takeProfitTicks).toBe(ladder[2]?.takeProfitTicks);
    expect(bot.machine.slots[0]).toEqual({ below: 970, above: ladder[2]?.takeProfitTicks });
  });

  it('never buys more often than its add orders allow (C-297)', () => {
    const bot = startMartingale({ maxAddOrders: 2 }, 1000);
    bot.go(100, 1);
    expect(bot.fills).toHaveLength(3);
    expect(bot.machine.slots[0]?.below).toBe(-1);
  });

  it('sells everything at the take profit, records the round and begins the next at once (M-107, M-108)', () => {
    const bot = startMartingale({ feeRate: 100_000n }, 1000);
    bot.go(990, 1);
    const takeProfitTicks = bot.machine.round?.()?.takeProfitTicks as number;
    bot.go(takeProfitTicks + 3, 2);
    expect(told(bot.fills).slice(2)).toEqual([
      ['grid', 'sell', takeProfitTicks],
      ['open', 'buy', takeProfitTicks],
    ]);
    const [{ round, orders }] = bot.rounds as [(typeof bot.rounds)[number]];
    expect(round).toMatchObject({ cycle: 1, startMs: 0, endMs: 2000 });
    expect(orders.map(({ type, state }) => [type, state])).toEqual([
      ['first_order', 'filled'],
      ['increase_order_1', 'filled'],
      ['increase_order_2', 'cancelled'],
      ['increase_order_3', 'cancelled'],
      ['increase_order_4', 'cancelled'],
      ['take_profit', 'filled'],
    ]);
    const [first, second, sale] = bot.fills as [Fill, Fill, Fill];
    expect(round.invested).toBe(first.quote + second.quote);
    expect(round.profit).toBe(sale.matchProfit);
    expect(round.profit).toBeGreaterThanOrEqual(round.invested / 100n - (round.invested * 2n) / 1000n);
    expect(bot.machine.round?.()).toMatchObject({ cycle: 2 });
    bot.go(takeProfitTicks * 2, 3);
    expect(bot.rounds[1]?.round).toMatchObject({ cycle: 2, startMs: 2000, endMs: 3000 });
    const sum = bot.rounds.reduce((total, each) => total + each.round.profit, 0n);
    expect(bot.machine.statistics()).toMatchObject({ matches: bot.rounds.length, matchedProfit: sum });
  });

  it('shows the present round: held, invested, average cost, exits, orders that rest (M-109, M-145, M-146)', () => {
    const bot = startMartingale({ feeRate: 100_000n, stopLossE8: percent(20) }, 1000);
    bot.go(990, 1);
    const round = bot.machine.round?.();
    const ladder = buildLadder({ ...WAITING_FOR_NOTHING, feeRate: 100_000n, stopLossE8: percent(20) }, 1000)[1];
    expect(round).toMatchObject({
      cycle: 1,
      baseHeld: ladder?.held,
      invested: ladder?.paid,
      quoteHeld: coins(500) - (ladder?.paid as bigint),
      takeProfitTicks: ladder?.takeProfitTicks,
      stopLossTicks: ladder?.stopLossTicks,
    });
    expect(round?.orders.map((order) => order.state)).toEqual([
      'filled',
      'filled',
      'running',
      'running',
      'running',
      'running',
    ]);
    for (const order of round?.orders ?? []) {
      if (order.state === 'running') expect(order.matchQuantity).toBe(0n);
      else expect(order.matchQuantity).toBe(order.quantity);
    }
  });

  it('gives a cycle up at its stop loss and ends (C-301)', () => {
    const bot = startMartingale({ stopLossE8: percent(5), maxAddOrders: 1 }, 1000);
    bot.go(900, 1);
    const stop = Math.floor(((1000 + 990) / 2) * 0.95);
    expect(told(bot.fills).slice(1)).toEqual([
      ['grid', 'buy', 990],
      ['close', 'sell', stop],
    ]);
    expect(bot.finishes).toEqual([{ reason: 'stop_loss', timeMs: 1000 }]);
    expect(bot.rounds[0]?.orders.at(-1)).toMatchObject({ type: 'stop_loss', side: 'sell', state: 'filled' });
    expect(bot.rounds[0]?.orders.find((order) => order.type === 'take_profit')?.state).toBe('cancelled');
    expect(bot.machine.openOrders()).toEqual([]);
  });

  it('reaches a stop that lies above an add order first, and then buys no more (C-302)', () => {
    const bot = startMartingale({ stopLossE8: percent(1.4) }, 1000);
    bot.go(900, 1);
    expect(told(bot.fills)).toEqual([
      ['open', 'buy', 1000],
      ['grid', 'buy', 990],
      ['close', 'sell', 981],
    ]);
  });

  it('fills an add order before a stop at the same price', () => {
    const bot = startMartingale({ stopLossE8: percent(1.5) }, 1000);
    bot.go(990, 1);
    expect(bot.machine.round?.()?.stopLossTicks).toBe(980);
    bot.go(980, 2);
    expect(told(bot.fills).slice(2)).toEqual([['grid', 'buy', 980]]);
  });

  it('pays what the book asks for the size that it buys', () => {
    const bot = startMartingale({}, 1000, undefined, (at, quantity) => (quantity > coins(0.0995) ? at + 10 : at));
    expect(told(bot.fills)).toEqual([['open', 'buy', 1000]]);
    expect(bot.fills[0]?.quantity).toBeLessThanOrEqual(coins(0.0995));
  });

  it('fills limit orders at their own price and stops at the price seen when the price jumps', () => {
    const bot = startMartingale({ stopLossE8: percent(5) }, 1000);
    bot.leap(900, 1);
    expect(told(bot.fills).slice(1)).toEqual([
      ['grid', 'buy', 990],
      ['grid', 'buy', 980],
      ['grid', 'buy', 970],
      ['grid', 'buy', 960],
      ['close', 'sell', 900],
    ]);
    const up = startMartingale({}, 1000);
    up.leap(1100, 1);
    expect(told(up.fills).slice(1)).toEqual([
      ['grid', 'sell', 1010],
      ['open', 'buy', 1100],
    ]);
  });

  it('never stops better than the price at which the stop was set', () => {
    const bot = startMartingale({ stopLossE8: percent(0.1), feeRate: 200_000n, maxAddOrders: 1 }, 100_000);
    expect(bot.machine.round?.()?.stopLossTicks).toBeGreaterThan(100_000);
    bot.go(99_990, 1);
    expect(told(bot.fills).at(-1)).toEqual(['close', 'sell', 100_000]);
  });

  it('hoards: sells only what brings the money back and keeps the rest as coins', () => {
    const bot = startMartingale({ transactionType: 'hoarding', takeProfitE8: percent(10), feeRate: 100_000n }, 1000);
    for (let i = 0, ticks = 1000; i < 5; i += 1) {
      ticks = bot.machine.round?.()?.takeProfitTicks as number;
      bot.go(ticks, i + 1);
    }
    expect(bot.rounds).toHaveLength(5);
    const held = bot.machine.holdings();
    expect(held.BTC).toBeGreaterThan(bot.machine.round?.()?.baseHeld as bigint);
    expect(bot.machine.round?.()?.quoteHeld).toBeGreaterThanOrEqual(
      coins(500) - (bot.machine.round?.()?.invested as bigint),
    );
    for (const { round } of bot.rounds) expect(round.profit).toBeGreaterThan((round.invested * 9n) / 100n);
    bot.machine.terminate({ type: 'market' }, [1700], 9000);
    expect(bot.machine.holdings().BTC).toBe((held.BTC as bigint) - (bot.fills.at(-1)?.quantity as bigint));
    expect(bot.machine.equity([1700]).residual).toBe(0n);
  });

  it('says of every order that is not placed why it is not', () => {
    const small = startMartingale({ investment: coins(14) }, 1000);
    expect(small.finishes).toEqual([{ reason: 'money_not_enough', timeMs: 0 }]);
    expect(small.orders).toMatchObject([{ kind: 'withheld', reason: 'below-minimum' }]);
    const freeRows = [coins(50), coins(1), coins(49)].map((shareE8) => ({ step: percent(1), shareE8 }));
    const bot = startMartingale({ freeRows, investment: coins(100) }, 1000);
    expect(bot.machine.withheldOrders()).toMatchObject([{ level: 1, ticks: 990, reason: 'below-minimum' }]);
    bot.go(980, 1);
    expect(told(bot.fills).slice(1)).toEqual([['grid', 'buy', 980]]);
    expect(bot.machine.round?.()?.orders.map((order) => order.state)).toEqual([
      'filled',
      'filled',
      'failed',
      'running',
    ]);
  });

  it('rests no take profit that the market would not take, says so, and keeps such coins at the end', () => {
    const spec = { ...PLAIN, amountDecimals: 0, lotUnits: coins(1), minBaseUnits: coins(2) };
    const bot = startMartingale({ spec, investment: coins(10_000), feeRate: 100_000n }, 1000);
    const withheld = { side: 'sell', level: -1, reason: 'below-minimum' };
    expect(bot.machine.withheldOrders()).toMatchObject([withheld]);
    expect(bot.machine.slots[0]?.above).toBe(Number.MAX_SAFE_INTEGER);
    expect(bot.machine.round?.()?.orders.at(-1)).toMatchObject({ type: 'take_profit', state: 'failed' });
    bot.machine.terminate({ type: 'market' }, [1200], 5000);
    expect(bot.orders.at(-1)).toMatchObject({ kind: 'withheld', ...withheld });
    expect(bot.fills).toHaveLength(1);
    expect(bot.machine.holdings().BTC).toBe(coins(1.998));
  });

  it('closes as the owner tells: at the market, at a limit with a time, or keeps the coins', () => {
    const market = startMartingale({}, 1000);
    market.machine.terminate({ type: 'market' }, [1005], 5000);
    expect(told(market.fills).at(-1)).toEqual(['close', 'sell', 1005]);
    expect(market.finishes).toEqual([{ reason: 'cancelled', timeMs: 5000 }]);
    expect(market.rounds).toHaveLength(1);

    const limit = startMartingale({}, 1000);
    limit.machine.terminate({ type: 'limit', ticks: 1020, expiresAtMs: 60_000 }, [1005], 5000);
    expect(limit.machine).toMatchObject({ status: 'stopping', wakeAtMs: 60_000 });
    expect(limit.machine.openOrders()).toMatchObject([{ side: 'sell', ticks: 1020 }]);
    limit.go(1020, 30);
    expect(told(limit.fills).at(-1)).toEqual(['close', 'sell', 1020]);

    const expired = startMartingale({}, 1000);
    expired.machine.terminate({ type: 'limit', ticks: 1020, expiresAtMs: 60_000 }, [1005], 5000);
    expired.go(1000, 61);
    expect(expired.finishes).toEqual([{ reason: 'cancelled', timeMs: 60_000 }]);
    expect(expired.fills).toHaveLength(1);

    const kept = startMartingale({}, 1000);
    const held = kept.machine.holdings();
    kept.machine.terminate({ type: 'no_close' }, [1005], 5000);
    expect(kept.machine.holdings()).toEqual(held);
    expect(kept.finishes).toHaveLength(1);
  });

  it('meets a take profit and a stop loss that the owner has changed at once where the price is past them already', () => {
    const bot = startMartingale({}, 1000);
    bot.go(992, 1);
    bot.change({ takeProfitE8: percent(3), stopLossE8: percent(0.5) }, 2);
    expect(told(bot.fills).at(-1)).toEqual(['close', 'sell', 992]);
    expect(bot.finishes).toEqual([{ reason: 'stop_loss', timeMs: 2_000 }]);

    const higher = startMartingale({ takeProfitE8: percent(5) }, 1000);
    higher.go(1030, 1);
    higher.change({ takeProfitE8: percent(2) }, 2);
    expect(told(higher.fills).slice(1)).toEqual([
      ['grid', 'sell', 1030],
      ['open', 'buy', 1030],
    ]);
    expect(higher.machine.openOrders().at(-1)).toMatchObject({ side: 'sell', ticks: 1051 });
  });

  it('meets changed exits that the price comes to later where they stand, however far it goes in one move', () => {
    for (const path of [[1005, 1010, 1015, 1020], [1020]]) {
      const bot = startMartingale({ takeProfitE8: percent(5) }, 1000);
      bot.change({ takeProfitE8: percent(1) }, 1);
      bot.restart();
      for (const [i, ticks] of path.entries()) bot.go(ticks, 2 + i);
      expect(told(bot.fills).slice(1)).toEqual([
        ['grid', 'sell', 1010],
        ['open', 'buy', 1010],
      ]);
    }
    for (const path of [[960, 950, 940, 930], [930]]) {
      const bot = startMartingale({ stopLossE8: percent(20), maxAddOrders: 1 }, 1000);
      bot.change({ stopLossE8: percent(5) }, 1);
      bot.restart();
      expect(bot.machine.round?.()?.stopLossTicks).toBe(950);
      for (const [i, ticks] of path.entries()) bot.go(ticks, 2 + i);
      // Its add order at 990 has moved the average, and the stop with it.
      expect(told(bot.fills).slice(1)).toEqual([
        ['grid', 'buy', 990],
        ['close', 'sell', 945],
      ]);
    }
  });

  it('tells that its take profit is another: the quantity that rested is cancelled, the new one is placed', () => {
    const bot = startMartingale({ takeProfitE8: percent(5) }, 1000);
    const before = bot.machine.openOrders().at(-1);
    const heard = bot.orders.length;
    bot.change({ takeProfitE8: percent(2) }, 1);
    const said = () => bot.orders.slice(heard).map(({ kind, ticks, quantity }) => [kind, ticks, quantity]);
    expect(said()).toEqual([
      ['cancelled', before?.ticks, before?.quantity],
      ['placed', 1020, before?.quantity],
    ]);
    bot.go(990, 2);
    const grown = bot.machine.openOrders().at(-1);
    expect(grown?.quantity).toBeGreaterThan(before?.quantity as bigint);
    expect(said().slice(2)).toEqual([
      ['cancelled', 1020, before?.quantity],
      ['placed', grown?.ticks, grown?.quantity],
    ]);
  });

  it('sets a changed stop by the price of the change, not by that of its last order', () => {
    const bot = startMartingale({ stopLossE8: percent(20), maxAddOrders: 1 }, 1000);
    bot.go(990, 1);
    bot.go(999, 2);
    bot.change({ stopLossE8: percent(0.3) }, 3);
    // The average is 995: the stop lies above the add order that has set the exits last.
    expect(bot.machine.slots[0]?.below).toBe(991);
    bot.go(980, 4);
    expect(told(bot.fills).at(-1)).toEqual(['close', 'sell', 991]);
  });

  it('keeps changed exits while it is paused: the stop acts, the take profit waits until it goes on', () => {
    const bot = startMartingale({ takeProfitE8: percent(5) }, 1000);
    bot.machine.pause?.([1000], 500);
    const told0 = bot.orders.length;
    bot.go(1020, 1);
    bot.change({ takeProfitE8: percent(1), stopLossE8: percent(3) }, 2);
    expect([bot.orders.length, bot.machine.status, bot.machine.openOrders()]).toEqual([told0, 'paused', []]);
    bot.go(960, 3);
    expect(told(bot.fills).slice(1)).toEqual([['close', 'sell', 970]]);
  });

  it('stands where its params want it when they say other exits than it was stored with', () => {
    const bot = startMartingale({ takeProfitE8: percent(5) }, 1000);
    bot.restart({ takeProfitE8: percent(2) });
    expect(bot.machine.slots[0]?.above).toBe(1020);
    bot.go(1030, 1);
    expect(told(bot.fills)[1]).toEqual(['grid', 'sell', 1020]);
  });
});
