import { type AmountContext, precisionOf, pricePrecision } from './precision.ts';
import { compactDecimal, directionMark, pointOf, withPercent, writtenDecimal } from './written-decimal.ts';

/**
 * How numbers are shown. Figures arrive as plain decimals (wire text) and are rounded from that text, never through a
 * float; separators are the locale's. Nothing is grouped or cut anywhere else.
 */

/** Shown where there is no figure, and where a figure is masked (M-279). */
export const NO_FIGURE = '--';
export const MASKED_FIGURE = '-';

export interface NumberStyle {
  /** BCP 47 tag; decides separators. */
  readonly locale: string;
  /** Decimals at most; also at least, unless `isTrimmed`. Absent: as many as the figure has. */
  readonly decimals?: number;
  /** Leaves trailing zeros out. */
  readonly isTrimmed?: boolean;
  /** Puts a plus before what is above zero. */
  readonly isSigned?: boolean;
  /** 'nearest' rounds half away from zero; 'down' cuts, for figures that must not promise more than there is. */
  readonly rounding?: 'nearest' | 'down';
}

const PLAIN = /^-?\d+(\.\d+)?$/;
const MOST_DECIMALS = 18;

/** A plain decimal in the locale's writing. What is no figure ('' or '--') shows '--'; '-' stays, it is masked. */
export function formatNumber(figure: string, style: NumberStyle): string {
  if (figure === MASKED_FIGURE) return MASKED_FIGURE;
  if (!PLAIN.test(figure)) return NO_FIGURE;
  const { locale, decimals, isTrimmed = false, isSigned = false, rounding = 'nearest' } = style;
  const leastDecimals = isTrimmed ? 0 : (decimals ?? 0);
  return writtenDecimal(figure, locale, { mostDecimals: decimals ?? MOST_DECIMALS, leastDecimals, rounding, isSigned });
}

/** A large figure in few characters (1.23M). */
export function formatCompact(figure: string, locale: string): string {
  return PLAIN.test(figure) ? compactDecimal(figure, locale) : NO_FIGURE;
}

/**
 * A fraction as a percent (C-442, H38): below 0.01 % in size it is 0.00%, under 100 % it has `decimals` (2), from
 * there on one. The rule looks at the size and the sign stays. Who asks for more than two decimals – a fee (M-389), a
 * funding rate – asks for what is smaller than 0.01 %: then only what is below the last of them is nothing.
 */
export function formatPercent(fraction: string, style: NumberStyle): string {
  if (fraction === MASKED_FIGURE) return MASKED_FIGURE;
  if (!PLAIN.test(fraction)) return NO_FIGURE;
  const percent = timesHundred(fraction);
  const size = percent.replace('-', '');
  if (isBelowFraction(size, '1'.padStart(style.decimals ?? 2, '0').padStart(2, '0')))
    return withPercent(formatNumber('0', { locale: style.locale, decimals: 2 }), style.locale);
  const [whole = ''] = size.split('.');
  const isBig = whole.length > 2;
  return withPercent(formatNumber(percent, { ...style, decimals: isBig ? 1 : (style.decimals ?? 2) }), style.locale);
}

/**
 * A share of a whole, as a fraction (E-368: the win rate): it never goes far, so it keeps two decimals at 100.00% too and a
 * grid of shares lines up.
 */
export function formatShare(fraction: string, locale: string): string {
  if (!PLAIN.test(fraction)) return formatPercent(fraction, { locale });
  return withPercent(formatNumber(timesHundred(fraction), { locale, decimals: 2 }), locale);
}

/** What somebody has set, as a fraction: every digit in percent, for who compares it with what he typed. */
export function formatSetPercent(fraction: string, style: Pick<NumberStyle, 'locale' | 'isSigned'>): string {
  if (!PLAIN.test(fraction)) return formatPercent(fraction, style);
  return withPercent(formatNumber(timesHundred(fraction), style), style.locale);
}

/** A rate of one day, as a fraction: small by nature, so it keeps three decimals whatever its size. */
export function formatDayRate(fraction: string, style: Pick<NumberStyle, 'locale' | 'isSigned'>): string {
  if (!PLAIN.test(fraction)) return formatPercent(fraction, style);
  return withPercent(formatNumber(timesHundred(fraction), { ...style, decimals: 3 }), style.locale);
}

/** Annualised rate on cards (C-039, E-372): a signed percent, '--' for zero. */
export function formatCardRate(fraction: string, locale: string): string {
  return /^-?0*(\.0*)?$/.test(fraction) ? NO_FIGURE : formatPercent(fraction, { locale, isSigned: true });
}

/** Annualised rate of a backtest (E-370, X59): a percent, '<0.01%' below that, blank when it is not positive. */
export function formatBacktestRate(fraction: string, locale: string): string {
  if (!PLAIN.test(fraction) || fraction.startsWith('-') || /^[0.]*$/.test(fraction)) return '';
  if (!isBelowFraction(timesHundred(fraction), '01')) return formatPercent(fraction, { locale });
  // The mark keeps the sign on its side where lines run to the left.
  return `${directionMark(locale)}<${withPercent(formatNumber('0.01', { locale }), locale)}`;
}

/** A balance (C-437): at or below 0.000001 it counts as 0, else it is rounded to 6 decimals. */
export function formatBalance(figure: string, locale: string): string {
  if (!PLAIN.test(figure)) return formatNumber(figure, { locale });
  const isDust = figure.startsWith('-') || isBelowFraction(figure, '000001') || /^0\.0000010*$/.test(figure);
  return formatNumber(isDust ? '0' : figure, { locale, decimals: 6, isTrimmed: true });
}

export interface AmountStyle extends Pick<NumberStyle, 'locale' | 'isSigned'> {
  /** What the market of a bot is quoted in, where that is not the amount's own asset. */
  readonly quote?: string;
  /** Puts the asset behind the figure. */
  readonly hasUnit?: boolean;
}

/** An amount of `asset` with the decimals of its context (lib/money/precision.ts). What is masked or unknown has no unit. */
export function formatAmountOf(context: AmountContext, figure: string, asset: string, style: AmountStyle): string {
  const { locale, isSigned, quote, hasUnit = true } = style;
  const signed = isSigned === undefined ? {} : { isSigned };
  const text = formatNumber(figure, { locale, ...precisionOf(context, asset, quote), ...signed });
  return hasUnit && PLAIN.test(figure) ? withUnit(text, asset, locale) : text;
}

/** A price with the decimals of its market's tick; as it came while the market is not known. */
export function formatPrice(price: string, tickDecimals: number | undefined, locale: string): string {
  return formatNumber(price, { locale, ...pricePrecision(tickDecimals) });
}

/** Two prices of one market; both have the decimals of the finer one while its tick is not known. */
export function formatPriceRange(low: string, high: string, tickDecimals: number | undefined, locale: string): string {
  const finer = Math.max(...[low, high].map((price) => (PLAIN.test(price) ? (price.split('.')[1] ?? '').length : 0)));
  return [low, high].map((price) => formatPrice(price, tickDecimals ?? finer, locale)).join(' – ');
}

/** Percents and multiples among words, as a kind's parameters put them together: "BTC 60% · ETH 40%", "1.5% × 2". */
const AMONG_WORDS = /(?<![\w.])(\d+(?:\.\d+)?)%|(?<=× )(\d+(?:\.\d+)?)/g;

/** The figures of a text (one, "low – high", or percents and multiples among words) in the locale's writing; words and what is masked stay as they are. */
export function formatFigures(text: string, style: NumberStyle): string {
  const { locale } = style;
  const amongWords = (part: string): string =>
    part.replace(AMONG_WORDS, (_said, percent?: string, times?: string) =>
      percent === undefined
        ? formatNumber(times ?? '', { locale })
        : withUnit(formatNumber(percent, { locale }), '%', locale),
    );
  return text
    .split(' – ')
    .map((part) => (PLAIN.test(part) ? formatNumber(part, style) : amongWords(part)))
    .join(' – ');
}

/** Values of a sentence with the decimal sign of its language, and no digit else than they came with: bounds of a form are typed as they are read. */
export function withDecimalSign(
  values: Readonly<Record<string, string>> = {},
  locale: string,
): Readonly<Record<string, string>> {
  const point = pointOf(locale);
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, PLAIN.test(text) ? text.replace('.', point) : text]),
  );
}

/** A figure alone, whose sign would have its mark. */
const UNSIGNED = /^\d[\d.,]*$/;

/**
 * A figure with its unit: %, as the language has it; X and × close, the name of a coin apart. In a line that runs to the left both stand as they do
 * behind a sign, whose mark makes them one run: else amounts with a sign and without would have their units on two sides.
 */
export function withUnit(text: string, unit: string, locale: string): string {
  if (unit === '%') return withPercent(text, locale);
  if (['', 'X', '×'].includes(unit)) return `${text}${unit}`;
  return `${UNSIGNED.test(text) ? directionMark(locale) : ''}${text} ${unit}`;
}

/** Whether a plain non-negative decimal is below 0.fraction. */
function isBelowFraction(figure: string, fraction: string): boolean {
  const [whole = '0', decimals = ''] = figure.split('.');
  return /^0+$/.test(whole) && decimals.slice(0, fraction.length).padEnd(fraction.length, '0') < fraction;
}

/** A signed plain decimal times 100, exactly. */
function timesHundred(figure: string): string {
  const sign = figure.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = figure.replace('-', '').split('.');
  const moved = (whole + fraction.slice(0, 2).padEnd(2, '0')).replace(/^0+(?=\d)/, '');
  return fraction.length > 2 ? `${sign}${moved}.${fraction.slice(2)}` : `${sign}${moved}`;
}
