import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type CoinScale, setCoins } from '#lib/engine/body/coin-scale.ts';
import { COIN, setTotal, type Total } from '#lib/engine/body/exact.ts';
import { readCoins, readLots, readTotal, readUnits } from '#lib/engine/body/stored-amounts.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';

const RUNS = { numRuns: runs(5_000, 200_000) };

/** Of every length, with the edges of eight digits, of fifteen, and of what a number holds. */
const amount = fc.oneof(
  fc.integer({ min: 0, max: 30 }).chain((digits) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) })),
  fc.constantFrom(0n, 99_999_999n, 100_000_000n, 10n ** 15n - 1n, 10n ** 15n, 2n ** 53n, 10n ** 23n - 1n, 10n ** 23n),
);
const signed = fc.tuple(amount, fc.boolean()).map(([units, isNegative]) => (isNegative ? -units : units));
const lotUnits = fc.constantFrom(1, 100, 1_000, 100_000_000);

const emptyTotal = (): Total => ({ high: 7, low: 7, parts: 7 });

describe('stored amounts are read as bigint reads them', () => {
  it('to the last part of a unit, above and below nothing', () => {
    fc.assert(
      fc.property(signed, (value) => {
        const [read, right] = [emptyTotal(), emptyTotal()];
        readTotal(read, `${value}`);
        setTotal(right, value);
        expect(read).toEqual(right);
      }),
      RUNS,
    );
  });

  it('in whole units', () => {
    fc.assert(
      fc.property(signed, (value) => {
        const [read, right] = [emptyTotal(), emptyTotal()];
        readUnits(read, `${value}`);
        setTotal(right, value * BigInt(COIN));
        expect(read).toEqual(right);
      }),
      RUNS,
    );
  });

  it('in lots', () => {
    fc.assert(
      fc.property(amount, lotUnits, (units, lot) => {
        const scale = { lotUnits: lot } as CoinScale;
        const [read, right] = [
          { lots: 7, parts: 7 },
          { lots: 7, parts: 7 },
        ];
        readCoins(read, `${units}`, scale);
        setCoins(right, units, scale);
        expect(read).toEqual(right);
        expect(readLots(`${units}`, scale)).toBe(right.lots);
      }),
      RUNS,
    );
  });

  it.each(['12a', '1.5', '1e5', '-', '--1', '12 3', 'NaN', null, undefined])('and refuse what is none: %s', (text) => {
    const scale = { lotUnits: 100 } as CoinScale;
    const given = text as string;
    expect(() => readTotal(emptyTotal(), given)).toThrow();
    expect(() => readUnits(emptyTotal(), given)).toThrow();
    expect(() => readCoins({ lots: 0, parts: 0 }, given, scale)).toThrow();
    expect(() => readLots(given, scale)).toThrow();
  });
});
