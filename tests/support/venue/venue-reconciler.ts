import type { EngineKind } from '#lib/engine/engine-kind.ts';
import type { BotMachine, EngineSink, Executed, Fill, MarketView, OpenOrder, Piece } from '#lib/engine/machine.ts';
import type { CompletedRound } from '#lib/engine/round-statement.ts';
import type { VenueTrade } from './matching-venue.ts';
import { type Act, type Acted, ANSWER, type Outcome, OWN_ACTS, START } from './venue-acts.ts';
import { type SentOrder, VenueOrders } from './venue-orders.ts';
import type { Request } from './venue-post.ts';

/** How the venue's count of a market becomes the bot's. */
export interface Counting {
  pieceOf(trade: Pick<VenueTrade, 'lots' | 'quote' | 'fee'>): Piece;
  lotsOf(quantity: bigint): bigint;
  /** Bought with money that is there, and what is sold is there; a contract is neither. */
  readonly isSpot: boolean;
  /** Average price in ticks, rounded against the taker. */
  ticksOf(piece: Piece, side: 'buy' | 'sell'): number;
}

/** A bot of a kind at a venue. */
export interface BotTerms<P> {
  readonly kind: EngineKind<P>;
  readonly params: P;
  /** What it may ask of its markets. */
  readonly view: MarketView;
  /** Of each market that it trades, by its feed. */
  readonly counting: ReadonlyMap<number, Counting>;
}

/** A market order that an act needs; `cash`: so many movements of money were told before it. */
interface Need {
  readonly feed: number;
  readonly side: 'buy' | 'sell';
  readonly quantity: bigint;
  readonly cash: number;
}

/** What is asked of a bot, when an order of it was executed in part and when not. */
interface Asked<P> {
  readonly ask: (params: P) => Act<P>;
  readonly isAmongPieces: boolean;
}

/** Something that the bot has done; whether an order of it was executed in part when it was asked for, or begun. */
export interface Done {
  readonly name: string;
  readonly isAmongPieces: boolean;
  /** Its state before and after. */
  readonly was: BotMachine['status'];
  readonly is: BotMachine['status'];
}

/** An act under way, with the prices and the time that it was begun at. */
interface Pending<P> {
  readonly act: Act<P>;
  readonly isAmongPieces: boolean;
  prices: readonly number[];
  timeMs: number;
  readonly executed: { readonly order: SentOrder; readonly sum: Executed }[];
  waiting: { readonly need: Need; readonly order: SentOrder } | null;
  /** Movements of money that the bot has told and that the venue's ledger has already, by their ids. */
  readonly moved: string[];
}

type Cash = Parameters<NonNullable<EngineSink['cash']>>;

/** Moves money of the bot to or from the venue; the entry's id. */
export type Move = (asset: string, amount: bigint) => string;

/** What a bot says. That of a copy is heard when it takes the bot's place. */
class Listener implements EngineSink {
  readonly fills: Fill[] = [];
  readonly cashes: Cash[] = [];
  readonly roundProfits: bigint[] = [];

  fill(fill: Fill): void {
    this.fills.push(fill);
  }

  cash(...cash: Cash): void {
    this.cashes.push(cash);
  }

  round({ profit }: CompletedRound): void {
    this.roundProfits.push(profit);
  }

  order(): void {}
  operation(): void {}
  finish(): void {}
}

/**
 * Brings a bot's wishes to a venue and what the venue proves to the bot. An act is first tried on a copy: orders that it would cancel are
 * cancelled, and what they have still filled is booked and answered; market orders that it needs are executed; then a copy that was given
 * what those moved takes the bot's place.
 */
export class VenueReconciler<P> {
  machine: BotMachine;
  readonly orders: VenueOrders;
  /** Entries of the venue's ledger that the bot's books have. */
  readonly booked = new Set<string>();
  readonly fills: Fill[] = [];
  /** What has come to be of everything that was asked of it, by its owner and by time and the price. */
  readonly done: Done[] = [];
  /** Of the rounds that are on its record. */
  readonly roundProfits: bigint[] = [];
  private params: P;
  private readonly terms: BotTerms<P>;
  private readonly move: Move;
  private listener = new Listener();
  private pending: Pending<P> | null = null;
  /** What its owner has given for an act that has not come to be yet, by its id in the ledger. */
  private readonly given = new Map<Act<P>, string>();
  isStarted = false;
  private isUnanswered = false;
  private readonly asked: Asked<P>[] = [{ ask: () => START, isAmongPieces: false }];

  constructor(terms: BotTerms<P>, ask: (request: Request) => void, move: Move) {
    this.terms = terms;
    this.params = terms.params;
    this.orders = new VenueOrders(ask);
    this.move = move;
    this.machine = this.copy([], [], this.listener).machine;
  }

  /** Nothing is to be done, and the venue's orders are the bot's. */
  isQuiet(prices: readonly number[], timeMs: number): boolean {
    const { machine, orders } = this;
    if (this.pending !== null || this.asked.length > 0 || this.isUnanswered) return false;
    if (machine.status !== 'finished' && OWN_ACTS.some((act) => act.isDue(machine, prices, timeMs))) return false;
    const isSettled = orders.live.every(({ state, isSure, fresh }) => state === 'open' && isSure && fresh.length === 0);
    return isSettled && this.missing().length === 0;
  }

  /** An order that rests was executed in part. */
  get isAmongPieces(): boolean {
    return this.orders.live.some(({ booked, lots }) => booked > 0n && booked < lots);
  }

  /** Something is asked of the bot; what, follows from its params when it comes to that. */
  request(ask: (params: P) => Act<P>): void {
    this.asked.push({ ask, isAmongPieces: this.isAmongPieces });
  }

  /** The bot's process is another one: what it remembers is its snapshot. */
  restart(): void {
    if (!this.isStarted) return;
    this.hear();
    this.listener = new Listener();
    this.machine = this.copy([], [], this.listener).machine;
  }

  step(prices: readonly number[], timeMs: number): void {
    this.orders.wait();
    if (!this.isBetween) this.bookPieces(timeMs);
    this.pending ??= this.nextAct(prices, timeMs);
    if (this.pending === null) this.reconcile();
    else this.drive(this.pending, prices, timeMs);
    this.hear();
  }

  /** Something of an act has happened at the venue that the bot's books do not have yet. */
  private get isBetween(): boolean {
    const { pending } = this;
    if (pending === null) return false;
    return pending.executed.length > 0 || pending.waiting !== null || pending.moved.length > 0;
  }

  /** The prices of an act of which something has happened already; null: there is none. */
  get plannedAt(): readonly number[] | null {
    return this.isBetween ? (this.pending?.prices ?? null) : null;
  }

  private hear(): void {
    this.fills.push(...this.listener.fills.splice(0));
    this.roundProfits.push(...this.listener.roundProfits.splice(0));
    for (const cash of this.listener.cashes.splice(0)) this.booked.add(this.moveCash(cash));
  }

  /** Interest is added to what is owed; nothing moves. */
  private moveCash([type, , asset, amount]: Cash): string {
    return this.move(asset, type === 'interest' ? 0n : amount);
  }

  private bookPieces(timeMs: number): void {
    for (const order of this.orders.live) {
      if (order.ticks === null) continue;
      for (const trade of order.fresh.splice(0)) {
        const wish = this.machine.openOrders().find((wished) => isOrderOf(wished, order));
        if (wish === undefined) throw new Error('A piece of an order without an owner');
        this.machine.fillPiece?.(wish, this.counting(order.feed).pieceOf(trade), timeMs);
        this.booked.add(trade.id);
        order.booked += trade.lots;
        this.isUnanswered = true;
      }
    }
  }

  private counting(feed: number): Counting {
    const counting = this.terms.counting.get(feed);
    if (counting === undefined) throw new Error('No such market');
    return counting;
  }

  /** Pieces are answered first, then what time and the price call for, then what the owner asks. */
  private nextAct(prices: readonly number[], timeMs: number): Pending<P> | null {
    const { machine } = this;
    const own = this.isUnanswered ? ANSWER : OWN_ACTS.find((act) => act.isDue(machine, prices, timeMs));
    const act = !this.isStarted || machine.status === 'finished' ? undefined : own;
    this.isUnanswered = false;
    const asked = act === undefined ? this.asked.shift() : undefined;
    const next = act ?? asked?.ask(this.params);
    if (next === undefined) return null;
    const isAmongPieces = this.isAmongPieces || asked?.isAmongPieces === true;
    return { act: next, isAmongPieces, prices, timeMs, executed: [], waiting: null, moved: [] };
  }

  private drive(pending: Pending<P>, prices: readonly number[], timeMs: number): void {
    if (pending.waiting !== null) {
      this.awaitExecution(pending, pending.waiting);
      return;
    }
    const { act } = pending;
    if (!this.isBetween) {
      Object.assign(pending, { prices, timeMs });
      // What was booked in between is answered first, together with what is answered already.
      const isInterrupted = this.isUnanswered && act !== ANSWER;
      if (isInterrupted) this.asked.unshift({ ask: () => act, isAmongPieces: pending.isAmongPieces });
      this.isUnanswered = isInterrupted;
      if (isInterrupted || !act.isDue(this.machine, prices, timeMs)) {
        this.pending = null;
        return;
      }
    }
    const listener = new Listener();
    const needs: Need[] = [];
    const outcome = act.run(this.copy(pending.executed, needs, listener), pending.prices, pending.timeMs);
    if (outcome === null) {
      this.giveBack(act);
      this.pending = null;
      return;
    }
    const [need] = needs;
    if (!this.cancelUnwished(outcome.machine, need !== undefined)) return;
    if (act.gives !== undefined && !this.given.has(act))
      this.given.set(act, this.move(act.gives.asset, act.gives.amount));
    const cashes = listener.cashes.slice(pending.moved.length, need?.cash ?? listener.cashes.length);
    for (const cash of cashes) pending.moved.push(this.moveCash(cash));
    if (need === undefined) this.takeOver(outcome, listener, pending);
    else pending.waiting = { need, order: this.sendNeeded(need, pending) };
  }

  /**
   * A bot of several markets, or of rounds, may pay for several orders out of one money: none may cost more than it was reckoned at, or there
   * is too little for those that are left. Others take what the book gives.
   */
  private sendNeeded({ feed, side, quantity }: Need, { prices, timeMs }: Pending<P>): SentOrder {
    const { isSpot, lotsOf } = this.counting(feed);
    const { passLevel, round } = this.machine;
    const isOneOfSeveral = side === 'buy' && isSpot && (passLevel === undefined || round !== undefined);
    const reckoned = (): number =>
      this.terms.view.marketFillTicks(feed, side, quantity, prices[feed] as number, timeMs);
    return this.orders.place(feed, side, null, lotsOf(quantity), isOneOfSeveral ? reckoned() : null);
  }

  /** An act that is refused after all gives back what came for it. */
  private giveBack(act: Act<P>): void {
    const given = this.given.get(act);
    if (given === undefined || act.gives === undefined) return;
    this.booked.add(given);
    this.booked.add(this.move(act.gives.asset, -act.gives.amount));
  }

  private awaitExecution(pending: Pending<P>, { need, order }: NonNullable<Pending<P>['waiting']>): void {
    if (order.state !== 'closed') return;
    pending.waiting = null;
    // Refused: the act is tried again, by another price where nothing has happened yet.
    if (order.isRefused) return;
    const counting = this.counting(need.feed);
    let sum: Piece = { quantity: 0n, quote: 0n, fee: 0n };
    for (const { quantity, quote, fee } of order.fresh.map((trade) => counting.pieceOf(trade))) {
      sum = { quantity: sum.quantity + quantity, quote: sum.quote + quote, fee: sum.fee + fee };
    }
    pending.executed.push({ order, sum: { ...sum, ticks: counting.ticksOf(sum, need.side) } });
  }

  private takeOver({ machine, params }: Outcome<P>, listener: Listener, pending: Pending<P>): void {
    const { act, isAmongPieces, executed, moved } = pending;
    this.done.push({ name: act.name, isAmongPieces, was: this.machine.status, is: machine.status });
    this.hear();
    this.machine = machine;
    this.params = params;
    this.listener = listener;
    listener.cashes.length = 0;
    this.isStarted = true;
    for (const { order } of executed) for (const { id } of order.fresh.splice(0)) this.booked.add(id);
    for (const id of moved) this.booked.add(id);
    const given = this.given.get(act);
    if (given !== undefined) this.booked.add(given);
    this.pending = null;
  }

  /**
   * Cancels orders at the venue that a bot does not wish, or not so; true once there is none. `trades`: what it wishes can still follow from
   * what a market order will have moved, so that all are cancelled, also those that are only by chance where it wishes some.
   */
  private cancelUnwished(machine: BotMachine, trades: boolean): boolean {
    const wishes = machine.openOrders();
    const open = this.orders.live.filter(({ ticks, state }) => ticks !== null && state !== 'closed');
    const isWished = (order: SentOrder): boolean =>
      wishes.some(
        (wish) =>
          isOrderOf(wish, order) && this.counting(order.feed).lotsOf(wish.quantity) === order.lots - order.booked,
      );
    const unwished = trades ? open : open.filter((order) => !isWished(order));
    for (const order of unwished) this.orders.cancel(order);
    return unwished.length === 0;
  }

  private reconcile(): void {
    if (!this.cancelUnwished(this.machine, false)) return;
    for (const { feed = 0, side, ticks, quantity } of this.missing()) {
      this.orders.place(feed, side, ticks, this.counting(feed).lotsOf(quantity));
    }
  }

  /** Wishes for which the venue has no order. */
  private missing(): OpenOrder[] {
    const { live } = this.orders;
    return this.machine.openOrders().filter((wish) => !live.some((order) => isOrderOf(wish, order)));
  }

  /** The bot as its snapshot says, to be acted on. */
  private copy(executed: Pending<P>['executed'], needs: Need[], sink: Listener): Acted<P> {
    const { kind } = this.terms;
    const { params } = this;
    const view = this.viewOf(
      executed.map(({ sum }) => sum),
      needs,
      sink,
    );
    const restored = (): BotMachine =>
      kind.restore(params, JSON.parse(JSON.stringify(this.machine.snapshot())), view, sink);
    const machine = this.isStarted ? restored() : kind.create(params, view, sink);
    return { machine, kind, params, view, sink };
  }

  private viewOf(sums: readonly Executed[], needs: Need[], listener: Listener): MarketView {
    let next = 0;
    return {
      ...this.terms.view,
      executed: (feed, side, quantity) => {
        const sum = sums[next];
        next += 1;
        if (sum === undefined) needs.push({ feed, side, quantity, cash: listener.cashes.length });
        return sum ?? null;
      },
    };
  }
}

function isOrderOf({ feed = 0, side, ticks }: OpenOrder, order: SentOrder): boolean {
  return feed === order.feed && side === order.side && ticks === order.ticks;
}
