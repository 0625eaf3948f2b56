import { describe, expect, it } from 'vitest';
import {
  formatAmountOf,
  formatBacktestRate,
  formatBalance,
  formatCardRate,
  formatFigures,
  formatNumber,
  formatPercent,
  formatPrice,
  formatPriceRange,
  formatShare,
  withUnit,
} from '#lib/money/display.ts';
import { addedDecimals, inputDecimals, PORTFOLIO_DECIMALS, precisionOf, pricePrecision } from '#lib/money/precision.ts';

const locale = 'en';

describe('numbers', () => {
  it('are grouped as the language writes them', () => {
    expect(formatNumber('1234567.5', { locale: 'en' })).toBe('1,234,567.5');
    expect(formatNumber('1234567.5', { locale: 'zh' })).toBe('1,234,567.5');
  });

  it('keep every digit of a figure that a float cannot hold', () => {
    expect(formatNumber('12345678901234567890.12345678', { locale })).toBe('12,345,678,901,234,567,890.12345678');
  });

  it('are rounded half away from zero, or cut where they must not promise more', () => {
    expect(formatNumber('1.005', { locale, decimals: 2 })).toBe('1.01');
    expect(formatNumber('-1.005', { locale, decimals: 2 })).toBe('-1.01');
    expect(formatNumber('1.999', { locale, decimals: 2, rounding: 'down' })).toBe('1.99');
  });

  it('have their decimals in full, or without trailing zeros', () => {
    expect(formatNumber('5', { locale, decimals: 2 })).toBe('5.00');
    expect(formatNumber('5.10', { locale, decimals: 4, isTrimmed: true })).toBe('5.1');
  });

  it('carry a sign when asked, and none at zero', () => {
    expect(formatNumber('5', { locale, isSigned: true })).toBe('+5');
    expect(formatNumber('-5', { locale, isSigned: true })).toBe('-5');
    expect(formatNumber('0', { locale, isSigned: true })).toBe('0');
    expect(formatNumber('-0.001', { locale, decimals: 2 })).toBe('0.00');
  });

  it("show '--' for no figure and '-' for a masked one", () => {
    for (const nothing of ['', '--', 'NaN', '1e5']) expect(formatNumber(nothing, { locale })).toBe('--');
    expect(formatNumber('-', { locale })).toBe('-');
    expect(formatPercent('-', { locale })).toBe('-');
    expect(formatPercent('', { locale })).toBe('--');
  });
});

describe('percents', () => {
  it.each([
    ['0', '0.00%'],
    ['0.00009', '0.00%'],
    ['0.000099999', '0.00%'],
    ['0.0001', '0.01%'],
    ['0.12345', '12.35%'],
    ['0.99', '99.00%'],
    ['1', '100.0%'],
    ['1.23456', '123.5%'],
    ['12345.678', '1,234,567.8%'],
  ])('%s shows %s: below 0.01 zero, under 100 two decimals, else one (C-442, E-371, X59)', (fraction, shown) => {
    expect(formatPercent(fraction, { locale })).toBe(shown);
  });

  it('look at the size and keep the sign (H38)', () => {
    expect(formatPercent('-0.12345', { locale })).toBe('-12.35%');
    expect(formatPercent('-1.23456', { locale })).toBe('-123.5%');
    expect(formatPercent('-0.00005', { locale })).toBe('0.00%');
  });

  it('take the decimals they are given below 100 (C-442)', () => {
    expect(formatPercent('0.00012345', { locale, decimals: 5 })).toBe('0.01235%');
    expect(formatPercent('2', { locale, decimals: 5 })).toBe('200.0%');
  });

  it('have what is below 0.01 too where more than two decimals are asked for: a VIP trader’s fee, a funding rate (M-389, E-350, C-062)', () => {
    expect(formatPercent('0.000075', { locale, decimals: 5, isTrimmed: true })).toBe('0.0075%');
    expect(formatPercent('-0.000045', { locale, decimals: 4 })).toBe('-0.0045%');
    expect(formatPercent('0.0000009', { locale, decimals: 4 })).toBe('0.00%');
    // Fewer decimals than two make nothing larger.
    expect(formatPercent('0.00009', { locale, decimals: 0 })).toBe('0.00%');
  });

  it('are signed on cards, and -- when zero (C-039, E-372, X59)', () => {
    expect(formatCardRate('0.1234', locale)).toBe('+12.34%');
    expect(formatCardRate('-0.1234', locale)).toBe('-12.34%');
    for (const zero of ['0', '0.000', '-0']) expect(formatCardRate(zero, locale)).toBe('--');
    expect(formatCardRate('', locale)).toBe('--');
  });

  it('are below a hundredth or blank in the annualised column of backtests (E-370, X59)', () => {
    expect(formatBacktestRate('0.00009', 'en')).toBe('<0.01%');
    expect(formatBacktestRate('0.0001', 'en')).toBe('0.01%');
    expect(formatBacktestRate('0.1234', 'en')).toBe('12.34%');
    expect(['0', '0.000', '-0.2', ''].map((rate) => formatBacktestRate(rate, 'en'))).toEqual(['', '', '', '']);
  });
});

describe('balances', () => {
  it('count as 0 at or below 0.000001 and are rounded to 6 decimals (C-437, E-360)', () => {
    expect(formatBalance('0.000001', locale)).toBe('0');
    expect(formatBalance('0.00000100', locale)).toBe('0');
    expect(formatBalance('0.0000009', locale)).toBe('0');
    expect(formatBalance('0.0000011', locale)).toBe('0.000001');
    expect(formatBalance('0.00000151', locale)).toBe('0.000002');
    expect(formatBalance('1234.5678915', locale)).toBe('1,234.567892');
    expect(formatBalance('-', locale)).toBe('-');
  });
});

describe('decimals by context', () => {
  const shown = (
    ...[context, figure, asset, quote]: readonly [Parameters<typeof precisionOf>[0], string, string, string?]
  ) => formatAmountOf(context, figure, asset, { locale, ...(quote === undefined ? {} : { quote }) });

  it('are 2 for investments, 4 in BTC-quoted markets and 6 for BTC (C-340, E-361)', () => {
    expect(shown('investment', '1000', 'USDT')).toBe('1,000.00 USDT');
    expect(shown('investment', '2.5', 'ETH', 'BTC')).toBe('2.5000 ETH');
    expect(shown('investment', '0.05', 'BTC', 'USDT')).toBe('0.050000 BTC');
  });

  it('never make an investment look like more than it was, nor a brought coin like none (C10)', () => {
    expect(shown('investment', '0.34567', 'ETH', 'USDT')).toBe('0.3456 ETH');
    expect(shown('investment', '999.999', 'USDT')).toBe('999.99 USDT');
    expect(shown('investment', '0.0000019', 'BTC', 'USDT')).toBe('0.000001 BTC');
  });

  it('are the symbol’s own for typed amounts, else 6 for BTC and 4 (C-438, X23)', () => {
    expect(inputDecimals('BTC', null)).toBe(6);
    expect(inputDecimals('USDT', null)).toBe(4);
    expect(inputDecimals('DOGE', 0)).toBe(0);
    expect(PORTFOLIO_DECIMALS).toBe(2);
    // More money for a bot that lives.
    expect([addedDecimals('USDT', 'portfolio'), addedDecimals('USDT', 'market')]).toEqual([2, 4]);
  });

  it('are BTC 5, ETH 7 and 2 for order amounts; BTC 6 and 4 for quantities (M-386, M-387, E-364)', () => {
    expect(['BTC', 'ETH', 'USDT'].map((unit) => precisionOf('order-amount', unit).decimals)).toEqual([5, 7, 2]);
    expect(['BTC', 'ETH', 'USDT'].map((unit) => precisionOf('quantity', unit).decimals)).toEqual([6, 4, 4]);
    expect(shown('quantity', '0.007813', 'BTC')).toBe('0.007813 BTC');
  });

  it('are USDT 4 and BTC 6 for profits (E-362)', () => {
    expect(['USDT', 'BTC'].map((asset) => precisionOf('profit', asset).decimals)).toEqual([4, 6]);
  });

  it('are 2 and 7 for smart positions, 12 for held coins, 6 for margin (C-439, E-365 … E-367)', () => {
    const contexts = ['portfolio-money', 'portfolio-balance', 'held-coin', 'margin'] as const;
    expect(contexts.map((context) => precisionOf(context, 'USDT').decimals)).toEqual([2, 7, 12, 6]);
    expect(shown('held-coin', '0.00000781', 'BTC')).toBe('0.00000781 BTC');
  });

  it('are those of the tick for prices, and what came while the market is not known', () => {
    expect(formatPrice('0.1262', 5, locale)).toBe('0.12620');
    expect(formatPrice('0.1262', undefined, locale)).toBe('0.1262');
    expect(pricePrecision(2)).toEqual({ decimals: 2 });
  });

  it('leave what is masked or unknown without a unit', () => {
    expect(shown('profit', '-', 'USDT')).toBe('-');
    expect(shown('profit', '', 'USDT')).toBe('--');
  });
});

describe('a share of a whole', () => {
  it('has two decimals at every size, as the win rate has (E-368)', () => {
    expect(['0', '0.00004', '0.4', '1', '', '-'].map((fraction) => formatShare(fraction, 'en'))).toEqual([
      '0.00%',
      '0.00%',
      '40.00%',
      '100.00%',
      '--',
      '-',
    ]);
  });
});

describe('a text of figures', () => {
  it('has each figure of a range in the locale’s writing; words and masks stay', () => {
    expect(formatFigures('50000 – 61234.5', { locale: 'en' })).toBe('50,000 – 61,234.5');
    expect(formatFigures('× 1 · 0.2% × 2', { locale: 'en' })).toBe('× 1 · 0.2% × 2');
    expect(formatFigures('-', { locale: 'en' })).toBe('-');
    // Percents among words are written as those that stand alone.
    expect(formatFigures('× 1 · 0.2% × 2.5', { locale: 'es' })).toBe('× 1 · 0,2\u00a0% × 2,5');
    expect(formatFigures('BTC 60% · 1INCH 40.5%', { locale: 'de' })).toBe('BTC 60\u00a0% · 1INCH 40,5\u00a0%');
    expect(formatFigures('BTC 60% · ETH -', { locale: 'tr' })).toBe('BTC %60 · ETH -');
  });

  it('has two prices of a market with the same decimals, whether its tick is known or not (C10)', () => {
    expect(formatPriceRange('1546.58', '2556.6', undefined, 'en')).toBe('1,546.58 – 2,556.60');
    expect(formatPriceRange('50000', '60000.5', 2, 'en')).toBe('50,000.00 – 60,000.50');
  });

  it('carries %, X and × close and the name of a coin apart', () => {
    expect(['%', 'X', '×', '', 'USDT'].map((unit) => withUnit('5', unit, 'en'))).toEqual([
      '5%',
      '5X',
      '5×',
      '5',
      '5 USDT',
    ]);
  });

  it('keeps figure and unit on their sides in a line that runs to the left, with a sign and without', () => {
    const LRM = '\u200e';
    const amount = (figure: string) => formatAmountOf('held-coin', figure, 'BTC', { locale: 'ar', isSigned: true });
    expect([amount('-1.5'), amount('1.5'), amount('0')]).toEqual([`${LRM}-1.5 BTC`, `${LRM}+1.5 BTC`, `${LRM}0 BTC`]);
    expect(formatAmountOf('held-coin', '1234.5', 'BTC', { locale: 'ar' })).toBe(`${LRM}1,234.5 BTC`);
    // Two figures run to the left as the line does, and a unit that follows another element is no figure.
    expect(withUnit('1 – 2', 'USDT', 'ar')).toBe('1 – 2 USDT');
    expect(withUnit('', 'USDT', 'ar')).toBe(' USDT');
  });
});
