import { cache } from 'react';
import { FILTER_NAMES, type FilterName, NO_FILTERS, readFilterWords } from '#components/addresses/list-filters.ts';
import { DEFAULT_MARKET, type ListKind, type SortOrder } from '#components/addresses/paths.ts';
import { classFigures } from '#components/discovery/class-figures.ts';
import { EARN_PAGES, pagedTypes } from '#components/discovery/earn-pages.ts';
import { hasSaid, NOT_KNOWN_THERE } from '#components/discovery/foreign-list.ts';
import type { FilterChoices } from '#components/discovery/list-filter-form.tsx';
import type { PickerData } from '#components/discovery/picker.tsx';
import { listQuery } from '#components/discovery/recommended-pages.ts';
import { type EarnRow, earnRows } from '#lib/contract/earn-rows.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { Language } from '#lib/i18n/languages.ts';
import { offeredKinds } from '#lib/kinds/catalogue.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { notKnown, optional } from './optional.ts';

/** Tabs, popular bots and the classes' figures, of markets and of contracts (C-039, C-104). */
export async function readPicker(language: Language): Promise<PickerData> {
  const [tabs, hotSpot, hotFutures, spot, futures, announced, earn] = await Promise.all([
    optional(readFigures('strategyTabs', { query: { lang: language } })),
    optional(readFigures('hotStrategies', { query: { market_kind: 'spot' } })),
    optional(readFigures('hotStrategies', { query: { market_kind: 'futures' } })),
    optional(readFigures('strategyClass', { query: { market_kind: 'spot' } })),
    optional(readFigures('strategyClass', { query: { market_kind: 'futures' } })),
    optional(readFigures('capabilities', {})),
    readEarnRows(),
  ]);
  return {
    tabs,
    earn,
    hot: takeTurns(hotSpot ?? [], hotFutures ?? []).slice(0, HOT_COUNT),
    figures: [...classFigures(spot ?? [], futures ?? []).values()],
    announced,
  };
}

/** What may be earned without a bot, of the market that nobody has chosen yet; nothing is asked while no product has a page. */
async function readEarnRows(): Promise<readonly EarnRow[]> {
  const paged = pagedTypes(EARN_PAGES);
  if (paged.length === 0) return [];
  const [currency = ''] = DEFAULT_MARKET.split('_');
  const [supports, statistics] = await Promise.all([
    optional(readFigures('earnSupports', { query: { currency } })),
    optional(readFigures('earnStatistics', { query: { market: DEFAULT_MARKET } })),
  ]);
  return earnRows(paged, supports ?? undefined, statistics ?? undefined);
}

/** Popular cards on the page. */
const HOT_COUNT = 6;

/** The first of each, the second of each, and so on. */
function takeTurns<T>(left: readonly T[], right: readonly T[]): T[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [left[index], right[index]])
    .flat()
    .filter((one) => one !== undefined);
}

export interface RecommendedReading {
  /** What was really listed: see readRecommended. */
  readonly kind: ListKind;
  readonly items: readonly RecommendedItem[];
  /** 0 while nothing is known of the list: the browser asks for its first page. */
  readonly page: number;
  readonly pageCount: number;
  /** Null while it is not known. */
  readonly total: number | null;
}

/**
 * One page of the ranked bots. When the exchange does not give it and nothing older is known, the page is made without
 * it (D7). An exchange that does not rank all kinds together gives its spot grids. `words`: the filters, as addresses have them.
 */
export const readRecommended = cache(
  async (kind: ListKind, order: SortOrder, page: number, words = ''): Promise<RecommendedReading> => {
    const filters = readFilterWords(words) ?? NO_FILTERS;
    const reading = readFigures('recommendList', { query: listQuery(kind, order, page, { filters }) });
    const reply = await reading.catch(notKnown);
    if (reply?.code === CODE.ok && reply.data !== undefined) {
      const { data, pagecount, totalcount } = reply;
      return { kind, items: data, page, pageCount: pagecount ?? 1, total: totalcount ?? data.length };
    }
    if (kind === 'all' && reply !== null && NOT_KNOWN_THERE.has(reply.code))
      return readRecommended('spot_grid', order, page, words);
    return { kind, items: [], page: page - 1, pageCount: page, total: null };
  },
);

/** What an exchange that only knows the documented call can narrow its list to. */
const DOCUMENTED_FILTERS: readonly FilterName[] = ['open'];
/** A select with more would be none. */
const MOST_COINS = 300;

/** What the recommended list can be narrowed to here; the documented filters while the exchange does not say (H61). */
export const readFilterChoices = cache(async (): Promise<FilterChoices> => {
  const [said, markets] = await Promise.all([
    readFigures('capabilities', {}).catch(notKnown),
    optional(readFigures('markets', {})),
  ]);
  const announced = said?.data ?? null;
  const isOurs = announced?.includes('list_filters') ?? false;
  const coins = new Set((markets ?? []).map(({ market }) => market.split('_')[0] ?? ''));
  return {
    kinds: offeredKinds(announced ?? undefined),
    coins: [...coins].sort().slice(0, MOST_COINS),
    isSure: hasSaid(said),
    names: isOurs ? FILTER_NAMES.filter((name) => name !== 'coin' || coins.size > 0) : DOCUMENTED_FILTERS,
  };
});

/**
 * What a bot's fills cost somebody whom the exchange does not know; null while it does not say. Asked for a kind that trades contracts: of others it says
 * of contracts what the documents have for all (C-436), and not what they cost.
 */
export function readFees() {
  return optional(readFigures('strategyFee', { query: { market: DEFAULT_MARKET, strategy_type: 'futures_grid' } }));
}
