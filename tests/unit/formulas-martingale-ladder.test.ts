import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildLadder } from '#lib/formulas/martingale-ladder.ts';
import { martingaleMinimum } from '#lib/formulas/martingale-minimum.ts';
import { previewFirstTicks, previewLadder } from '#lib/formulas/martingale-preview.ts';
import { displayTicks } from '#lib/formulas/martingale-terms.ts';
import { sharedPath } from '#tests/support/shared-path.ts';
import { coins, FIVE_ORDERS, INVERSE, LINEAR } from './martingale-fixture.ts';

const percent = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));
const prices = (ladder: readonly { ticks: number }[]): number[] => ladder.map((row) => row.ticks);

const oracles = sharedPath('spec/oracles.json');
if (!existsSync(oracles)) console.log(`skipped: the published examples are not at ${oracles}`);

describe.runIf(existsSync(oracles))('the published martingale examples', () => {
  const [averages, sizes] = existsSync(oracles) ? JSON.parse(readFileSync(oracles, 'utf8')).martingale : [];

  it('averages equal sizes after each add order as published, first order included', () => {
    const drop = BigInt(Number(averages.entry) - Number(averages.orders[0]));
    const ladder = buildLadder(
      {
        ...FIVE_ORDERS,
        spec: LINEAR,
        stepType: 'diff',
        priceStep: drop * 100_000_000n,
        multiplierE8: coins(1),
        maxAddOrders: averages.orders.length,
        investment: coins(1_000_000),
        firstSize: 100n,
      },
      Number(averages.entry),
    );
    expect(prices(ladder).slice(1)).toEqual(averages.orders.map(Number));
    expect(ladder.slice(1).map((row) => displayTicks(row.averageCost as never))).toEqual(averages.averages.map(Number));
  });

  it('multiplies the sizes as published, in quote on spot and in contracts on contracts', () => {
    const published: number[] = sizes.sizes.map(Number);
    const total = published.reduce((sum, size) => sum + size, 0);
    const terms = { ...FIVE_ORDERS, multiplierE8: coins(Number(sizes.multiplier)), maxAddOrders: published.length - 1 };
    const spot = buildLadder({ ...terms, investment: coins(total), feeRate: 0n }, 1000);
    for (const [i, row] of spot.entries()) {
      expect(row.value).toBeLessThanOrEqual(coins(published[i] as number));
      expect(coins(published[i] as number) - row.value).toBeLessThanOrEqual(1000n);
    }
    const firstSize = BigInt(sizes.base);
    const contracts = buildLadder({ ...terms, spec: LINEAR, investment: coins(1_000_000), firstSize }, 1000);
    expect(contracts.map((row) => Number(row.quantity))).toEqual(published);
  });
});

describe('the ladder of a martingale', () => {
  it('puts each add order one step below the last buy, never nearer (C-294)', () => {
    expect(prices(buildLadder({ ...FIVE_ORDERS, priceStep: percent(1) }, 1000))).toEqual([1000, 990, 980, 970, 960]);
    const steps = prices(buildLadder({ ...FIVE_ORDERS, priceStep: percent(3.33) }, 60_001));
    for (const [i, ticks] of steps.slice(1).entries()) {
      expect(ticks).toBeLessThanOrEqual((steps[i] as number) * (1 - 0.0333));
      expect(ticks).toBeGreaterThan((steps[i] as number) * (1 - 0.0333) - 1);
    }
  });

  it('takes difference steps as price distances (C-136, C-296)', () => {
    const terms = { ...FIVE_ORDERS, stepType: 'diff', priceStep: coins(25) } as const;
    expect(prices(buildLadder(terms, 1000))).toEqual([1000, 975, 950, 925, 900]);
  });

  it('has one first order and at most the add orders that were asked for (C-297)', () => {
    for (const maxAddOrders of [1, 7, 30]) {
      expect(buildLadder({ ...FIVE_ORDERS, maxAddOrders, priceStep: percent(0.1) }, 60_000)).toHaveLength(
        maxAddOrders + 1,
      );
    }
  });

  it('ends where its prices would end', () => {
    const terms = { ...FIVE_ORDERS, stepType: 'diff', priceStep: coins(400), maxAddOrders: 30 } as const;
    expect(prices(buildLadder(terms, 1000))).toEqual([1000, 600, 200]);
  });

  it('uses the multiplier except for low risk (C-299)', () => {
    const doubled = buildLadder({ ...FIVE_ORDERS, multiplierE8: coins(2), investment: coins(3100) }, 1000);
    expect(doubled[4]?.value).toBeGreaterThan(15n * (doubled[0]?.value as bigint));
    const flat = buildLadder({ ...FIVE_ORDERS, multiplierE8: coins(2), transactionType: 'low-risk-arbitrage' }, 1000);
    expect((flat[4]?.value as bigint) - (flat[0]?.value as bigint)).toBeLessThan(10_000n);
  });

  it('follows the shares and steps of free rows, whose first has no step (C-304, C-305)', () => {
    const freeRows = [
      { step: percent(99), shareE8: coins(1) },
      { step: percent(1), shareE8: coins(3) },
      { step: percent(5), shareE8: coins(6) },
    ];
    const ladder = buildLadder({ ...FIVE_ORDERS, freeRows, investment: coins(1000), feeRate: 0n }, 1000);
    expect(prices(ladder)).toEqual([1000, 990, 940]);
    for (const [i, amount] of [100, 300, 600].entries()) {
      expect(coins(amount) - (ladder[i]?.value as bigint)).toBeLessThan(2000n);
      expect(ladder[i]?.value).toBeLessThanOrEqual(coins(amount));
    }
  });

  it('is affordable as a whole, and says what is needed after each order', () => {
    const ladder = buildLadder({ ...FIVE_ORDERS, multiplierE8: coins(1.37) }, 61_234);
    let sum = 0n;
    for (const row of ladder) {
      sum += row.value;
      expect(row.needed).toBe(sum);
      expect(row.withheld).toBeNull();
    }
    expect(sum).toBeLessThanOrEqual(FIVE_ORDERS.investment);
    expect(FIVE_ORDERS.investment - sum).toBeLessThan(coins(0.01));
  });

  it('counts the fee taken in coins into the average cost, and takes profit above it (C-300)', () => {
    const [first] = buildLadder({ ...FIVE_ORDERS, feeRate: 100_000n, takeProfitE8: percent(1) }, 100_000);
    expect(displayTicks(first?.averageCost as never)).toBeCloseTo(100_000 / 0.999, 0);
    expect(first?.takeProfitTicks).toBe(Math.ceil((100_000 / 0.999) * 1.01));
  });

  it('puts the stop loss below the average cost, and none when it is 0 (C-301)', () => {
    const terms = { ...FIVE_ORDERS, feeRate: 0n };
    expect(buildLadder({ ...terms, stopLossE8: percent(10) }, 1000)[0]?.stopLossTicks).toBe(900);
    expect(buildLadder({ ...terms, stopLossE8: 0n }, 1000)[0]?.stopLossTicks).toBeNull();
    expect(buildLadder({ ...terms, stopLossE8: percent(100) }, 1000)[0]?.stopLossTicks).toBeNull();
  });

  it('withholds an order below the market’s minimum and goes on after it', () => {
    const freeRows = [coins(50), coins(1), coins(49)].map((shareE8) => ({ step: percent(1), shareE8 }));
    const ladder = buildLadder({ ...FIVE_ORDERS, freeRows, investment: coins(100) }, 1000);
    expect(ladder.map((row) => row.withheld)).toEqual([null, 'below-minimum', null]);
    expect(prices(ladder)).toEqual([1000, 990, 980]);
    expect(ladder[1]?.held).toBe(ladder[0]?.held);
  });
});

describe('the ladder of a futures martingale', () => {
  const long = { ...FIVE_ORDERS, spec: LINEAR, leverage: 10, firstSize: 10n, investment: coins(100) };

  it('goes up for a short and takes profit below the average (C-161)', () => {
    const ladder = buildLadder({ ...long, side: 'sell', priceStep: percent(1), takeProfitE8: percent(1) }, 100_000);
    expect(prices(ladder)).toEqual([100_000, 101_000, 102_010, 103_031, 104_062]);
    expect(ladder[0]?.takeProfitTicks).toBe(99_000);
    expect(ladder[0]?.liquidationTicks).toBeGreaterThan(100_000);
  });

  it('moves the liquidation of a long nearer with each order, and needs margin and fees', () => {
    const ladder = buildLadder({ ...long, multiplierE8: coins(2), investment: coins(3000) }, 100_000);
    const levels = ladder.map((row) => row.liquidationTicks as number);
    expect(
      levels.filter((level) => level !== null).every((level, i, all) => i === 0 || level > (all[i - 1] as number)),
    ).toBe(true);
    const [first] = ladder;
    expect(first?.value).toBe(coins(100));
    expect(first?.needed).toBe(coins(10) + 2n * coins(0.05));
  });

  it('withholds orders that the margin does not carry', () => {
    const ladder = buildLadder({ ...long, multiplierE8: coins(2), investment: coins(45) }, 100_000);
    expect(ladder.map((row) => row.withheld)).toEqual([null, null, 'no-funds', 'no-funds', 'no-funds']);
  });

  it('withholds orders larger than the contract takes, and does not size the first one so that there are any (C-237)', () => {
    const contract = { ...LINEAR.contract, sizeMax: 25n };
    const terms = { ...long, spec: { ...LINEAR, contract }, multiplierE8: coins(2), investment: coins(100_000) };
    const given = buildLadder(terms, 100_000);
    expect(given.map((row) => row.withheld)).toEqual([null, null, 'above-maximum', 'above-maximum', 'above-maximum']);
    const sized = buildLadder({ ...terms, firstSize: null }, 100_000);
    expect(sized.map((row) => row.quantity)).toEqual([1n, 2n, 4n, 8n, 16n]);
  });

  it('sizes the first order so that the investment carries every order, and not one contract more', () => {
    for (const spec of [LINEAR, INVERSE]) {
      const terms = { ...long, spec, firstSize: null, investment: spec === LINEAR ? coins(1000) : coins(0.05) };
      const ladder = buildLadder(terms, 100_000);
      expect(ladder.every((row) => row.withheld === null)).toBe(true);
      const more = buildLadder({ ...terms, firstSize: (ladder[0]?.quantity as bigint) + 1n }, 100_000);
      expect(more.at(-1)?.withheld).toBe('no-funds');
    }
  });
});

describe('the order overview', () => {
  it('begins 1 % from the current price, below for a buyer and above for a seller (C-433, E-354, H17)', () => {
    expect(previewFirstTicks('buy', 100_000)).toBe(99_000);
    expect(previewFirstTicks('sell', 100_000)).toBe(101_000);
  });

  it('adds 0.1 % to the take profit (C-434, E-355, H17)', () => {
    const terms = { ...FIVE_ORDERS, feeRate: 0n, takeProfitE8: percent(1) };
    expect(previewLadder(terms, 100_000)[0]?.takeProfitTicks).toBe(100_089);
  });
});

describe('the smallest investment of a martingale', () => {
  it('carries every order of the ladder at prices up to 1 % away (H33)', () => {
    for (const multiplierE8 of [coins(1), coins(1.5), coins(2)]) {
      const terms = { ...FIVE_ORDERS, multiplierE8, maxAddOrders: 10 };
      const investment = martingaleMinimum(terms, 60_000, null);
      for (const ticks of [59_400, 60_000, 60_600]) {
        expect(buildLadder({ ...terms, investment }, ticks).every((row) => row.withheld === null)).toBe(true);
      }
      const half = buildLadder({ ...terms, investment: investment / 2n }, 60_000);
      expect(half.some((row) => row.withheld === 'below-minimum')).toBe(true);
    }
  });

  it('is never below the platform’s 10 USDT (H33)', () => {
    expect(martingaleMinimum({ ...FIVE_ORDERS, maxAddOrders: 1 }, 60_000, null)).toBe(coins(10));
  });

  it('carries the contracts of a futures martingale, the given ones or the smallest', () => {
    for (const firstSize of [null, 25n]) {
      const terms = { ...FIVE_ORDERS, spec: LINEAR, leverage: 5, multiplierE8: coins(1.3), firstSize };
      const investment = martingaleMinimum(terms, 60_000, null);
      expect(buildLadder({ ...terms, investment }, 60_600).every((row) => row.withheld === null)).toBe(true);
    }
  });
});
