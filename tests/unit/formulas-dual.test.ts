import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DualTerms,
  type DualType,
  dualCover,
  dualKept,
  dualMostFor,
  dualOutcome,
} from '#lib/formulas/dual-outcome.ts';
import { fairInterest, HOUSE_SHARE, offeredRates, optionWorth, realisedVolatility } from '#lib/formulas/dual-price.ts';
import { parseAmount, parseSignedAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { sharedPath } from '#tests/support/shared-path.ts';

interface Vector {
  readonly name: string;
  readonly type: DualType;
  readonly invested: string;
  readonly strike: string;
  readonly apr: string;
  readonly days: number;
  readonly settlement: string;
  readonly exercised: boolean;
  readonly paid: string;
  readonly published?: string;
  readonly digits?: number;
  readonly profit: string;
}

const FILE = new URL('../../lib/formulas/vectors/dual.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly vectors: readonly Vector[] };
const units = (text: string): bigint => {
  const read = parseSignedAmount(text);
  if (read === null) throw new Error(`${text} is no amount`);
  return read;
};

interface Published {
  readonly type: 'sell-high' | 'buy-low';
  readonly invest: string;
  readonly strike: string;
  readonly apr: string;
  readonly days: number;
  readonly not_exercised_base: string;
  readonly exercised_quote: string;
}
const published = sharedPath('spec/oracles.json');
if (!existsSync(published)) console.log(`skipped: the published examples are not at ${published}`);

describe.runIf(existsSync(published))('the published examples of sell high and buy low', () => {
  const examples: readonly Published[] = existsSync(published) ? JSON.parse(readFileSync(published, 'utf8')).dual : [];

  it('are there', () => {
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.every(({ type }) => type === 'sell-high')).toBe(true);
  });

  it.each(examples)('$source: $invest at $apr for $days days, exercised and not, to the last digit printed', (one) => {
    const strike = units(one.strike);
    const order = { type: 'call', invested: units(one.invest), strike, aprE8: units(one.apr), days: one.days } as const;
    for (const [settlement, printed] of [
      [strike - 1n, one.not_exercised_base],
      [strike, one.exercised_quote],
    ] as const) {
      const { paid } = dualOutcome(order, settlement);
      expect((Number(paid) / 1e8).toFixed(printed.split('.')[1]?.length ?? 0)).toBe(printed);
    }
  });
});

const terms = fc.record<DualTerms>({
  type: fc.constantFrom('call', 'put'),
  invested: fc.bigInt(1n, 10n ** 16n),
  strike: fc.bigInt(1n, 10n ** 14n),
  aprE8: fc.bigInt(0n, 10n * UNITS_PER_COIN),
  days: fc.integer({ min: 1, max: 366 }),
});

describe('what a sell-high or buy-low order pays', () => {
  it.each(vectors)('$name (E-110)', (vector) => {
    const { type, days } = vector;
    const [invested, strike, aprE8] = [units(vector.invested), units(vector.strike), units(vector.apr)];
    const outcome = dualOutcome({ type, invested, strike, aprE8, days }, units(vector.settlement));
    expect(outcome).toMatchObject({
      isExercised: vector.exercised,
      paid: units(vector.paid),
      profit: units(vector.profit),
      side: vector.exercised === (type === 'call') ? 'quote' : 'base',
    });
    if (vector.published !== undefined) {
      const printed = (Number(outcome.paid) / 1e8).toFixed(vector.digits);
      expect(printed).toBe(vector.published);
    }
  });

  it('never costs the house more than was set aside, whatever the price becomes, nor pays a trader a unit more than agreed', () => {
    fc.assert(
      fc.property(terms, fc.bigInt(1n, 10n ** 15n), (agreed, settlement) => {
        const { paid, isExercised } = dualOutcome(agreed, settlement);
        const { type, invested, strike, aprE8, days } = agreed;
        const year = 365n * UNITS_PER_COIN;
        const grown = invested * (year + aprE8 * BigInt(days));
        // Never more than exact: what is paid, brought back to what was put in.
        if (!isExercised) expect(paid * year <= grown).toBe(true);
        else if (type === 'call') expect(paid * year * UNITS_PER_COIN <= grown * strike).toBe(true);
        else expect(paid * year * strike <= grown * UNITS_PER_COIN).toBe(true);
        expect(houseCost(agreed, settlement) <= dualCover(agreed)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** USDT that the house is short of after it has traded at the settlement price: buying is rounded up, selling down. */
function houseCost(agreed: DualTerms, settlement: bigint): bigint {
  const { type, invested } = agreed;
  const { paid, isExercised } = dualOutcome(agreed, settlement);
  const buy = (coins: bigint) => (coins * settlement + UNITS_PER_COIN - 1n) / UNITS_PER_COIN;
  if (type === 'call') {
    if (!isExercised) return buy(paid - invested);
    return paid - (invested * settlement) / UNITS_PER_COIN;
  }
  return isExercised ? buy(paid) - invested : dualKept(agreed) - invested;
}

describe('what the option in an offer is worth', () => {
  it('is the published price: Hull, Options, Futures and Other Derivatives, put-call parity and the tables of the normal distribution', () => {
    // Without interest: S 100, K 100, a year, 20 %: 2·N(0.1) − 1 of the price.
    const terms = { spot: 100, strike: 100, years: 1, volatility: 0.2 };
    expect(optionWorth({ type: 'call', ...terms })).toBeCloseTo(7.965567455405804, 9);
    expect(optionWorth({ type: 'put', ...terms })).toBeCloseTo(7.965567455405804, 9);
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 1e5, noNaN: true }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.double({ min: 0.0005, max: 1, noNaN: true }),
        fc.double({ min: 0.05, max: 3, noNaN: true }),
        (spot, ratio, years, volatility) => {
          const strike = spot * ratio;
          const [call, put] = (['call', 'put'] as const).map((type) =>
            optionWorth({ type, spot, strike, years, volatility }),
          ) as [number, number];
          expect(Math.abs(call - put - (spot - strike)) / spot).toBeLessThan(1e-9);
          expect(call).toBeLessThanOrEqual(spot);
          expect(put).toBeLessThanOrEqual(strike);
          expect(Math.min(call, put)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('is worth exactly what is put in at the fair interest, and the house keeps its share of it', () => {
    const terms = { type: 'call', spot: 100_000, strike: 105_000, years: 7 / 365, volatility: 0.6 } as const;
    const fair = fairInterest(terms);
    // (1 + r)(S − C) = S
    expect((1 + fair) * (terms.spot - optionWorth(terms))).toBeCloseTo(terms.spot, 6);
    const { offeredE8, fairE8 } = offeredRates(terms, 7);
    expect(offeredE8 < fairE8).toBe(true);
    expect(Number(offeredE8) / Number(fairE8)).toBeCloseTo(1 - HOUSE_SHARE, 2);
    expect(offeredE8 % 10_000n).toBe(0n);
  });

  it('is offered at no rate where a market jumps so that the model has none', () => {
    for (const type of ['call', 'put'] as const) {
      for (const volatility of [60, 1e4, Number.POSITIVE_INFINITY]) {
        const terms = { type, spot: 100, strike: 100, years: 30 / 365, volatility };
        expect(offeredRates(terms, 30)).toEqual({ offeredE8: 0n, fairE8: 0n });
      }
    }
  });

  it('is read off hourly closes, and of a market that was not seen long enough not at all', () => {
    // A market that goes 1 % up and down every hour: 1 % × √8760 a year.
    const closes = Array.from({ length: 169 }, (_, hour) => (hour % 2 === 0 ? 100 : 101));
    expect(realisedVolatility(closes, 168)).toBeCloseTo(Math.log(1.01) * Math.sqrt(8_760), 9);
    expect(realisedVolatility(closes.slice(1), 168)).toBeNull();
    // A gap is no fall to nothing.
    expect(realisedVolatility([...closes, -1, 100, 101], 168)).toBeCloseTo(Math.log(1.01) * Math.sqrt(8_760), 9);
    expect(parseAmount('0.15')).toBe(BigInt(HOUSE_SHARE * 1e8));
  });
});

describe('the most that the house can take an order of', () => {
  it('is covered by what it has left, and almost nothing more would be', () => {
    const terms = fc.record({
      type: fc.constantFrom<DualType>('call', 'put'),
      strike: fc.bigInt(1n, 10n ** 15n),
      aprE8: fc.bigInt(100_000n, 5_000_000_000n),
      days: fc.integer({ min: 1, max: 366 }),
    });
    fc.assert(
      fc.property(terms, fc.bigInt(0n, 10n ** 14n), (one, free) => {
        const most = dualMostFor(one, free);
        expect(most >= 0n).toBe(true);
        if (most === 0n) return;
        expect(dualCover({ ...one, invested: most }) <= free).toBe(true);
        // Two units of interest on either side are roundings.
        const interest = (3n * 36_500_000_000n) / (one.aprE8 * BigInt(one.days)) + 1n;
        const more = dualCover({ ...one, invested: most + interest });
        const unit = one.type === 'call' ? one.strike / UNITS_PER_COIN + 1n : 1n;
        expect(more + 3n * unit > free).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
