import { LRUCache } from 'lru-cache';
import type { EarnType } from '#lib/contract/earn-types.ts';
import type { DualType } from '#lib/formulas/dual-outcome.ts';
import { quoteOf } from '#lib/formulas/dual-terms.ts';
import { mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { utcDay } from '../bots/daily-curve.ts';
import type { EarnIncome, EarnRate, EarnSource } from '../earn/earn-source.ts';
import type { StoreReader } from '../store/store.ts';
import type { Dual } from './dual.ts';
import { DUAL_HISTORY, DUAL_ORDERS, historyKey, ownerOfHistory } from './dual-book.ts';
import { dualNews } from './dual-news.ts';
import type { DualOffer } from './dual-offers.ts';
import { assetOf, readEnded, readOrder } from './dual-order.ts';
import { roomOf } from './dual-room.ts';
import { openOrders, payoutAt } from './dual-worth.ts';

/** Histories that are remembered as sums, so that who looks again has only what came since read. */
const MOST_REMEMBERED = 128;

/** What orders of one owner and type have brought by day and asset, up to a row of his history, and how many rows those are. */
interface Sums {
  readonly sequence: number;
  readonly rows: number;
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

function sourceOf(dual: Dual, remembered: LRUCache<string, Sums>, type: EarnType, side: DualType): EarnSource {
  const { book, markets, offers } = dual;
  const { store, sequencer } = dual.parts;
  return {
    type,
    countOf: (userId, status) => (status === 'running' ? book.countOf(userId, side) : book.endedOf(userId, side)),
    *changedIn({ items, rows }) {
      for (const { collection, value } of items) {
        if (collection !== DUAL_ORDERS || value === null) continue;
        const { userId, type: its } = readOrder(value);
        if (its === side) yield userId;
      }
      for (const { stream, key } of rows) {
        if (stream !== DUAL_HISTORY) continue;
        const { userId, type: its } = ownerOfHistory(key);
        if (its === side) yield userId;
      }
    },
    newsOf: dualNews(type, side),
    async incomeOf(userId, nowMs): Promise<EarnIncome> {
      const key = historyKey(userId, side);
      const read = async (): Promise<Sums> => {
        const sums = await summed(store, key, remembered.get(key));
        remembered.set(key, sums);
        return sums;
      };
      let sums = await read();
      // Memory is ahead of the disk: what has ended there and is not read yet would be missing here, or in both.
      while (sums.rows < book.endedOf(userId, side)) {
        await sequencer.onDisk();
        const before = sums.rows;
        sums = await read();
        // A row that the disk has lost stays lost: nobody waits for it.
        if (sums.rows === before) break;
      }
      // Nothing is waited for from here on: what runs is of the same moment.
      const assets = new Map<string, bigint>();
      for (const { order, price } of openOrders(dual, userId, nowMs)) {
        if (order.type !== side) continue;
        const { asset, amount } =
          price === null ? { asset: assetOf(order), amount: order.invested } : payoutAt(order, price);
        assets.set(asset, (assets.get(asset) ?? 0n) + amount);
      }
      const days = [...sums.earned].map(([name, units]) => {
        const [day = '', asset = ''] = name.split(' ');
        return { day, asset, earned: units };
      });
      return { days, running: new Map(), assets };
    },
    isOfferedOf: (currency) => markets.has(`${currency}_USDT`),
    /** The best rate that can be ordered now, and how far off the index its exercise price is. */
    async rateOf(name, nowMs): Promise<EarnRate | null> {
      const market = markets.get(name);
      if (market === undefined) return null;
      const { index, bounds, offers: all } = await offers.quote(market, side, quoteOf(nowMs));
      const taken = all.filter((offer) => roomOf(dual, side, bounds, offer) > 0n);
      const best = taken.reduce<DualOffer | null>(
        (most, one) => (most === null || one.aprE8 > most.aprE8 ? one : most),
        null,
      );
      if (index === null || best === null) return null;
      const off = best.strike > index ? best.strike - index : index - best.strike;
      return { rateE8: best.aprE8, discountE8: mulDivDown(off, UNITS_PER_COIN, index) };
    },
  };
}

/** Stands in the row of every order that was cancelled or came back: it brought nothing, and its row is not parsed. */
const NOTHING = '"settled":null';

/** With what has come since `known`. Two who ask at once read the same rows: neither adds to the other's. */
async function summed(store: StoreReader, key: string, known: Sums | undefined): Promise<Sums> {
  const earned = new Map(known?.earned);
  let { sequence, rows } = known ?? { sequence: 0, rows: 0 };
  for await (const row of store.since(DUAL_HISTORY, key, sequence)) {
    sequence = row.sequence;
    rows += 1;
    if (row.value.includes(NOTHING)) continue;
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
  return { sequence, rows, earned };
}
