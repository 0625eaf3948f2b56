import { describe, expect, it } from 'vitest';
import type { BotMachine, MarketView } from '#lib/engine/machine.ts';
import { changeMarginGrid, createMarginGrid } from '#lib/kinds/margin-grid/engine.ts';
import { changeSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import { coins, DEAF, startBench, TEN_GRIDS } from './engine-fixture.ts';

/** With what a grid is laid anew: all that it has but the profit that lies idle, and all of what comes in. */

const VIEW: MarketView = {
  movingAverage: () => 1_000,
  marketFillTicks: (_feed, _side, _quantity, at) => at,
  depthWithin: () => null,
};
const TRAILING = { ...TEN_GRIDS, trailUpLimitTicks: 100_000 };

/** What of a machine's money is in orders and coins at a price, quote units; and what is free. */
function moneyOf(machine: BotMachine, ticks: number) {
  const { amounts } = machine.snapshot() as { readonly amounts: Readonly<Record<string, string>> };
  const [quote = 0n, free = 0n, base = 0n] = ['quote', 'freeQuote', 'base'].map((name) => BigInt(amounts[name] ?? 0));
  return { works: quote - free + base * BigInt(ticks), free, quote };
}

/** Forty pairs on ten lines, up with the market, and far down: more was won than is there as money. */
function poorWinner(): BotMachine {
  const { machine, go } = startBench({ trailUpLimitTicks: 100_000 }, 1_500, { mean: 1_000 });
  let second = 1;
  const to = (ticks: number): void => {
    second += 60;
    go(ticks, second);
  };
  for (let i = 0; i < 40; i += 1) {
    to(1_000);
    to(2_000);
  }
  for (let ticks = 2_000; ticks <= 4_000; ticks += 50) to(ticks);
  for (let ticks = 4_000; ticks >= 500; ticks -= 50) to(ticks);
  return machine;
}

function relaid(machine: BotMachine, deposit: number, ticks: number): BotMachine {
  const investment = TRAILING.investment + coins(deposit);
  const after = { ...TRAILING, lowTicks: 300, highTicks: 1_300, investment };
  const change = { deposit: coins(deposit), isLaidAnew: true, prices: [ticks], timeMs: 86_400_000 };
  const next = changeSpotGrid(TRAILING, after, machine.snapshot(), change, VIEW, DEAF);
  if (typeof next === 'string') throw new Error(next);
  return next;
}

const near = (one: bigint, other: bigint): void => {
  // What less than a lot on every line leaves over.
  expect(Math.abs(Number(one - other))).toBeLessThan(Number(coins(0.01)));
};

describe('a grid that is laid anew', () => {
  it('works with every unit that comes in, also where more was won than there is money', () => {
    const machine = poorWinner();
    const { quote } = moneyOf(machine, 500);
    expect(machine.statistics().matchedProfit).toBeGreaterThan(quote);
    const alone = moneyOf(relaid(machine, 0, 500), 500);
    near(machine.worksWith?.([500]) ?? 0n, alone.works);
    // All the money is profit that was not taken out: it stays as it is.
    near(alone.free, quote);
    for (const deposit of [1, 1_000, 14_440, 14_450, 20_000, 40_000]) {
      const { works, free } = moneyOf(relaid(machine, deposit, 500), 500);
      near(works, alone.works + coins(deposit));
      near(free, alone.free);
    }
  });

  it('leaves the profit that was not taken out free, no more and no less', () => {
    const { machine, go } = startBench({}, 1_500);
    for (const [i, ticks] of [1_400, 1_500, 1_400, 1_500, 1_600, 1_500].entries()) go(ticks, 60 * (i + 1));
    const won = machine.statistics().matchedProfit;
    expect(won).toBeGreaterThan(0n);
    const after = { ...TEN_GRIDS, lowTicks: 1_200, highTicks: 1_900 };
    const change = { deposit: 0n, isLaidAnew: true, prices: [1_500], timeMs: 600_000 };
    const next = changeSpotGrid(TEN_GRIDS, after, machine.snapshot(), change, VIEW, DEAF) as BotMachine;
    const { free, works } = moneyOf(next, 1_500);
    expect(free).toBeGreaterThanOrEqual(won);
    near(free, won);
    near(machine.worksWith?.([1_500]) ?? 0n, works);
    machine.withdraw?.(won, 600_000);
    near(machine.worksWith?.([1_500]) ?? 0n, works);
  });

  it('on margin works with what is lent too: so much of an investment it is as that has of the whole', () => {
    const lent = {
      ...TEN_GRIDS,
      leverage: 4,
      side: 'buy',
      hourlyInterestE8: 0n,
      forcedCloseRatioE8: 105_000_000n,
    } as const;
    const machine = createMarginGrid(lent, VIEW, DEAF);
    machine.start([1_500], 0);
    // A tenth less, four times over: what is its own has lost far more of it than what it works with.
    machine.move(0, 1_350, 60_000);
    const { equity } = machine.equity([1_350]);
    const worth = machine.worksWith?.([1_350]) ?? 0n;
    expect(worth).toBeGreaterThan(equity / 100_000_000n);
    for (const deposit of [0, 3_000]) {
      const after = { ...lent, lowTicks: 900, highTicks: 1_800, investment: lent.investment + coins(deposit) };
      const change = { deposit: coins(deposit), isLaidAnew: true, prices: [1_350], timeMs: 120_000 };
      const next = changeMarginGrid(lent, after, machine.snapshot(), change, VIEW, DEAF) as BotMachine;
      const { grid } = next.snapshot() as { readonly grid: unknown };
      const { works } = moneyOf({ ...next, snapshot: () => grid } as BotMachine, 1_350);
      near(works, 4n * (worth + coins(deposit)));
    }
  });
});
