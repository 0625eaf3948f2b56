import { LRUCache } from 'lru-cache';
import type { EarnType } from '#lib/contract/earn-types.ts';
import type { DualType } from '#lib/formulas/dual-outcome.ts';
import { mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { utcDay } from '../bots/daily-curve.ts';
import type { EarnIncome, EarnRate, EarnSource } from '../earn/earn-source.ts';
import type { StoreReader } from '../store/store.ts';
import type { Dual } from './dual.ts';
import { DUAL_HISTORY, historyKey } from './dual-book.ts';
import type { DualOffer } from './dual-offers.ts';
import { assetOf, readEnded } from './dual-order.ts';
import { quoteOf } from './dual-terms.ts';

/** Histories that are remembered as sums, so that who looks again has only what came since read. */
const MOST_REMEMBERED = 128;

/** What orders of one owner and type have brought by day and asset, up to a row of his history. */
interface Sums {
  readonly sequence: number;
  readonly earned: ReadonlyMap<string, bigint>;
}

/**
 * Sell high and buy low as income: an order that came back brings its interest, one that was exchanged takes what was put in and brings what was
 * paid – so that by asset it is what the ledger has, and at today's prices what it is worth. Orders that run have brought nothing yet.
 */
export function dualSources(dual: Dual): readonly EarnSource[] {
  const remembered = new LRUCache<string, Sums>({ max: MOST_REMEMBERED });
  return [sourceOf(dual, remembered, 'sell-high', 'call'), sourceOf(dual, remembered, 'buy-low', 'put')];
}

function sourceOf(
  { parts: { store }, book, markets, offers }: Dual,
  remembered: LRUCache<string, Sums>,
  type: EarnType,
  side: DualType,
): EarnSource {
  return {
    type,
    countOf: (userId, status) => (status === 'running' ? book.countOf(userId, side) : book.endedOf(userId, side)),
    async incomeOf(userId): Promise<EarnIncome> {
      const assets = new Map<string, bigint>();
      for (const order of book.ofOwner(userId, side)) {
        const asset = assetOf(order);
        assets.set(asset, (assets.get(asset) ?? 0n) + order.invested);
      }
      const key = historyKey(userId, side);
      const { earned } = await summed(store, key, remembered.get(key), (sums) => remembered.set(key, sums));
      const days = [...earned].map(([name, units]) => {
        const [day = '', asset = ''] = name.split(' ');
        return { day, asset, earned: units };
      });
      return { days, running: new Map(), assets };
    },
    isOfferedOf: (currency) => markets.has(`${currency}_USDT`),
    /** The best rate that is offered now, and how far off the index its exercise price is. */
    async rateOf(name, nowMs): Promise<EarnRate | null> {
      const market = markets.get(name);
      if (market === undefined) return null;
      const { index, offers: all } = await offers.quote(market, side, quoteOf(nowMs));
      const best = all.reduce<DualOffer | null>(
        (most, one) => (most === null || one.aprE8 > most.aprE8 ? one : most),
        null,
      );
      if (index === null || best === null) return null;
      const off = best.strike > index ? best.strike - index : index - best.strike;
      return { rateE8: best.aprE8, discountE8: mulDivDown(off, UNITS_PER_COIN, index) };
    },
  };
}

/** Two who ask at once read the same rows and keep the same sums: neither adds to the other's. */
async function summed(
  store: StoreReader,
  key: string,
  known: Sums | undefined,
  keep: (sums: Sums) => void,
): Promise<Sums> {
  const earned = new Map(known?.earned);
  let sequence = known?.sequence ?? 0;
  for await (const row of store.since(DUAL_HISTORY, key, sequence)) {
    sequence = row.sequence;
    const { order, end } = readEnded(row.value);
    if (end.settled === null) continue;
    const day = utcDay(end.endMs);
    const add = (asset: string, units: bigint): void => {
      const name = `${day} ${asset}`;
      earned.set(name, (earned.get(name) ?? 0n) + units);
    };
    add(assetOf(order), -order.invested);
    add(end.settled.asset, end.settled.paid);
  }
  const sums = { sequence, earned };
  keep(sums);
  return sums;
}
