import { describe, expect, it } from 'vitest';
import { compareDecimals, isUnset, readDecimal, shiftDecimal } from '#lib/money/decimal-text.ts';
import { filterNumber, RATIO_DECIMALS } from '#lib/money/input.ts';

describe('numeric inputs', () => {
  it.each([
    ['12.5', '12.5'],
    ['1.2.3', '1.23'],
    ['1。5', '1.5'],
    ['1．5', '1.5'],
    ['-5', '5'],
    ['+1e3', '13'],
    ['1,234.5', '1234.5'],
    [' 7 ', '7'],
    ['abc', ''],
    ['.', '.'],
    ['.5', '.5'],
    ['５', ''],
  ])(
    'let %j through as %j: digits and one dot, the full-width period being a dot (C-339, E-247, C-231)',
    (typed, shown) => {
      expect(filterNumber(typed)).toBe(shown);
    },
  );

  it('cut decimals at 2 for ratios and at 6 otherwise; prices at their market’s tick (M-234, E-245)', () => {
    const typed = '1.12345678901234';
    expect(filterNumber(typed, RATIO_DECIMALS)).toBe('1.12');
    expect(filterNumber(typed)).toBe('1.123456');
  });

  it('have no dot at all where no decimals are allowed (C-335)', () => {
    expect(filterNumber('12.5', 0)).toBe('12');
  });
});

describe('what was typed', () => {
  it.each([
    ['007.50', '7.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['0.0', '0'],
    ['00', '0'],
  ])('%s is read as %s (C-339)', (typed, read) => {
    expect(readDecimal(typed)).toBe(read);
  });

  it.each(['', '.', '-1', '1e5', '٣', '1,0', ' 1', '0x1', '9'.repeat(21), `0.${'1'.repeat(19)}`])(
    'is no number when it is %j (C-339)',
    (typed) => {
      expect(readDecimal(typed)).toBeNull();
    },
  );

  it('is not set when empty or zero (X3)', () => {
    for (const text of ['', '0', '0.00', '.0']) expect(isUnset(text)).toBe(true);
    for (const text of ['0.01', '1', 'x', '-0']) expect(isUnset(text)).toBe(false);
  });

  it('moves between percent and fraction exactly (C-124, C-138)', () => {
    expect(shiftDecimal('2', -2)).toBe('0.02');
    expect(shiftDecimal('0.29', -2)).toBe('0.0029');
    expect(shiftDecimal('123.4', -2)).toBe('1.234');
    expect(shiftDecimal('0.0029', 2)).toBe('0.29');
    expect(shiftDecimal('1.5', 2)).toBe('150');
    expect(shiftDecimal(`0.${'0'.repeat(17)}1`, -2)).toBeNull();
  });

  it('compares exactly', () => {
    expect(compareDecimals('99999999.0001', '99999999')).toBe(1);
    expect(compareDecimals('9', '10')).toBe(-1);
    expect(compareDecimals('1.5', '1.50001')).toBe(-1);
    expect(compareDecimals('0', '0')).toBe(0);
  });
});
