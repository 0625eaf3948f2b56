import { cache } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import { hasSaid } from '#components/discovery/foreign-list.ts';
import { typeOf } from '#components/earn/dual-product.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { notKnown, optional } from '../../strategybot/_readings/optional.ts';

/** The pairs that are taken, with the terms of each: none where the exchange has no such call; null: it does not say now. */
export const readDualPairs = cache(async () => {
  const said = await readFigures('dualSettings').catch(notKnown);
  return hasSaid(said) ? (said?.data ?? []) : null;
});

/** Whether there may be offers on a pair: what is not known now is not empty, and a search engine would forget the page for weeks. */
export async function mayHaveOffers(market: string): Promise<boolean> {
  const pairs = await readDualPairs();
  return pairs === null || pairs.some(({ pair }) => pair === market);
}

/** What is offered; null: the exchange does not say now. */
export const readDualOffers = cache((product: DualProduct, market: string) =>
  optional(readFigures('dualOffers', { query: { market, type: typeOf(product) } })),
);
