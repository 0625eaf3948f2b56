import fc from 'fast-check';
import { describe, it } from 'vitest';
import { divDown, divUp, formatAmount, mulDivDown, mulDivUp, parseAmount, WIRE_NUMBER } from '#lib/money/amount.ts';
import { compareDecimals, readDecimal, shiftDecimal } from '#lib/money/decimal-text.ts';
import { formatNumber } from '#lib/money/display.ts';
import { typedNumber } from '#lib/money/input.ts';
import { expect } from '#tests/support/quick-expect.ts';

const units = fc.bigInt({ min: 0n, max: 10n ** 28n - 1n });
const small = fc.bigInt({ min: 0n, max: 10n ** 16n });

describe('amounts', () => {
  it('come back from their own writing, which the wire accepts', () => {
    fc.assert(
      fc.property(units, (amount) => {
        const text = formatAmount(amount);
        expect(text).toMatch(WIRE_NUMBER);
        expect(parseAmount(text)).toBe(amount);
        expect(readDecimal(text)).toBe(text);
      }),
    );
  });

  it('round a × b ÷ c to the two neighbours of the exact quotient', () => {
    fc.assert(
      fc.property(small, small, fc.bigInt({ min: 1n, max: 10n ** 16n }), (a, b, c) => {
        const down = mulDivDown(a, b, c);
        const up = mulDivUp(a, b, c);
        expect(down * c).toBeLessThanOrEqual(a * b);
        expect(up * c).toBeGreaterThanOrEqual(a * b);
        expect(up - down).toBe((a * b) % c === 0n ? 0n : 1n);
      }),
    );
  });

  it('divide to the two neighbours of the exact quotient, below 0 as well', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.bigInt(1n, 10n ** 16n), (numerator, denominator) => {
        const [down, up] = [divDown(numerator, denominator), divUp(numerator, denominator)];
        expect(down * denominator).toBeLessThanOrEqual(numerator);
        expect(up * denominator).toBeGreaterThanOrEqual(numerator);
        expect(up - down).toBe(numerator % denominator === 0n ? 0n : 1n);
      }),
    );
  });

  it('are never read from anything that is not a plain decimal', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!WIRE_NUMBER.test(text)) expect(parseAmount(text)).toBeNull();
      }),
    );
  });
});

describe('typed numbers', () => {
  it('are filtered once: filtering again changes nothing, and at most one dot is left (C-339)', () => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.。．-e,') }));
    fc.assert(
      fc.property(typed, fc.integer({ min: 0, max: 12 }), (text, decimals) => {
        const once = typedNumber('', text, { decimals });
        expect(typedNumber('', once, { decimals })).toBe(once);
        expect(once).toMatch(/^\d*(\.\d*)?$/);
        expect((once.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals);
      }),
    );
  });

  it('come back when the point is moved there and back (C-124)', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.integer({ min: -8, max: 4 }), (amount, places) => {
        const text = formatAmount(amount);
        const moved = shiftDecimal(text, places);
        expect(moved === null ? text : shiftDecimal(moved, -places)).toBe(text);
      }),
    );
  });

  it('compare like the amounts that they write', () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        const order = a < b ? -1 : a > b ? 1 : 0;
        expect(compareDecimals(formatAmount(a), formatAmount(b))).toBe(order);
      }),
    );
  });

  it('are shown with every digit that they have', () => {
    fc.assert(
      fc.property(units, (amount) => {
        const text = formatAmount(amount);
        expect(formatNumber(text, { locale: 'en' }).replaceAll(',', '')).toBe(text);
      }),
    );
  });
});
