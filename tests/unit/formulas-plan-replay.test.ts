import { describe, expect, it } from 'vitest';
import { type ReplayedCoin, replayPlan } from '#lib/formulas/plan-replay.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2027, 0, 31);
const units = (whole: number): bigint => BigInt(Math.round(whole * 1e8));

/** Prices of days from BEGIN on; null: the day is not known. */
function coin(prices: readonly (number | null)[], last: number, shareE8 = UNITS_PER_COIN): ReplayedCoin {
  const opens = new Map<number, bigint>();
  for (const [index, price] of prices.entries()) if (price !== null) opens.set(BEGIN + index * DAY_MS, units(price));
  return { shareE8, opens, last: units(last) };
}
const terms = { every: '1d', amount: units(100), feeE8: 0n } as const;
const until = (days: number): number => BEGIN + days * DAY_MS;

describe('a plan replayed over past days', () => {
  it('buys at the opening price of each date, beside the same money all at once', () => {
    const replay = replayPlan([coin([100, 50, 200], 100)], terms, BEGIN, until(3));
    // 1 + 2 + 0.5 coins for 300, worth 350; 3 coins at once, worth 300.
    expect(replay).toMatchObject({ fromMs: BEGIN, purchases: 3, paid: units(300), gain: units(50), lumpGain: 0n });
    expect(replay?.curve.map(({ gain }) => gain)).toEqual([0n, units(-50), units(400), units(50)]);
  });

  it('takes fees from the coins, and shares each purchase out', () => {
    const half = UNITS_PER_COIN / 2n;
    const replay = replayPlan(
      [coin([100], 110, half), coin([50], 50, half)],
      { ...terms, feeE8: 100_000n },
      BEGIN,
      until(1),
    );
    // 0.4995 coins at 110 and 0.999 at 50.
    expect(replay?.gain).toBe(units(0.4995 * 110 + 0.999 * 50 - 100));
  });

  it('buys whole lots, nothing below the least of a market, and pays for what it bought alone: so does a plan that runs', () => {
    const half = UNITS_PER_COIN / 2n;
    const market = (lot: number, least: number) => ({
      market: { lotUnits: units(lot), minBaseUnits: units(lot), minQuoteUnits: units(least) },
    });
    // 50 each: 0.4 and 0.8 coins of 110 and 60, and of the other none while a lot costs 70.
    const one = { ...coin([110, 60], 100, half), ...market(0.1, 5) };
    const other = { ...coin([70, 40], 50, half), ...market(1, 5) };
    const replay = replayPlan([one, other], terms, BEGIN, until(2));
    expect(replay).toMatchObject({ purchases: 2, paid: units(44 + 48 + 40), held: [units(1.2), units(1)] });
    expect(replay?.gain).toBe(units(1.2 * 100 + 50 - 132));
    // At once for the same: 92 at 110, and 40 at 40, where the other was first bought: of a plan that runs it is told so.
    expect(Number(replay?.lumpGain) / 1e8).toBeCloseTo((92 / 110) * 100 + (40 / 40) * 50 - 132, 5);
    expect(replay?.curve.map(({ lumpGain }) => Number(lumpGain) / 1e8)[1]).toBeCloseTo((92 / 110) * 60 - 92, 5);
    // A date at which nothing is bought is none of its purchases, and costs nothing.
    const dear = { ...coin([200, 100], 100), ...market(1, 5) };
    expect(replayPlan([dear], terms, BEGIN, until(2))).toMatchObject({ purchases: 1, paid: units(100) });
    const small = { ...coin([10], 10), ...market(0.1, 150) };
    expect(replayPlan([small], terms, BEGIN, until(1))).toMatchObject({ purchases: 0, paid: 0n, gain: 0n });
  });

  it('begins where all coins are known, and buys nothing on a day that one of them lacks', () => {
    const replay = replayPlan([coin([1, 1, 1, 1], 1), coin([null, 1, null, 1], 1)], terms, BEGIN, until(4));
    expect(replay).toMatchObject({ fromMs: BEGIN + DAY_MS, purchases: 2 });
    expect(replayPlan([coin([], 1)], terms, BEGIN, until(1))).toBeNull();
    expect(replayPlan([], terms, BEGIN, until(1))).toBeNull();
  });

  it('keeps to its dates: month ends, weeks, and several a day at one price (H20)', () => {
    const year = coin(
      Array.from({ length: 365 }, () => 10),
      10,
    );
    const count = (every: '1h' | '4h' | '1w' | '2w' | '1mo') =>
      replayPlan([year], { ...terms, every }, BEGIN, until(365))?.purchases;
    expect(count('1mo')).toBe(12);
    expect(count('1w')).toBe(53);
    expect(count('2w')).toBe(27);
    expect(count('4h')).toBe(365 * 6);
    expect(count('1h')).toBe(365 * 24);
  });
});
