import { describe, expect, it } from 'vitest';
import type { CoinBot } from '#lib/engine/body/coin-bot.ts';
import { NO_PAIR } from '#lib/engine/body/coin-bot.ts';
import { setTotal, wholeUnitsOf } from '#lib/engine/body/exact.ts';
import { restBuy, retryStarvedBuys } from '#lib/engine/body/ladder.ts';
import { newCoinBot } from '#lib/engine/body/snapshot.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { TEN_GRIDS } from './engine-fixture.ts';

/** Whole-unit prices: lines at 1000, 1100, 1200, slots of 3, 2 and 1 coins, every slot holding money, of which there is none. */
function starvedLadder(): CoinBot {
  const view = {
    movingAverage: () => Number.NaN,
    marketFillTicks: (_: number, __: string, ___: bigint, at: number) => at,
  };
  const sink = { isQuiet: true, fill() {}, order() {}, operation() {}, finish() {} };
  const bot = newCoinBot({ ...TEN_GRIDS, gridCount: 3 }, 3, view, sink);
  for (const [i, ticks] of [1000, 1100, 1200, 1300].entries()) bot.setLine(i, ticks);
  for (const [i, coins] of [3, 2, 1].entries()) bot.setSlot(i, coins * 1e8, coins * 1e8);
  bot.hasLadder = true;
  bot.cursor = 3;
  setTotal(bot.freeQuote, 0n);
  for (let i = 0; i < 3; i += 1) restBuy(bot, i, 0, 'grid-line');
  return bot;
}

const pay = (bot: CoinBot, money: number): void =>
  setTotal(bot.freeQuote, wholeUnitsOf(bot.freeQuote) * EQUITY_SCALE + BigInt(money) * 100_000_000n * EQUITY_SCALE);
const resting = (bot: CoinBot): number[] => [0, 1, 2].map((i) => bot.resting(i) / 1e8);

describe('buys that wait for money', () => {
  it('say so, and complete no pair', () => {
    const bot = starvedLadder();
    expect(resting(bot)).toEqual([0, 0, 0]);
    expect([0, 1, 2].map((i) => [bot.reasonOf(i), bot.cost(i)])).toEqual(Array(3).fill(['no-funds', NO_PAIR]));
  });

  it('are tried as soon as the cheapest of them can be paid, whichever was found out first; the nearest to the price comes first', () => {
    const bot = starvedLadder();
    pay(bot, 1199);
    retryStarvedBuys(bot, 0);
    expect(resting(bot)).toEqual([0, 0, 0]);
    pay(bot, 1);
    retryStarvedBuys(bot, 0);
    expect(resting(bot)).toEqual([0, 0, 1]);
    // Left are 2200 and 3000: what was found out last is the dearer one.
    pay(bot, 2200);
    retryStarvedBuys(bot, 0);
    expect(resting(bot)).toEqual([0, 2, 1]);
    pay(bot, 3000);
    retryStarvedBuys(bot, 0);
    expect(resting(bot)).toEqual([3, 2, 1]);
    expect([bot.starvedCost, wholeUnitsOf(bot.freeQuote)]).toEqual([0, 0n]);
  });
});

describe('what the proportions want in a slot', () => {
  it('is known where another lot count is planned, and moves with the slots', () => {
    const bot = starvedLadder();
    const wanted = (): number[] => [0, 1, 2].map((i) => bot.wanted(i));
    const slots: readonly (readonly [wanted: number, plan: number])[] = [
      [500, 500],
      [700, 0],
      [400, 300],
    ];
    for (const [i, [lots, plan]] of slots.entries()) bot.setSlot(i, lots, plan);
    expect(wanted()).toEqual([500, 700, 400]);
    expect([0, 1, 2].map((i) => bot.plan(i))).toEqual([500, 0, 300]);
    bot.shiftDown();
    bot.setSlot(2, 900, 900);
    expect(wanted()).toEqual([700, 400, 900]);
    bot.shiftUp();
    bot.setSlot(0, 600, 200);
    expect(wanted()).toEqual([600, 700, 400]);
    bot.setSlot(0, 200, 200);
    bot.setSlot(1, 700, 700);
    expect(wanted()).toEqual([200, 700, 400]);
    // The highest slot leaves the ladder with what it wanted.
    bot.shiftUp();
    bot.setSlot(0, 100, 100);
    expect(wanted()).toEqual([100, 200, 700]);
  });
});
