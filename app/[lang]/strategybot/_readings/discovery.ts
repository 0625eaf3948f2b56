import { cache } from 'react';
import type { SortOrder } from '#components/discovery/paths.ts';
import type { PickerData } from '#components/discovery/picker.tsx';
import { listQuery } from '#components/discovery/recommended-pages.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import type { Language } from '#lib/i18n/languages.ts';
import { PublicReadingFailed, readPublic } from '#server/bff/read-public.ts';
import { optional } from './optional.ts';

export async function readPicker(language: Language): Promise<PickerData> {
  const [tabs, hot, classes] = await Promise.all([
    optional(readPublic('strategyTabs', { query: { lang: language } })),
    optional(readPublic('hotStrategies', { query: { market_kind: 'spot' } })),
    optional(readPublic('strategyClass', { query: { market_kind: 'spot' } })),
  ]);
  return { tabs, hot: hot ?? [], classes: classes ?? [] };
}

export interface RecommendedReading {
  readonly items: readonly RecommendedItem[];
  readonly pageCount: number;
  readonly total: number;
}

/**
 * One page of the ranked bots. Throws when the exchange does not give it, so that the last good page stays in the
 * cache instead of an empty one.
 */
export const readRecommended = cache(
  async (kind: RunnableKind, order: SortOrder, page: number): Promise<RecommendedReading> => {
    const { code, data, pagecount, totalcount } = await readPublic('recommendList', {
      query: listQuery(kind, order, page),
    });
    if (code !== 200 || data === undefined) throw new PublicReadingFailed(`recommendList: code ${code}`);
    return { items: data, pageCount: pagecount ?? 1, total: totalcount ?? data.length };
  },
);
