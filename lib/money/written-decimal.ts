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

type Unit = readonly [power: number, name: string, digits?: number];

interface LanguageWriting {
  readonly point: '.' | ',';
  readonly group: string;
  /** Whole digits from which they are grouped; absent: 4. */
  readonly groupedFrom?: number;
  /** What stands behind the figure of a percent; absent: '%'. */
  readonly percent?: string;
  /** What stands before and behind a sign, so that it stays with its figure in a line that runs to the left. */
  readonly mark?: string;
  /** Short units and the power of ten of each, rising; one that begins later says with how many digits. */
  readonly units: readonly Unit[];
  /** Of the first unit, with 3 to 9 of it. */
  readonly few?: string;
}

/** No break between a figure and its unit. */
const S = '\u00a0';
/** Left-to-right mark. */
const LRM = '\u200e';

const of = (powers: readonly number[], ...names: readonly string[]): readonly Unit[] =>
  names.map((name, at) => [powers[at] ?? 0, name]);
const THOUSANDS = [3, 6, 9, 12];
const MYRIADS = [4, 8, 12, 16];

const ENGLISH: LanguageWriting = { point: '.', group: ',', units: of(THOUSANDS, 'K', 'M', 'B', 'T') };
const CONTINENTAL = { point: ',', group: '.' } as const;

/** Of every language of the product (a test compares); what is not in it is written as English. */
const WRITINGS: Readonly<Record<string, LanguageWriting>> = {
  en: ENGLISH,
  zh: { ...ENGLISH, units: of(MYRIADS, '万', '亿', '万亿') },
  es: {
    ...CONTINENTAL,
    groupedFrom: 5,
    percent: `${S}%`,
    units: [
      [3, `${S}mil`],
      [6, `${S}M`],
      [9, `${S}mil${S}M`, 11],
      [12, `${S}B`],
    ],
  },
  pt: { ...CONTINENTAL, units: of(THOUSANDS, `${S}mil`, `${S}mi`, `${S}bi`, `${S}tri`) },
  ru: {
    ...CONTINENTAL,
    group: S,
    percent: `${S}%`,
    units: of(THOUSANDS, `${S}тыс.`, `${S}млн`, `${S}млрд`, `${S}трлн`),
  },
  // Turkish has its sign of a percent in front.
  tr: { ...CONTINENTAL, percent: '', units: of(THOUSANDS, `${S}B`, `${S}Mn`, `${S}Mr`, `${S}Tn`) },
  vi: { ...CONTINENTAL, units: of(THOUSANDS, `${S}N`, `${S}Tr`, `${S}T`, `${S}NT`) },
  ja: { ...ENGLISH, units: of(MYRIADS, '万', '億', '兆', '京') },
  ko: { ...ENGLISH, units: of([3, ...MYRIADS], '천', '만', '억', '조') },
  de: { ...CONTINENTAL, percent: `${S}%`, units: of([6, 9, 12], `${S}Mio.`, `${S}Mrd.`, `${S}Bio.`) },
  fr: { ...CONTINENTAL, group: '\u202f', percent: `${S}%`, units: of(THOUSANDS, `${S}k`, `${S}M`, `${S}Md`, `${S}Bn`) },
  ar: {
    ...ENGLISH,
    percent: `${LRM}%${LRM}`,
    mark: LRM,
    units: of(THOUSANDS, `${S}ألف`, `${S}مليون`, `${S}مليار`, `${S}ترليون`),
    few: `${S}آلاف`,
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

function grouped(whole: string, { group, groupedFrom = 4 }: LanguageWriting): string {
  return whole.length < groupedFrom ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group);
}

/** The decimal sign of a language. */
export function pointOf(locale: string): '.' | ',' {
  return writingOf(locale).point;
}

/** Keeps what stands before a figure on its side, where lines run to the left. */
export function directionMark(locale: string): string {
  return writingOf(locale).mark ?? '';
}

/** A written figure as a percent: 5%, 5 %, %5. */
export function withPercent(written: string, locale: string): string {
  const { percent = '%' } = writingOf(locale);
  return percent === '' ? written.replace(/\d/, '%$&') : `${written}${percent}`;
}

/** `figure`: a plain decimal (`-12.5`). */
export function writtenDecimal(figure: string, locale: string, style: Writing): string {
  const writing = writingOf(locale);
  const { point, mark = '' } = writing;
  const [whole, decimals] = rounded(figure.replace('-', ''), style.mostDecimals, style.rounding);
  const fraction = trimmed(decimals, style.leastDecimals);
  const isZero = /^0*$/.test(whole + fraction);
  const sign = isZero ? '' : figure.startsWith('-') ? `${mark}-` : style.isSigned ? `${mark}+` : '';
  return `${sign}${grouped(whole, writing)}${fraction === '' ? '' : point}${fraction}`;
}

/** A plain decimal in few characters: with the largest unit that leaves a whole, and two decimals at most (1.23M, 1.23万). */
export function compactDecimal(figure: string, locale: string): string {
  const writing = writingOf(locale);
  const { point, mark = '', units, few } = writing;
  const [whole = '0', fraction = ''] = figure.replace('-', '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  let at = units.findLastIndex(([power, , least = power + 1]) => digits.length >= least);
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
  if (next !== undefined && head.length >= (next[2] ?? next[0] + 1) - (units[at]?.[0] ?? 0)) {
    at += 1;
    [head, tail] = inUnit(at);
  }
  const decimals = trimmed(tail, 0);
  const sign = figure.startsWith('-') && /[1-9]/.test(head + decimals) ? `${mark}-` : '';
  // Four digits stand without a separator, as everywhere in short figures.
  const written = head.length > 4 ? grouped(head, writing) : head;
  const isFew = few !== undefined && at === 0 && decimals === '' && /^[3-9]$/.test(head);
  return `${sign}${written}${decimals === '' ? '' : point}${decimals}${isFew ? few : (units[at]?.[1] ?? '')}`;
}
