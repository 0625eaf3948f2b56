import { LIST_DAYS, LIST_FALLS, LIST_INVESTMENTS, LIST_SIDES } from '#lib/contract/vocabulary.ts';
import { kindPath, type ListKind, landingPath, type SortOrder } from './paths.ts';

/** What the recommended list is narrowed to beside its kind, in the words of the call. */
export interface ListFilters {
  readonly coin?: string;
  readonly fall?: (typeof LIST_FALLS)[number];
  readonly days?: (typeof LIST_DAYS)[number];
  readonly side?: (typeof LIST_SIDES)[number];
  readonly investment?: (typeof LIST_INVESTMENTS)[number];
  readonly open?: '1';
}
export type FilterName = keyof ListFilters;

export const NO_FILTERS: ListFilters = {};

/** What each may be; null: any coin. In the order of addresses and forms. */
export const FILTER_VALUES = {
  coin: null,
  fall: LIST_FALLS,
  days: LIST_DAYS,
  side: LIST_SIDES,
  investment: LIST_INVESTMENTS,
  open: ['1'],
} as const satisfies Record<FilterName, readonly string[] | null>;
export const FILTER_NAMES = Object.keys(FILTER_VALUES) as readonly FilterName[];

const COIN = /^[A-Z0-9]{1,12}$/;

function isValue(name: FilterName, text: string): boolean {
  const values: readonly string[] | null = FILTER_VALUES[name];
  return values === null ? COIN.test(text) : values.includes(text);
}

/** Those of some words that are filters; what is none is left out. */
export function filtersOf(words: Readonly<Partial<Record<string, string | null>>>): ListFilters {
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const text = words[name] ?? '';
      return isValue(name, text) ? [[name, text]] : [];
    }),
  );
}

export function filterCount(filters: ListFilters): number {
  return FILTER_NAMES.filter((name) => filters[name] !== undefined).length;
}

/** As one part of an address, which has letters, digits and two marks: coin-BTC_fall-10_open-1. Rates stand there in percent. */
function wordsOf(filters: ListFilters): string {
  return FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [`${name}-${name === 'fall' ? percentOf(value) : value}`];
  }).join('_');
}

function percentOf(rate: string): string {
  return String(Math.round(Number(rate) * 100));
}

/** Reads what `listPath` wrote; null for every other spelling: each list has one address. */
export function readFilterWords(words: string): ListFilters | null {
  const said: Record<string, string> = Object.fromEntries(
    words.split('_').map((part) => {
      const [name = '', value = ''] = part.split(/-(.*)/, 2);
      return [name, value] as const;
    }),
  );
  const fall = LIST_FALLS.find((rate) => percentOf(rate) === said.fall);
  const filters = filtersOf({ ...said, fall });
  return wordsOf(filters) === words && words !== '' ? filters : null;
}

export interface ListAddress {
  readonly kind: ListKind;
  readonly filters?: ListFilters | undefined;
  readonly order?: SortOrder;
  readonly page?: number;
}

/** A list, narrowed or not; see kindPath. */
export function listPath(
  language: string,
  { kind, filters = NO_FILTERS, order = 'default', page = 1 }: ListAddress,
): string {
  const words = wordsOf(filters);
  if (words === '') return kindPath(language, kind, order, page);
  const base = `${landingPath(language)}/${kind}/filter/${words}`;
  if (page > 1) return `${base}/${order}/${page}`;
  return order === 'default' ? base : `${base}/${order}`;
}

/** Where the form of the filters leads without JavaScript: it answers with the list's own address. */
export function filterFormPath(language: string): string {
  return `${landingPath(language)}/filter`;
}
