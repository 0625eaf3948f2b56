import { describe, expect, it } from 'vitest';
import { buildLadder } from '#lib/formulas/martingale-ladder.ts';
import {
  changeContractMartingale,
  createContractMartingale,
  restoreContractMartingale,
} from '#lib/kinds/martingale/engine.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { type MartingaleBench, startMartingale } from './martingale-bench.ts';
import { coins, INVERSE, LINEAR, WAITING_FOR_NOTHING } from './martingale-fixture.ts';

const percent = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const makers = {
  create: createContractMartingale,
  restore: restoreContractMartingale,
  change: changeContractMartingale,
} as unknown as Parameters<typeof startMartingale>[2];

/** 100 contracts of 0.0001 BTC, ten times leverage, add orders of the same size. */
const TEN_TIMES = { spec: LINEAR, leverage: 10, firstSize: 100n, investment: coins(2000) };

function start(change: Partial<MartingaleParams>, ticks: number): MartingaleBench {
  return startMartingale({ ...TEN_TIMES, ...change }, ticks, makers);
}

describe('a futures martingale', () => {
  it('opens the contracts that were asked for, long or short, and rests its add orders behind the price (C-161)', () => {
    const long = start({}, 100_000);
    expect(long.machine.position?.([100_000, 100_000])).toMatchObject({
      size: 100n,
      entryTicks: 100_000,
      leverage: 10,
    });
    expect(long.fills).toMatchObject([{ side: 'buy', role: 'open', quantity: coins(0.01), fee: coins(0.5) }]);
    expect(long.machine.openOrders().map((order) => order.ticks)).toEqual([99_000, 98_010, 97_029, 96_058, 101_000]);
    const short = start({ side: 'sell' }, 100_000);
    expect(short.machine.position?.([100_000, 100_000])).toMatchObject({ size: -100n });
    expect(short.machine.openOrders().map((order) => order.ticks)).toEqual([
      101_000, 102_010, 103_031, 104_062, 99_000,
    ]);
  });

  it('multiplies the contracts of its add orders', () => {
    const bot = start({ multiplierE8: coins(2), investment: coins(10_000) }, 100_000);
    bot.go(97_500, 1);
    expect(bot.fills.map((fill) => fill.quantity)).toEqual([coins(0.01), coins(0.02), coins(0.04)]);
  });

  it('takes profit on a short below its average entry and goes short again', () => {
    const bot = start({ side: 'sell' }, 100_000);
    bot.go(101_000, 1);
    const profit = bot.machine.round?.()?.takeProfitTicks as number;
    expect(profit).toBe(Math.floor(100_500 * 0.99));
    bot.go(profit, 2);
    expect(bot.fills.slice(2).map((fill) => [fill.side, fill.ticks])).toEqual([
      ['buy', profit],
      ['sell', profit],
    ]);
    const [one] = bot.rounds;
    const gained = coins(0.01) * BigInt(201_000 - 2 * profit);
    const fees = bot.fills.slice(0, 3).reduce((sum, fill) => sum + fill.fee, 0n);
    expect(one?.round.profit).toBe(gained - fees);
  });

  it('pays the taker fee on orders that its price is past when they are placed: they do not rest', () => {
    const bot = start({}, 100_000);
    bot.go(99_000, 1);
    const [opening, rested] = bot.fills;
    // 10 USDT a tick of 0.01 BTC: 0.05 % taken, 0.02 % rested.
    expect([opening?.fee, rested?.fee]).toEqual([coins(0.5), coins(0.198)]);
    bot.machine.pause?.([99_000, 99_000], 2_000);
    bot.go(97_000, 3);
    bot.machine.resume?.([97_000, 97_000], 4_000);
    const late = bot.fills.slice(2);
    expect(late.map(({ ticks, fee }) => [ticks, fee])).toEqual([
      [97_000, coins(0.485)],
      [97_000, coins(0.485)],
    ]);
    bot.machine.pause?.([97_000, 97_000], 5_000);
    bot.go(120_000, 6);
    bot.machine.resume?.([120_000, 120_000], 7_000);
    expect(bot.fills.slice(4, 5)).toMatchObject([{ side: 'sell', ticks: 120_000, fee: coins(2.4) }]);
  });

  it('takes a profit that its price is past after a pause at the market, no worse than at its own price', () => {
    const far = start({}, 100_000);
    far.market.slipTicks = 7;
    far.machine.pause?.([100_000, 100_000], 1_000);
    far.go(120_000, 2);
    far.machine.resume?.([120_000, 120_000], 3_000);
    expect(far.fills[1]).toMatchObject({ side: 'sell', ticks: 119_993 });
    const near = start({}, 100_000);
    const profit = near.machine.openOrders().find(({ side }) => side === 'sell')?.ticks as number;
    near.market.slipTicks = 7;
    near.machine.pause?.([100_000, 100_000], 1_000);
    near.go(profit + 2, 2);
    near.machine.resume?.([profit + 2, profit + 2], 3_000);
    expect(near.fills[1]).toMatchObject({ side: 'sell', ticks: profit });
  });

  it('settles funding at its times, and the round’s profit has it (M-108)', () => {
    const bot = start({}, 100_000);
    bot.market.fundingE8 = 10_000n;
    bot.mark(100_000, 28_799);
    bot.go(100_001, 28_801);
    expect(bot.cash).toEqual([{ type: 'funding', asset: 'USDT', amount: -coins(0.1) }]);
    bot.go(101_000, 28_900);
    const fees = bot.fills.slice(0, 2).reduce((sum, fill) => sum + fill.fee, 0n);
    expect(bot.rounds[0]?.round.profit).toBe(coins(10) - fees - coins(0.1));
  });

  it('is liquidated when the mark price touches the level, around the last price, and never owes (H39)', () => {
    for (const spec of [LINEAR, INVERSE]) {
      const isInverse = spec === INVERSE;
      const investment = isInverse ? coins(0.002) : coins(200);
      const bot = start({ spec, maxAddOrders: 1, firstSize: isInverse ? 1000n : 100n, investment }, 100_000);
      const level = bot.machine.position?.([100_000, 100_000])?.liquidationTicks as number;
      expect(level).toBeGreaterThan(50_000);
      bot.mark(level + 1, 60);
      expect(bot.finishes).toEqual([]);
      bot.mark(level, 120);
      expect(bot.finishes).toEqual([{ reason: 'liquidated', timeMs: 120_000 }]);
      expect(bot.rounds).toHaveLength(1);
      expect(bot.rounds[0]?.orders.at(-1)).toMatchObject({ type: 'liquidation', state: 'filled', matchTicks: 100_000 });
      // What its fills tell adds up to what it counts, and is what the balance has lost.
      const { matches, matchedProfit } = bot.machine.statistics();
      const [lost] = bot.fills.flatMap(({ matchProfit }) => (matchProfit === null ? [] : [matchProfit]));
      expect([matches, matchedProfit]).toEqual([1, lost]);
      expect(lost).toBe((bot.machine.holdings()[spec.contract.settle] as bigint) - investment);
      expect(bot.rounds[0]?.round.profit).toBe(lost);
      const profit = bot.rounds[0]?.orders.find(({ type }) => type === 'take_profit');
      expect(profit).toMatchObject({ state: 'cancelled', quantity: bot.fills[0]?.quantity });
      expect(bot.cash.map(({ type }) => type)).toContain('liquidation_fee');
      for (const amount of Object.values(bot.machine.holdings())) expect(amount).toBeGreaterThanOrEqual(0n);
    }
  });

  it('loses no more than it has when the price jumps past its stop: the insurance pays the rest', () => {
    const bot = start({ investment: coins(110), stopLossE8: percent(20) }, 100_000);
    bot.leap(70_000, 1);
    expect(bot.finishes[0]?.reason).toBe('stop_loss');
    expect(bot.machine.holdings()).toEqual({ USDT: 0n });
    expect(bot.rounds[0]?.round.profit).toBe(-coins(110));
    expect(bot.cash).toMatchObject([{ type: 'insurance', asset: 'USDT' }]);
    expect(bot.machine.equity([70_000, 70_000]).residual).toBe(0n);
  });

  it('withholds add orders that the margin does not carry, and says so (H33)', () => {
    const bot = start({ investment: coins(250) }, 100_000);
    expect(bot.machine.withheldOrders().map((order) => [order.level, order.reason])).toEqual([
      [2, 'no-funds'],
      [3, 'no-funds'],
      [4, 'no-funds'],
    ]);
    const none = start({ investment: coins(90) }, 100_000);
    expect(none.finishes).toEqual([{ reason: 'money_not_enough', timeMs: 0 }]);
  });

  it('keeps the size of its first order through all rounds when the investment has sized it', () => {
    const bot = start({ firstSize: null, investment: coins(1000) }, 100_000);
    const size = bot.machine.position?.([0, 0])?.size as bigint;
    expect(size).toBe(
      buildLadder({ ...WAITING_FOR_NOTHING, ...TEN_TIMES, firstSize: null, investment: coins(1000) }, 100_000)[0]
        ?.quantity,
    );
    bot.go(101_000, 1);
    bot.restart();
    bot.go(102_010, 2);
    expect(bot.machine.position?.([0, 0])?.size).toBe(size);
    expect(bot.rounds).toHaveLength(2);
  });

  it('stops a short above its average entry (C-301)', () => {
    const bot = start({ side: 'sell', stopLossE8: percent(5), maxAddOrders: 1 }, 100_000);
    bot.go(110_000, 1);
    expect(bot.fills.slice(2).map((fill) => [fill.side, fill.ticks])).toEqual([['buy', 105_525]]);
    expect(bot.finishes[0]?.reason).toBe('stop_loss');
  });

  it('leaves no contract open: coins cannot be kept, and a limit close whose time is over closes at the market', () => {
    const kept = start({}, 100_000);
    kept.machine.terminate({ type: 'no_close' }, [100_500, 100_500], 5000);
    expect(kept.fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: 100_500 });
    const limit = start({}, 100_000);
    limit.machine.terminate({ type: 'limit', ticks: 100_800, expiresAtMs: 60_000 }, [100_500, 100_500], 5000);
    limit.market.fundingE8 = 10_000n;
    limit.go(100_600, 61);
    expect(limit.cash).toEqual([]);
    expect(limit.fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: 100_000 });
    expect(limit.finishes).toEqual([{ reason: 'cancelled', timeMs: 60_000 }]);
  });

  it('shows both liquidation prices: of what it holds, and of all its orders (H39)', () => {
    const bot = start({ multiplierE8: coins(2), investment: coins(4000) }, 100_000);
    const ladder = buildLadder(
      { ...WAITING_FOR_NOTHING, ...TEN_TIMES, multiplierE8: coins(2), investment: coins(4000) },
      100_000,
    );
    expect(bot.machine.position?.([100_000, 100_000])).toMatchObject({
      liquidationTicks: ladder[0]?.liquidationTicks,
      fullLiquidationTicks: ladder.at(-1)?.liquidationTicks,
    });
    expect(ladder.at(-1)?.liquidationTicks).toBeGreaterThan(0);
  });
});
