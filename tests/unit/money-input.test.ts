import { describe, expect, it } from 'vitest';
import { compareDecimals, isUnset, readDecimal, shiftDecimal } from '#lib/money/decimal-text.ts';
import { RATIO_DECIMALS, readTypedNumber, typedNumber, withPoint } from '#lib/money/input.ts';

describe('numeric inputs', () => {
  it.each([
    ['12.5', '12.5'],
    ['1。5', '1.5'],
    ['1．5', '1.5'],
    ['５', '5'],
    ['１２，３４５．６', '12345.6'],
    [' 7 ', '7'],
    ['\u00a07\u3000', '7'],
    ['1,234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1 234 567.25', '1234567.25'],
    ['٣٫٥', '3.5'],
    ['۱۲٬۳۴۵', '12345'],
    ['.', '.'],
    ['.5', '.5'],
    ['5.', '5.'],
    ['', ''],
    ['   ', ''],
    ['9'.repeat(400), '9'.repeat(400)],
  ])('let %j through as %j: digits and one dot, the full-width ones counting (B2, C-339, E-247)', (typed, shown) => {
    expect(readTypedNumber(typed)).toBe(shown);
    expect(readTypedNumber(shown)).toBe(shown);
  });

  it.each([
    '1.2.3',
    '-5',
    '+5',
    '1e3',
    '0x1',
    'abc',
    '5 USDT',
    '100,5',
    '1,23',
    '12,34,567',
    '1,234 567',
    '1.234,5',
    '1,',
    ',5',
    '1 2',
    '½',
    '5%',
  ])('refuse %j as a whole, so that what was typed before stays (B2, C-231)', (typed) => {
    expect(readTypedNumber(typed)).toBeNull();
    expect(typedNumber('25', typed)).toBe('25');
  });

  it.each([
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    ['0,125', '0.125'],
    [',5', '.5'],
    ['1.234,5', '1.234.5'],
    ['-3,', '-3.'],
  ])('are typed with a comma where the language has one: %s is %s', (typed, plain) => {
    expect(withPoint(typed, false)).toBe(plain);
  });

  it.each([
    ['1.234,56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1 234,5', '1234.5'],
    ['12,345', '12.345'],
    ['0.125', '0.125'],
    ['63250.5', '63250.5'],
    ['63.25', '63.25'],
    ['1,234.56', '1.234.56'],
    ['63.250', null],
    ['-1.234', null],
  ])('are pasted with groups there, and not read where they may mean either: %s as %s', (pasted, plain) => {
    expect(withPoint(pasted, true)).toBe(plain);
  });

  it('cut decimals at 2 for ratios and at 6 otherwise; prices at their market’s tick (M-234, E-245, C-236)', () => {
    const typed = '1.12345678901234';
    expect(typedNumber('', typed, { decimals: RATIO_DECIMALS })).toBe('1.12');
    expect(typedNumber('', typed)).toBe('1.123456');
  });

  it('have no dot at all where no decimals are allowed: 2.5 never becomes 25 (B2, C-335)', () => {
    for (const typed of ['2.', '2.5', '2。5']) expect(typedNumber('2', typed, { decimals: 0 })).toBe('2');
  });

  it('take a sign only where a number below zero can be meant', () => {
    expect(typedNumber('', '－1.5', { isSigned: true })).toBe('-1.5');
    expect(typedNumber('', '-', { isSigned: true })).toBe('-');
    expect(typedNumber('1', '1-', { isSigned: true })).toBe('1');
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
