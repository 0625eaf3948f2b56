import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { DualBook } from './dual-book.ts';
import { type DualMarket, dualMarkets } from './dual-markets.ts';
import { DualOffers } from './dual-offers.ts';
import { DualSettlement } from './dual-settlement.ts';

type Parts = Pick<ExchangeParts, 'store' | 'ledger' | 'feed' | 'candles' | 'sequencer' | 'clock'>;

/** Sell high and buy low: what is offered, what is ordered, and how it ends. */
export interface Dual {
  readonly parts: Parts;
  readonly book: DualBook;
  readonly offers: DualOffers;
  readonly markets: ReadonlyMap<string, DualMarket>;
  readonly settlement: DualSettlement;
}

/** Reads the orders that have not ended. Nothing is settled before `settlement.look`. */
export async function openDual(parts: Parts): Promise<Dual> {
  const book = await DualBook.open(parts.store);
  const markets = new Map(dualMarkets(parts.feed).map((market) => [market.spec.market, market]));
  return {
    parts,
    book,
    markets,
    offers: new DualOffers(parts),
    settlement: new DualSettlement({ ...parts, book, markets }),
  };
}
