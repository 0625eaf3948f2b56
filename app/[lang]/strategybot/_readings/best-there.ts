import { cache } from 'react';
import type { ListKind } from '#components/addresses/paths.ts';
import { listQuery } from '#components/discovery/recommended-pages.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { optional } from './optional.ts';

/** Cards of the best bots of a market. */
const BEST_COUNT = 6;

/** The best shared bots of a kind, or of all, on a market; null when the exchange does not say. */
export const readBestThere = cache(
  async (kind: ListKind, market: string): Promise<readonly RecommendedItem[] | null> => {
    const list = await optional(readFigures('recommendList', { query: listQuery(kind, 'default', 1, { market }) }));
    return list?.slice(0, BEST_COUNT) ?? null;
  },
);
