import { cache } from 'react';
import type { ListKind } from '#components/addresses/paths.ts';
import { tradingThere } from '#components/discovery/foreign-list.ts';
import { listQuery } from '#components/discovery/recommended-pages.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { optional } from './optional.ts';

/** Cards of the best bots of a market. */
const BEST_COUNT = 6;

/**
 * The best shared bots of a kind, or of all, on a market; null when the exchange does not say. One that does not announce that it narrows
 * lists (H61) may answer with bots of every market: what trades another one is left out.
 */
export const readBestThere = cache(
  async (kind: ListKind, market: string): Promise<readonly RecommendedItem[] | null> => {
    const query = listQuery(kind, 'default', 1, { market });
    const [list, announced] = await Promise.all([
      optional(readFigures('recommendList', { query })),
      optional(readFigures('capabilities', {})),
    ]);
    return list === null ? null : tradingThere(list, market, announced).slice(0, BEST_COUNT);
  },
);
