import { describe, expect, it } from 'vitest';
import type { CoinBot } from '#lib/engine/body/coin-bot.ts';
import { setCoins, unitsOfCoins } from '#lib/engine/body/coin-scale.ts';
import { insure } from '#lib/engine/body/debt.ts';
import { setTotal, wholeUnitsOf } from '#lib/engine/body/exact.ts';
import type { Debt } from '#lib/engine/body/loan.ts';
import { newCoinBot } from '#lib/engine/body/snapshot.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { coins, TEN_GRIDS } from './engine-fixture.ts';

/** A bot that holds so much and owes so much, at a price of 1000, in whole units or in others of the quote asset. */
function ended(
  held: { quote: number; base: number },
  owed: { quote: number; base: number },
  tickUnits = TEN_GRIDS.spec.tickUnits,
): [CoinBot, Debt, unknown[]] {
  const said: unknown[] = [];
  const params = { ...TEN_GRIDS, spec: { ...TEN_GRIDS.spec, tickUnits } };
  const view = {
    movingAverage: () => Number.NaN,
    marketFillTicks: (_: number, __: string, ___: bigint, at: number) => at,
  };
  const cash = (...what: unknown[]): void => void said.push(what);
  const bot = newCoinBot(params, TEN_GRIDS.gridCount, view, {
    fill() {},
    order() {},
    operation() {},
    finish() {},
    cash,
  });
  setTotal(bot.quote, coins(held.quote) * EQUITY_SCALE);
  setCoins(bot.base, coins(held.base), bot.scale);
  const terms = { side: 'sell', leverage: 2, hourlyInterestE8: 0n, forcedCloseRatioE8: 110_000_000n } as const;
  return [bot, { terms, quote: coins(owed.quote), base: coins(owed.base), interest: 0n }, said];
}

const left = (bot: CoinBot): number[] =>
  [wholeUnitsOf(bot.quote), unitsOfCoins(bot.base, bot.scale)].map((units) => Number(units) / 1e8);

describe('what a bot cannot pay back', () => {
  it.each([
    [
      'coins worth less than the money that is left: their worth is taken',
      { quote: 2.5, base: 0 },
      { quote: 0, base: 0.001 },
      [1.5, 0],
    ],
    ['coins worth more: all the money is taken', { quote: 0.5, base: 0 }, { quote: 0, base: 0.001 }, [0, 0]],
    ['money worth less than the coins that are left', { quote: 0, base: 0.002 }, { quote: 1, base: 0 }, [0, 0.001]],
    ['money worth more', { quote: 0, base: 0.002 }, { quote: 3, base: 0 }, [0, 0]],
  ])('is paid by the insurance account – %s', (_name, held, owed, rest) => {
    const [bot, debt, said] = ended(held, owed);
    insure(bot, debt, 1000, 0);
    expect([debt.quote, debt.base]).toEqual([0n, 0n]);
    expect(left(bot)).toEqual(rest);
    expect(said).toContainEqual(['insurance', 0, owed.quote > 0 ? 'USDT' : 'BTC', coins(owed.quote + owed.base)]);
  });

  it.each([
    // 1.00000001 ÷ 1000 is 0.00100000001 coins.
    ['coins', { quote: 0, base: 0.002 }, { quote: 1.00000001, base: 0 }, undefined, [0, 0.00099999]],
    // 0.00000003 × 1000 × 0.0000501 is 0.000000001503 of the money.
    ['money', { quote: 1, base: 0 }, { quote: 0, base: 0.00000003 }, 5_010n, [0.99999999, 0]],
  ] as const)(
    'takes %s for it that are worth at least as much: what does not come out even is rounded up',
    (_name, held, owed, tickUnits, rest) => {
      const [bot, debt] = ended(held, owed, tickUnits);
      insure(bot, debt, 1000, 0);
      expect(left(bot)).toEqual(rest);
    },
  );
});
