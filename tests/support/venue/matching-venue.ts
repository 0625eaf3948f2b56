import { VenueLedger, WORLD } from './venue-ledger.ts';

/** A market as its venue knows it. Units are 1e-8 of an asset, a price is `ticks` × `tick` units of quote for one coin. */
export interface VenueMarket {
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly tick: bigint;
  readonly lot: bigint;
  readonly feeE8: bigint;
  /**
   * Contracts of `lot` coins each, settled in the quote asset; inverse ones: of `lot` units of money, settled in coins, which are `quote`
   * here. An account may owe what it trades and what it pays with, and pays every fee in the quote asset.
   */
  readonly type: 'spot' | 'linear' | 'inverse';
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
  exact: Fraction;
  quote: bigint;
}

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const COIN = 100_000_000n;
export const BOT = 'bot';

const NOTHING: Fraction = { over: 0n, under: 1n };
const sum = (one: Fraction, other: Fraction): Fraction =>
  one.under === other.under
    ? { over: one.over + other.over, under: one.under }
    : { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
const down = ({ over, under }: Fraction): bigint => over / under;
const up = ({ over, under }: Fraction): bigint => (over + under - 1n) / under;

/** The ledger that the markets of a venue share. `owes`: the bot trades contracts, and may have less than nothing. */
export function venueLedger(owes: boolean): VenueLedger {
  return new VenueLedger(WORLD, 'rounding', ...(owes ? [BOT] : []));
}

/** Price-time matching with a ledger of its own. Orders of the world come and go; the bot's are those that it is told of. */
export class MatchingVenue {
  readonly market: VenueMarket;
  private readonly ledger: VenueLedger;
  /** Of the bot; the world's are forgotten when they are over. */
  readonly orders = new Map<string, VenueOrder>();
  /** What the bot has paid, by trade. */
  private readonly fees = new Map<string, { readonly asset: string; readonly amount: bigint }>();
  /** Hears each execution of an order of the bot. */
  onTrade: (trade: VenueTrade) => void = () => undefined;
  /** Open ones, the oldest first. */
  private book: VenueOrder[] = [];
  private count = 0;

  constructor(market: VenueMarket, ledger: VenueLedger) {
    this.market = market;
    this.ledger = ledger;
  }

  /** Takes an order; the same id again is the same order. Refuses what its account cannot pay for. */
  place(id: string, account: string, side: Side, ticks: number, lots: bigint): VenueOrder {
    const known = this.orders.get(id);
    if (known !== undefined) return known;
    const order = this.take(id, account, side, ticks, lots);
    if (account !== WORLD && this.held(order) > this.available(account, side)) {
      order.state = 'refused';
      return order;
    }
    this.match(order);
    if (order.state === 'open') this.book.push(order);
    return order;
  }

  /** Executes an order at once, whole and no worse than at a price, or refuses it. */
  execute(id: string, account: string, side: Side, lots: bigint, worst: number | null = null): VenueOrder {
    const known = this.orders.get(id);
    if (known !== undefined) return known;
    let [left, ticks, cost] = [lots, 0, 0n];
    for (const other of this.against(side, account)) {
      const taken = other.left < left ? other.left : left;
      left -= taken;
      ticks = other.ticks;
      cost += up(this.exact(taken, ticks));
      if (left === 0n) break;
    }
    const needed = side === 'buy' ? cost : lots * this.market.lot;
    const order = this.take(id, account, side, ticks, lots);
    const isTooDear = worst !== null && (side === 'buy' ? ticks > worst : ticks < worst);
    if (left > 0n || isTooDear || needed > this.available(account, side)) {
      order.state = 'refused';
      return order;
    }
    this.match(order);
    if (order.state === 'open') throw new Error('An order that was to be whole is not');
    return order;
  }

  private take(id: string, account: string, side: Side, ticks: number, lots: bigint): VenueOrder {
    const order: VenueOrder = {
      ...{ id, account, side, ticks, lots, left: lots },
      ...{ state: 'open', trades: [], exact: NOTHING, quote: 0n },
    };
    if (account !== WORLD) this.orders.set(id, order);
    return order;
  }

  cancel(id: string): void {
    const order = this.orders.get(id);
    if (order !== undefined) this.takeBack(order);
  }

  private takeBack(order: VenueOrder): void {
    if (order.state !== 'open') return;
    order.state = 'cancelled';
    this.book = this.book.filter((other) => other !== order);
  }

  /** So much is sold (bought) by the world at a price or better, and nothing of it rests. */
  flow(side: Side, ticks: number, lots: bigint): void {
    this.takeBack(this.place(`world-${this.nextId()}`, WORLD, side, ticks, lots));
  }

  /** What the world offers around a price from now on, never so that it meets the bot's orders. */
  offer(ticks: number, lots: bigint): void {
    for (const order of this.openOf(WORLD)) this.takeBack(order);
    const bid = Math.max(0, ...this.book.filter(({ side }) => side === 'buy').map((order) => order.ticks));
    const ask = Math.min(2 ** 50, ...this.book.filter(({ side }) => side === 'sell').map((order) => order.ticks));
    for (let i = 0; i < 3; i += 1) {
      this.place(`world-${this.nextId()}`, WORLD, 'sell', Math.max(ticks, bid + 1) + i, lots * BigInt(i + 1));
      const below = Math.min(ticks, ask - 1) - 1 - i;
      if (below > 0) this.place(`world-${this.nextId()}`, WORLD, 'buy', below, lots * BigInt(i + 1));
    }
  }

  /** What a trade has cost the bot; undefined: none of its. */
  feeOf(trade: string): { readonly asset: string; readonly amount: bigint } | undefined {
    return this.fees.get(trade);
  }

  openOf(account: string): VenueOrder[] {
    return this.book.filter((order) => order.account === account);
  }

  private nextId(): string {
    this.count += 1;
    return `${this.market.name}-${this.count}`;
  }

  private exact(lots: bigint, ticks: number): Fraction {
    const { lot, tick, type } = this.market;
    const price = BigInt(ticks) * tick;
    if (type === 'inverse') return { over: lots * lot * COIN, under: price };
    return { over: lots * lot * price, under: COIN };
  }

  /** What an open order has set apart: of a buy what its limit may still cost. */
  private held(order: VenueOrder): bigint {
    return order.side === 'buy' ? up(this.exact(order.lots, order.ticks)) - order.quote : order.left * this.market.lot;
  }

  /** What an account can set apart for an order of a side. */
  available(account: string, side: Side): bigint {
    const { base, quote } = this.market;
    if (this.ledger.isEndless(account)) return 2n ** 100n;
    const open = this.openOf(account).filter((order) => order.side === side);
    const held = open.reduce((all, order) => all + this.held(order), 0n);
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

  /**
   * Both sides' value is rounded once an order, against its owner; the fee of each trade is rounded up by itself. Who buys inverse contracts
   * owes their money and gets the coins that it is worth.
   */
  private trade(buyer: VenueOrder, seller: VenueOrder, lots: bigint, ticks: number): void {
    const { base, quote, lot, feeE8, type } = this.market;
    const id = `trade-${this.nextId()}`;
    const exact = this.exact(lots, ticks);
    const [payer, getter] = type === 'inverse' ? [seller, buyer] : [buyer, seller];
    const coins = lots * lot;
    const paid = up(sum(payer.exact, exact)) - payer.quote;
    const got = down(sum(getter.exact, exact)) - getter.quote;
    const isPaidInCoins = type === 'spot';
    const feeOn = (amount: bigint): bigint => up({ over: amount * feeE8, under: COIN });
    const fees = { payer: feeOn(isPaidInCoins ? coins : paid), getter: feeOn(got) };
    const feeAsset = isPaidInCoins ? base : quote;
    this.ledger.post(
      id,
      { account: payer.account, asset: quote, amount: -paid },
      { account: payer.account, asset: base, amount: coins },
      { account: payer.account, asset: feeAsset, amount: -fees.payer },
      { account: getter.account, asset: base, amount: -coins },
      { account: getter.account, asset: quote, amount: got - fees.getter },
      { account: 'fees', asset: feeAsset, amount: fees.payer },
      { account: 'fees', asset: quote, amount: fees.getter },
      { account: 'rounding', asset: quote, amount: paid - got },
    );
    this.fill(payer, { id, order: payer.id, lots, ticks, quote: paid, fee: fees.payer }, exact, feeAsset);
    this.fill(getter, { id, order: getter.id, lots, ticks, quote: got, fee: fees.getter }, exact, quote);
  }

  private fill(order: VenueOrder, trade: VenueTrade, exact: Fraction, feeAsset: string): void {
    order.left -= trade.lots;
    order.exact = sum(order.exact, exact);
    order.quote += trade.quote;
    order.trades.push(trade);
    if (order.left === 0n) {
      order.state = 'filled';
      this.book = this.book.filter((other) => other !== order);
    }
    if (order.account === WORLD) return;
    this.fees.set(trade.id, { asset: feeAsset, amount: trade.fee });
    this.onTrade(trade);
  }
}
