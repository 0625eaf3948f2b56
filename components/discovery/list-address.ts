import { FILTER_NAMES, type ListFilters, NO_FILTERS, readFilterWords } from '#components/addresses/list-filters.ts';
import { isSortOrder, type ListKind, type SortOrder } from '#components/addresses/paths.ts';
import { isLanguage, type Language } from '#lib/i18n/languages.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { sortOrdersOf } from './sort-orders.ts';

export interface ListAddressParams {
  readonly lang: string;
  readonly kind: string;
  readonly list?: string[];
}

export interface ListedAt {
  readonly language: Language;
  readonly kind: ListKind;
  readonly filters: ListFilters;
  /** The filters as the address has them; '' without any. */
  readonly words: string;
  readonly order: SortOrder;
  readonly page: number;
}

/**
 * Reads /{kind}/{order}/{page} and /{kind}/filter/{words}/{order}/{page}. Each list page has one address: null for others (page 1 spelled
 * out, unknown words, filters in another order).
 */
export function readListAddress({ lang, kind, list = [] }: ListAddressParams): ListedAt | null {
  if (!isLanguage(lang) || !(kind === 'all' || isCreatable(kind))) return null;
  const isNarrowed = list[0] === 'filter';
  const words = isNarrowed ? (list[1] ?? '') : '';
  const filters = isNarrowed ? readFilterWords(words) : NO_FILTERS;
  const place = readPlace(isNarrowed ? list.slice(2) : list);
  if (filters === null || place === null || !sortOrdersOf(kind).includes(place.order)) return null;
  // It begins on the landing page.
  if (kind === 'all' && list.length === 0) return null;
  return { language: lang, kind, filters, words, ...place };
}

function readPlace(parts: readonly string[]): Pick<ListedAt, 'order' | 'page'> | null {
  const [order = 'default', pageText = '1'] = parts;
  const page = Number(pageText);
  const isPage = /^[1-9]\d{0,3}$/.test(pageText) && (parts.length < 2 || page > 1);
  const isPlain = parts.length === 1 && order === 'default';
  return isSortOrder(order) && isPage && !isPlain && parts.length <= 2 ? { order, page } : null;
}

/** Bots that make a narrowed list worth a page of its own. */
const WORTH_BOTS = 6;
/** What people look for by itself. A coin has its own pages, and what one person can spend is no question of others. */
const WORTH_ALONE: readonly (keyof ListFilters)[] = ['fall', 'days', 'side', 'open'];

/** What a list has to say: how many bots, null while nobody knows, and whether there are, or may be, figures of typical ones beside them. */
export interface Said {
  readonly total: number | null;
  readonly hasTypical: boolean;
}

/**
 * Whether a list is one that search engines are to show. Without filters: unless it is known to have no bot, and there is no figure of a
 * typical one. Narrowed: of one filter, from its beginning, unless it is known to have too few bots; others name the list without filters as theirs.
 */
export function isWorthPage({ filters, order, page }: ListedAt, { total, hasTypical }: Said): boolean {
  const on = FILTER_NAMES.filter((name) => filters[name] !== undefined);
  const [only] = on;
  if (only === undefined) return total !== 0 || hasTypical;
  return (
    on.length === 1 &&
    WORTH_ALONE.includes(only) &&
    order === 'default' &&
    page === 1 &&
    (total ?? WORTH_BOTS) >= WORTH_BOTS
  );
}
