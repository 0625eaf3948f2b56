import { VenueLedger } from './venue-ledger.ts';

/** A market as its venue knows it. Units are 1e-8 of an asset, a price is `ticks` × `tick` units of quote for one coin. */
export interface VenueMarket {
  readonly base: string;
  readonly quote: string;
  readonly tick: bigint;
  readonly lot: bigint;
  readonly feeE8: bigint;
  /** Contracts of `lot` coins each, settled in the quote asset: an account may owe both, and pays every fee in the quote asset. */
  readonly isContract: boolean;
}

export type Side = 'buy' | 'sell';

/** One execution of an order, as its owner is told. Amounts in units; the fee is out of what is received. */
export interface VenueTrade {
  readonly id: string;
  readonly order: string;
  readonly lots: bigint;
  readonly ticks: number;
  readonly quote: bigint;
  readonly fee: bigint;
}

export interface VenueOrder {
  readonly id: string;
  readonly account: string;
  readonly side: Side;
  readonly ticks: number;
  readonly lots: bigint;
  left: bigint;
  state: 'open' | 'filled' | 'cancelled' | 'refused';
  readonly trades: VenueTrade[];
  /** Value of what was executed, before rounding; and what it was rounded to: once an order, so that pieces cost what the whole would. */
  exact: bigint;
  quote: bigint;
}

const COIN = 100_000_000n;
const WORLD = 'world';
export const BOT = 'bot';

const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** Price-time matching with a ledger of its own. Orders of the world come and go; the bot's are those that it is told of. */
export class MatchingVenue {
  readonly ledger: VenueLedger;
  readonly orders = new Map<string, VenueOrder>();
  /** Hears each execution of an order of the bot. */
  onTrade: (trade: VenueTrade) => void = () => undefined;
  private readonly market: VenueMarket;
  /** Open ones, the oldest first. */
  private book: VenueOrder[] = [];
  private count = 0;

  constructor(market: VenueMarket) {
    this.market = market;
    this.ledger = new VenueLedger(WORLD, 'rounding', ...(market.isContract ? [BOT] : []));
  }

  transfer(id: string, account: string, asset: string, amount: bigint): void {
    this.ledger.post(id, { account, asset, amount }, { account: WORLD, asset, amount: -amount });
  }

  /** Takes an order; the same id again is the same order. Refuses what its account cannot pay for. */
  place(id: string, account: string, side: Side, ticks: number, lots: bigint): VenueOrder {
    const known = this.orders.get(id);
    if (known !== undefined) return known;
    const order: VenueOrder = {
      ...{ id, account, side, ticks, lots, left: lots },
      ...{ state: 'open', trades: [], exact: 0n, quote: 0n },
    };
    this.orders.set(id, order);
    if (account !== WORLD && this.held(order) > this.available(account, side)) {
      order.state = 'refused';
      return order;
    }
    this.match(order);
    if (order.state === 'open') this.book.push(order);
    return order;
  }

  /** Executes an order at once and whole, or refuses it. */
  execute(id: string, account: string, side: Side, lots: bigint): VenueOrder {
    const known = this.orders.get(id);
    if (known !== undefined) return known;
    let [left, ticks, cost] = [lots, 0, 0n];
    for (const other of this.against(side, account)) {
      const taken = other.left < left ? other.left : left;
      left -= taken;
      ticks = other.ticks;
      cost += up(this.exact(taken, ticks), COIN);
      if (left === 0n) break;
    }
    const needed = side === 'buy' ? cost : lots * this.market.lot;
    if (left > 0n || needed > this.available(account, side)) {
      const order: VenueOrder = {
        ...{ id, account, side, ticks: 0, lots, left: lots },
        ...{ state: 'refused', trades: [], exact: 0n, quote: 0n },
      };
      this.orders.set(id, order);
      return order;
    }
    const order: VenueOrder = {
      ...{ id, account, side, ticks, lots, left: lots },
      ...{ state: 'open', trades: [], exact: 0n, quote: 0n },
    };
    this.orders.set(id, order);
    this.match(order);
    if (order.state === 'open') throw new Error('An order that was to be whole is not');
    return order;
  }

  cancel(id: string): void {
    const order = this.orders.get(id);
    if (order?.state !== 'open') return;
    order.state = 'cancelled';
    this.book = this.book.filter((other) => other !== order);
  }

  /** So much is sold (bought) by the world at a price or better, and nothing of it rests. */
  flow(side: Side, ticks: number, lots: bigint): void {
    const id = `world-${this.nextId()}`;
    this.place(id, WORLD, side, ticks, lots);
    this.cancel(id);
  }

  /** What the world offers around a price from now on, never so that it meets the bot's orders. */
  offer(ticks: number, lots: bigint): void {
    for (const { id, account } of [...this.book]) if (account === WORLD) this.cancel(id);
    const bid = Math.max(0, ...this.book.filter(({ side }) => side === 'buy').map((order) => order.ticks));
    const ask = Math.min(2 ** 50, ...this.book.filter(({ side }) => side === 'sell').map((order) => order.ticks));
    for (let i = 0; i < 3; i += 1) {
      this.place(`world-${this.nextId()}`, WORLD, 'sell', Math.max(ticks, bid + 1) + i, lots * BigInt(i + 1));
      const below = Math.min(ticks, ask - 1) - 1 - i;
      if (below > 0) this.place(`world-${this.nextId()}`, WORLD, 'buy', below, lots * BigInt(i + 1));
    }
  }

  openOf(account: string): VenueOrder[] {
    return this.book.filter((order) => order.account === account);
  }

  private nextId(): number {
    this.count += 1;
    return this.count;
  }

  private exact(lots: bigint, ticks: number): bigint {
    return lots * this.market.lot * BigInt(ticks) * this.market.tick;
  }

  /** What an open order has set apart: of a buy what its limit may still cost. */
  private held(order: VenueOrder): bigint {
    return order.side === 'buy'
      ? up(this.exact(order.lots, order.ticks), COIN) - order.quote
      : order.left * this.market.lot;
  }

  /** What an account can set apart for an order of a side. */
  available(account: string, side: Side): bigint {
    const { base, quote, isContract } = this.market;
    if (isContract) return 2n ** 100n;
    const open = this.openOf(account).filter((order) => order.side === side);
    const held = open.reduce((sum, order) => sum + this.held(order), 0n);
    return this.ledger.balance(account, side === 'buy' ? quote : base) - held;
  }

  /** Orders that one of a side meets, the best first; nobody trades with himself. */
  private against(side: Side, account: string): VenueOrder[] {
    const others = this.book.filter((other) => other.side !== side && other.account !== account);
    return others.sort((a, b) => (side === 'buy' ? a.ticks - b.ticks : b.ticks - a.ticks));
  }

  private match(order: VenueOrder): void {
    for (const other of this.against(order.side, order.account)) {
      const isMet = order.side === 'buy' ? other.ticks <= order.ticks : other.ticks >= order.ticks;
      if (!isMet || order.left === 0n) break;
      const lots = other.left < order.left ? other.left : order.left;
      const [buyer, seller] = order.side === 'buy' ? [order, other] : [other, order];
      this.trade(buyer, seller, lots, other.ticks);
    }
  }

  /** Both sides' value is rounded once an order, against its owner; the fee of each trade is rounded up by itself. */
  private trade(buyer: VenueOrder, seller: VenueOrder, lots: bigint, ticks: number): void {
    const { base, quote, lot, feeE8, isContract } = this.market;
    const id = `trade-${this.nextId()}`;
    const exact = this.exact(lots, ticks);
    const coins = lots * lot;
    const paid = up(buyer.exact + exact, COIN) - buyer.quote;
    const got = (seller.exact + exact) / COIN - seller.quote;
    const fees = { buyer: up((isContract ? paid : coins) * feeE8, COIN), seller: up(got * feeE8, COIN) };
    const feeAsset = isContract ? quote : base;
    this.ledger.post(
      id,
      { account: buyer.account, asset: quote, amount: -paid },
      { account: buyer.account, asset: base, amount: coins },
      { account: buyer.account, asset: feeAsset, amount: -fees.buyer },
      { account: seller.account, asset: base, amount: -coins },
      { account: seller.account, asset: quote, amount: got - fees.seller },
      { account: 'fees', asset: feeAsset, amount: fees.buyer },
      { account: 'fees', asset: quote, amount: fees.seller },
      { account: 'rounding', asset: quote, amount: paid - got },
    );
    this.fill(buyer, { id, order: buyer.id, lots, ticks, quote: paid, fee: fees.buyer }, exact);
    this.fill(seller, { id, order: seller.id, lots, ticks, quote: got, fee: fees.seller }, exact);
  }

  private fill(order: VenueOrder, trade: VenueTrade, exact: bigint): void {
    order.left -= trade.lots;
    order.exact += exact;
    order.quote += trade.quote;
    order.trades.push(trade);
    if (order.left === 0n) {
      order.state = 'filled';
      this.book = this.book.filter((other) => other !== order);
    }
    if (order.account !== WORLD) this.onTrade(trade);
  }
}
