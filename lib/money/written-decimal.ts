/**
 * Plain decimals in a language's writing, from their text and exact at any length. Not Intl.NumberFormat: the first one
 * that a browser makes takes a phone 70 ms, in the middle of the first page. A test holds every figure against it.
 */

export interface Writing {
  /** Decimals at most, and at least; what lies behind is rounded. */
  readonly mostDecimals: number;
  readonly leastDecimals: number;
  /** 'nearest' rounds half away from zero, 'down' towards zero. */
  readonly rounding: 'nearest' | 'down';
  /** Puts a plus before what is above zero. Zero has no sign, also when it is rounded from something. */
  readonly isSigned: boolean;
}

interface LanguageWriting {
  readonly point: string;
  readonly group: string;
  /** Short units and the power of ten of each, rising. */
  readonly units: readonly (readonly [power: number, name: string])[];
}

const ENGLISH: LanguageWriting = {
  point: '.',
  group: ',',
  units: [
    [3, 'K'],
    [6, 'M'],
    [9, 'B'],
    [12, 'T'],
  ],
};

/** Of every language of the product (a test compares); what is not in it is written as English. */
const WRITINGS: Readonly<Record<string, LanguageWriting>> = {
  en: ENGLISH,
  zh: {
    ...ENGLISH,
    units: [
      [4, '万'],
      [8, '亿'],
      [12, '万亿'],
    ],
  },
};

const writingOf = (locale: string): LanguageWriting => WRITINGS[locale] ?? ENGLISH;

/** Whole digits (without leading zeros, '0' at least) and decimals of an unsigned plain decimal, rounded. */
function rounded(figure: string, most: number, rounding: Writing['rounding']): readonly [string, string] {
  const [whole = '0', fraction = ''] = figure.split('.');
  const kept = fraction.slice(0, most);
  const isUp = rounding === 'nearest' && fraction.charCodeAt(most) >= '5'.charCodeAt(0);
  const digits = isUp ? String(BigInt(whole + kept) + 1n).padStart(whole.length + kept.length, '0') : whole + kept;
  const at = digits.length - kept.length;
  return [digits.slice(0, at).replace(/^0+(?=\d)/, ''), digits.slice(at)];
}

function trimmed(fraction: string, least: number): string {
  let end = fraction.length;
  while (end > least && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end).padEnd(least, '0');
}

const grouped = (whole: string, group: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, group);

/** `figure`: a plain decimal (`-12.5`). */
export function writtenDecimal(figure: string, locale: string, style: Writing): string {
  const { point, group } = writingOf(locale);
  const [whole, decimals] = rounded(figure.replace('-', ''), style.mostDecimals, style.rounding);
  const fraction = trimmed(decimals, style.leastDecimals);
  const isZero = /^0*$/.test(whole + fraction);
  const sign = isZero ? '' : figure.startsWith('-') ? '-' : style.isSigned ? '+' : '';
  return `${sign}${grouped(whole, group)}${fraction === '' ? '' : point}${fraction}`;
}

/** A plain decimal in few characters: with the largest unit that leaves a whole, and two decimals at most (1.23M, 1.23万). */
export function compactDecimal(figure: string, locale: string): string {
  const { point, group, units } = writingOf(locale);
  const [whole = '0', fraction = ''] = figure.replace('-', '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  let at = units.findLastIndex(([power]) => digits.length > power);
  const inUnit = (index: number): readonly [string, string] => {
    const power = units[index]?.[0] ?? 0;
    const padded = digits.padStart(power + 1, '0');
    return rounded(
      `${padded.slice(0, padded.length - power)}.${padded.slice(padded.length - power)}${fraction}`,
      2,
      'nearest',
    );
  };
  let [head, tail] = inUnit(at);
  // What is rounded up to the next unit is written in it: 999,999 is 1M.
  const next = units[at + 1];
  if (next !== undefined && head.length > next[0] - (units[at]?.[0] ?? 0)) {
    at += 1;
    [head, tail] = inUnit(at);
  }
  const decimals = trimmed(tail, 0);
  const sign = figure.startsWith('-') && /[1-9]/.test(head + decimals) ? '-' : '';
  // Four digits stand without a separator, as everywhere in short figures.
  const written = head.length > 4 ? grouped(head, group) : head;
  return `${sign}${written}${decimals === '' ? '' : point}${decimals}${units[at]?.[1] ?? ''}`;
}
