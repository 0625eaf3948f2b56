import { describe, expect, it } from 'vitest';
import {
  ceilToStep,
  floorToStep,
  formatAmount,
  mulDivDown,
  mulDivUp,
  parseAmount,
  parseAmountDown,
  parseAmountUp,
} from '#lib/money/amount.ts';
import { feeOn, formatTicks, parseTicks, quoteValueDown, quoteValueUp } from '#lib/money/market-spec.ts';
import { testSpec } from '#tests/support/market-specs.ts';

describe('amounts', () => {
  it('are read exactly to 1e-8, and not at all when finer or malformed', () => {
    expect(parseAmount('1')).toBe(100_000_000n);
    expect(parseAmount('0.00000001')).toBe(1n);
    expect(parseAmount('1.1000000000')).toBe(110_000_000n);
    expect(parseAmount('99999999999999999999.99999999')).toBe(9_999_999_999_999_999_999_999_999_999n);
    for (const text of ['', '.5', '5.', '-1', '+1', '1e8', '0.000000001', '٣', ' 1', '1\n', 'NaN', '9'.repeat(21)]) {
      expect(parseAmount(text)).toBeNull();
    }
  });

  it('of an exchange that counts finer are cut where they are there, and rounded up where they are needed', () => {
    const both = (text: string) => [parseAmountDown(text), parseAmountUp(text)];
    expect(both('1.123456789')).toEqual([112_345_678n, 112_345_679n]);
    expect(both('0.000000000001')).toEqual([0n, 1n]);
    expect(both('1.100000000000')).toEqual([110_000_000n, 110_000_000n]);
    expect(both('7')).toEqual([700_000_000n, 700_000_000n]);
    for (const text of ['', '.5', '5.', '-1', '1e-9', '1.1.1', `0.${'1'.repeat(19)}`])
      expect(both(text)).toEqual([null, null]);
  });

  it('are written plainly, with their sign and without trailing zeros', () => {
    expect(formatAmount(0n)).toBe('0');
    expect(formatAmount(150_000_000n)).toBe('1.5');
    expect(formatAmount(-1n)).toBe('-0.00000001');
  });

  it('round in the named direction', () => {
    expect([mulDivDown(7n, 3n, 2n), mulDivUp(7n, 3n, 2n)]).toEqual([10n, 11n]);
    expect([mulDivDown(6n, 3n, 2n), mulDivUp(6n, 3n, 2n)]).toEqual([9n, 9n]);
    expect([floorToStep(149n, 50n), ceilToStep(101n, 50n), ceilToStep(100n, 50n)]).toEqual([100n, 150n, 100n]);
  });
});

describe('prices and values', () => {
  const spec = testSpec();

  it('are ticks, refused when finer than the tick or beyond exact integers (X23)', () => {
    expect(parseTicks(spec, '60000.5')).toBe(600_005);
    expect(parseTicks(spec, '60000.55')).toBeNull();
    expect(parseTicks(spec, '99999999999999999999')).toBeNull();
    expect(formatTicks(spec, 600_005)).toBe('60000.5');
  });

  it('are rounded against the trader: buyers pay up, sellers receive down, fees go up', () => {
    expect([quoteValueUp(spec, 1n, 15), quoteValueDown(spec, 1n, 15)]).toEqual([2n, 1n]);
    expect(feeOn(1n, 100_000n)).toBe(1n);
    expect(feeOn(1_000_000n, 100_000n)).toBe(1_000n);
  });
});
