import { describe, it } from 'vitest';
import { KNOWN_LANGUAGES } from '#lib/i18n/languages.ts';
import { compactDecimal, withPercent, writtenDecimal } from '#lib/money/written-decimal.ts';
import { randomOf } from '#tests/support/fuzz-requests.ts';
import { expect } from '#tests/support/quick-expect.ts';

/** Digits are Latin ones everywhere. */
const figuresOf = (locale: string): string => `${locale}-u-nu-latn`;

/** Figures as they come, and those at which rounding, grouping and units turn. */
function figures(count: number): readonly string[] {
  const below = randomOf(20_261_123);
  const random = (): number => below(1_000_000) / 1_000_000;
  const digit = (): string => String(Math.floor(random() * 10));
  const digits = (most: number): string => Array.from({ length: Math.floor(random() * (most + 1)) }, digit).join('');
  const drawn = Array.from({ length: count }, () => {
    const turn = random();
    const whole = turn < 0.2 ? '0' : turn < 0.4 ? '9'.repeat(1 + Math.floor(random() * 14)) : digits(15) || '0';
    const tail = random() < 0.3 ? `${'9'.repeat(Math.floor(random() * 8))}5` : digits(12);
    return `${random() < 0.3 ? '-' : ''}${whole}${tail === '' ? '' : `.${tail}`}`;
  });
  const edges = [
    '0',
    '-0',
    '0.005',
    '-0.004',
    '999.995',
    '999999',
    '999995',
    '9999.995',
    '99999999',
    '1000',
    '12345',
    '007',
  ];
  return [...edges, ...drawn];
}

describe('a decimal in the writing of every language is that of Intl.NumberFormat, at any length (C-436…C-442)', () => {
  for (const locale of KNOWN_LANGUAGES) {
    it(`${locale}: whole and rounded, trimmed and padded, signed and cut`, () => {
      const styles = [0, 1, 2, 6, 8, 18].flatMap((mostDecimals) =>
        ([0, mostDecimals] as const).flatMap((leastDecimals) =>
          (['nearest', 'down'] as const).flatMap((rounding) =>
            [true, false].map((isSigned) => ({ mostDecimals, leastDecimals, rounding, isSigned })),
          ),
        ),
      );
      const all = figures(600);
      for (const style of styles) {
        const intl = new Intl.NumberFormat(figuresOf(locale), {
          minimumFractionDigits: style.leastDecimals,
          maximumFractionDigits: style.mostDecimals,
          signDisplay: style.isSigned ? 'exceptZero' : 'negative',
          roundingMode: style.rounding === 'down' ? 'trunc' : 'halfExpand',
        });
        for (const figure of all) {
          const expected = intl.format(figure as Intl.StringNumericLiteral);
          expect(writtenDecimal(figure, locale, style), `${figure} ${JSON.stringify(style)}`).toBe(expected);
        }
      }
    });

    it(`${locale}: as a percent`, () => {
      const intl = new Intl.NumberFormat(figuresOf(locale), {
        style: 'percent',
        minimumFractionDigits: 2,
        signDisplay: 'exceptZero',
      });
      const style = { mostDecimals: 2, leastDecimals: 2, rounding: 'nearest', isSigned: true } as const;
      for (const rate of [-12.5, -0.01, 0, 0.25, 7, 99.99, 1234.5, 98_765.4])
        expect(withPercent(writtenDecimal(rate.toFixed(2), locale, style), locale)).toBe(intl.format(rate / 100));
    });

    it(`${locale}: in few characters`, () => {
      const intl = new Intl.NumberFormat(figuresOf(locale), {
        notation: 'compact',
        maximumFractionDigits: 2,
        signDisplay: 'negative',
      });
      for (const figure of figures(4_000)) {
        expect(compactDecimal(figure, locale), figure).toBe(intl.format(figure as Intl.StringNumericLiteral));
      }
    });
  }
});
