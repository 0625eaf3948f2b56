import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { PublicReadingFailed } from '#server/bff/read-public.ts';
import { readBestThere } from './best-there.ts';
import { isTradedHere, readTypical } from './typical.ts';

/**
 * What the page of a market, or of a kind (null: of all) on it, says; null where there is no page: nothing to say, and no bot that can be made there. While
 * the exchange does not say whether one can, what is known of them decides; without that it throws.
 */
export async function readMarketPage(kind: RunnableKind | null, market: string) {
  const [rows, bots, isTraded] = await Promise.all([
    readTypical(kind, market),
    readBestThere(kind ?? 'all', market),
    isTradedHere(market, kind),
  ]);
  const hasWord = rows.length > 0 || (bots ?? []).length > 0;
  if (!hasWord && isTraded === null) throw new PublicReadingFailed('markets: nothing is known');
  return hasWord || isTraded === true ? { rows, bots } : null;
}
