import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { DualBook, Expiry } from './dual-book.ts';
import { type DualMarket, gapPrice, indexAt } from './dual-markets.ts';
import { baseOf, type DualEnd, type DualOrder } from './dual-order.ts';
import { settlementPostings, voidPostings } from './dual-postings.ts';

/** Orders that one turn settles: some milliseconds. */
const A_TURN = 200;
/** After an expiry, so that the last minute before it is whole in every feed. */
const LAG_MS = 5_000;
/** Where the price of an expiry is not known, it is looked for again after this long, and for a day: then everything goes back. */
const TRY_AGAIN_MS = MINUTE_MS;
const GIVEN_UP_MS = DAY_MS;
/**
 * After a start a feed learns its past page by page, the newest day first: so long the price of the very minute is looked for before one of a
 * gap's beginning serves, or everything goes back.
 */
const LOOKED_MS = HOUR_MS;

interface Parts {
  readonly book: DualBook;
  readonly ledger: Ledger;
  readonly feed: Pick<MarketFeed, 'indexTicks'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'fail'>;
  readonly clock: Clock;
  readonly markets: ReadonlyMap<string, DualMarket>;
}

/**
 * Settles what has expired, some orders a turn beside the market's ticks. An order's postings, its end and its removal are one turn, so a
 * kill leaves both or neither; the price is of the moment of the expiry, whenever it is settled, and the same for all orders of it.
 */
export class DualSettlement {
  readonly #parts: Parts;
  /** Expiries whose price was not known, and when it is looked for again. */
  readonly #waiting = new Map<string, number>();
  /** When each of those was first looked for by this process. */
  readonly #sought = new Map<string, number>();
  #working: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins to settle what is due, if anything is. */
  look(): void {
    if (this.#isStopped || this.#working !== null) return;
    if (this.#next(this.#parts.clock.nowMs()) !== undefined) this.#working = this.#work();
  }

  /** Resolves when what was due is settled. */
  async done(): Promise<void> {
    await this.#working;
  }

  /** What is left is done after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    const { sequencer } = this.#parts;
    try {
      let hasMore = true;
      while (hasMore && !this.#isStopped) hasMore = await sequencer.submit((tx) => this.#settleSome(tx));
    } catch (error) {
      if (!this.#isStopped) sequencer.fail(error);
    }
    this.#working = null;
  }

  #next(nowMs: number): Expiry | undefined {
    return this.#parts.book.due(nowMs - LAG_MS).find(({ key }) => (this.#waiting.get(key) ?? 0) <= nowMs);
  }

  /** Whether there is more to do. */
  #settleSome(tx: Tx): boolean {
    const expiry = this.#next(tx.nowMs);
    if (expiry === undefined) return false;
    const price = this.#priceOf(expiry, tx.nowMs);
    const isGivenUp = tx.nowMs >= expiry.deliveryMs + GIVEN_UP_MS && this.#isSoughtLong(expiry, tx.nowMs);
    if (price === null && !isGivenUp) {
      this.#waiting.set(expiry.key, tx.nowMs + TRY_AGAIN_MS);
      return true;
    }
    const { book } = this.#parts;
    if (price !== null && book.priceOf(expiry) === null) book.fix(tx, expiry, price);
    let left = A_TURN;
    for (const order of expiry.orders) {
      if (left === 0) return true;
      left -= 1;
      this.#end(tx, order, price);
    }
    book.forget(tx, expiry);
    this.#waiting.delete(expiry.key);
    this.#sought.delete(expiry.key);
    return true;
  }

  #priceOf(expiry: Expiry, nowMs: number): bigint | null {
    const { book, feed, markets } = this.#parts;
    const fixed = book.priceOf(expiry);
    const market = markets.get(expiry.market);
    if (fixed !== null || market === undefined) return fixed;
    const price = indexAt(feed, market, expiry.deliveryMs);
    return price === null && this.#isSoughtLong(expiry, nowMs) ? gapPrice(feed, market, expiry.deliveryMs) : price;
  }

  #isSoughtLong({ key }: Expiry, nowMs: number): boolean {
    const since = this.#sought.get(key) ?? nowMs;
    this.#sought.set(key, since);
    return nowMs - since >= LOOKED_MS;
  }

  #end(tx: Tx, order: DualOrder, price: bigint | null): void {
    const { book, ledger } = this.#parts;
    const { end, postings } = price === null ? failed(order, tx.nowMs) : settled(ledger, order, price, tx.nowMs);
    const refusal = ledger.post(
      postings,
      end.settled === null ? 'dual-failed' : 'dual-settled',
      `dual:${order.id}`,
      tx.nowMs,
    );
    if (refusal !== null) throw new Error(`order ${order.id}: ${refusal.account} lacks ${refusal.asset}`);
    book.end(tx, order, end);
  }
}

function failed(order: DualOrder, endMs: number) {
  return { end: { status: 'FAILED', endMs, settled: null } satisfies DualEnd, postings: voidPostings(order) };
}

function settled(ledger: Ledger, order: DualOrder, price: bigint, endMs: number) {
  const { outcome, postings } = settlementPostings(ledger, order, price);
  const asset = outcome.side === 'base' ? baseOf(order) : 'USDT';
  const { paid, profit } = outcome;
  const end: DualEnd = { status: 'SETTLEMENT_SUCCESS', endMs, settled: { price, asset, paid, profit } };
  return { end, postings };
}
