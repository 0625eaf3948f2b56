import { describe, expect, it } from 'vitest';
import { CoinMachine } from '#lib/engine/body/coin-machine.ts';
import { payIn, payOut } from '#lib/engine/body/owner-money.ts';
import { newCoinBot } from '#lib/engine/body/snapshot.ts';
import { SPOT_GRID } from '#lib/kinds/spot-grid/decisions.ts';
import { coins, DEAF, TEN_GRIDS } from './engine-fixture.ts';

const view = { movingAverage: () => Number.NaN, marketFillTicks: () => 1000 };

describe('the equity line of a bot of coins', () => {
  it.each([30_000_000, 90_071_993, 240_000_000])(
    'is where it was after %s USDT were taken out, however many a word holds',
    (amount) => {
      const bot = newCoinBot(TEN_GRIDS, 10, view, DEAF);
      const machine = new CoinMachine(bot, SPOT_GRID);
      for (let left = amount; left > 0; left -= 10_000_000) payIn(bot, coins(Math.min(left, 10_000_000)));
      const before = machine.equityLine();
      payOut(bot, BigInt(amount) * 100_000_000n);
      expect(machine.equityLine()).toEqual(before);
    },
  );
});
