import type { BotMachine, EngineSink, Executed, Fill, MarketView, OpenOrder, Piece } from '#lib/engine/machine.ts';
import type { VenueTrade } from './matching-venue.ts';
import { type Act, ANSWER, OWN_ACTS, START } from './venue-acts.ts';
import { type SentOrder, VenueOrders } from './venue-orders.ts';
import type { Request } from './venue-post.ts';

/** What makes bots of a kind: its factory with its params; and how the venue's count becomes the bot's. */
export interface BotFactory {
  create(view: MarketView, sink: EngineSink): BotMachine;
  restore(snapshot: unknown, view: MarketView, sink: EngineSink): BotMachine;
  pieceOf(trade: Pick<VenueTrade, 'lots' | 'quote' | 'fee'>): Piece;
  lotsOf(quantity: bigint): bigint;
  /** Average price in ticks, rounded against the taker. */
  ticksOf(piece: Piece, side: 'buy' | 'sell'): number;
  /** What the bot may ask of its market besides. */
  readonly view: MarketView;
}

/** A market order that an act needs; `cash`: so many movements of money were told before it. */
interface Need {
  readonly side: 'buy' | 'sell';
  readonly quantity: bigint;
  readonly cash: number;
}

/** An act under way, with the price and the time that it was begun at. */
interface Pending {
  readonly act: Act;
  ticks: number;
  timeMs: number;
  readonly executed: { readonly order: SentOrder; readonly sum: Executed }[];
  waiting: { readonly need: Need; readonly order: SentOrder } | null;
  /** Movements of money that the venue's ledger has already, by their ids. */
  readonly moved: string[];
}

type Cash = Parameters<NonNullable<EngineSink['cash']>>;

/** What a bot says. That of a copy is heard when it takes the bot's place. */
class Listener implements EngineSink {
  readonly fills: Fill[] = [];
  readonly cashes: Cash[] = [];

  fill(fill: Fill): void {
    this.fills.push(fill);
  }

  cash(...cash: Cash): void {
    this.cashes.push(cash);
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
export class VenueReconciler {
  machine: BotMachine;
  readonly orders: VenueOrders;
  /** Entries of the venue's ledger that the bot's books have. */
  readonly booked = new Set<string>();
  readonly fills: Fill[] = [];
  private readonly factory: BotFactory;
  /** Moves money that the bot has told of to or from the venue; the entry's id. */
  private readonly move: (cash: Cash) => string;
  private listener = new Listener();
  private pending: Pending | null = null;
  isStarted = false;
  private isUnanswered = false;
  private readonly asked: Act[] = [START];

  constructor(factory: BotFactory, ask: (request: Request) => void, move: (cash: Cash) => string) {
    this.factory = factory;
    this.orders = new VenueOrders(ask);
    this.move = move;
    this.machine = factory.create(this.viewOf([], [], this.listener), this.listener);
  }

  /** Nothing is to be done, and the venue's orders are the bot's. */
  isQuiet(ticks: number, timeMs: number): boolean {
    const { machine, orders } = this;
    if (this.pending !== null || this.asked.length > 0 || this.isUnanswered) return false;
    if (machine.status !== 'finished' && OWN_ACTS.some((act) => act.isDue(machine, ticks, timeMs))) return false;
    const isSettled = orders.live.every(({ state, isSure, fresh }) => state === 'open' && isSure && fresh.length === 0);
    return isSettled && this.missing().length === 0;
  }

  request(act: Act): void {
    this.asked.push(act);
  }

  /** The bot's process is another one: what it remembers is its snapshot. */
  restart(): void {
    if (!this.isStarted) return;
    this.hear();
    this.listener = new Listener();
    this.machine = this.copy([], [], this.listener);
  }

  step(ticks: number, timeMs: number): void {
    this.orders.wait();
    if (!this.isBetween) this.bookPieces(timeMs);
    this.pending ??= this.nextAct(ticks, timeMs);
    if (this.pending === null) this.reconcile();
    else this.drive(this.pending, ticks, timeMs);
    this.hear();
  }

  /** Something of an act has happened at the venue that the bot's books do not have yet. */
  private get isBetween(): boolean {
    const { pending } = this;
    return pending !== null && (pending.executed.length > 0 || pending.waiting !== null || pending.moved.length > 0);
  }

  private hear(): void {
    this.fills.push(...this.listener.fills.splice(0));
    for (const cash of this.listener.cashes.splice(0)) this.booked.add(this.move(cash));
  }

  private bookPieces(timeMs: number): void {
    for (const order of this.orders.live) {
      if (order.ticks === null) continue;
      for (const trade of order.fresh.splice(0)) {
        const wish = this.machine.openOrders().find(({ side, ticks }) => side === order.side && ticks === order.ticks);
        if (wish === undefined) throw new Error('A piece of an order without an owner');
        this.machine.fillPiece?.(wish, this.factory.pieceOf(trade), timeMs);
        this.booked.add(trade.id);
        order.booked += trade.lots;
        this.isUnanswered = true;
      }
    }
  }

  /** Pieces are answered first, then what time and the price call for, then what the owner asks. */
  private nextAct(ticks: number, timeMs: number): Pending | null {
    const { machine } = this;
    const own = this.isUnanswered ? ANSWER : OWN_ACTS.find((act) => act.isDue(machine, ticks, timeMs));
    const act = !this.isStarted || machine.status === 'finished' ? undefined : own;
    this.isUnanswered = false;
    const next = act ?? this.asked.shift();
    return next === undefined ? null : { act: next, ticks, timeMs, executed: [], waiting: null, moved: [] };
  }

  private drive(pending: Pending, ticks: number, timeMs: number): void {
    if (pending.waiting !== null) {
      this.awaitExecution(pending, pending.waiting);
      return;
    }
    if (!this.isBetween) {
      Object.assign(pending, { ticks, timeMs });
      // What was booked in between is answered first, together with what is answered already.
      const isInterrupted = this.isUnanswered && pending.act !== ANSWER;
      if (isInterrupted) this.asked.unshift(pending.act);
      this.isUnanswered = isInterrupted;
      if (isInterrupted || !pending.act.isDue(this.machine, ticks, timeMs)) {
        this.pending = null;
        return;
      }
    }
    const listener = new Listener();
    const needs: Need[] = [];
    const copy = this.copy(pending.executed, needs, listener);
    pending.act.run(copy, pending.ticks, pending.timeMs);
    if (!this.cancelUnwished(copy)) return;
    const [need] = needs;
    const cashes = listener.cashes.slice(pending.moved.length, need?.cash ?? listener.cashes.length);
    for (const cash of cashes) pending.moved.push(this.move(cash));
    if (need === undefined) this.takeOver(copy, listener, pending);
    else pending.waiting = { need, order: this.orders.place(need.side, null, this.factory.lotsOf(need.quantity)) };
  }

  private awaitExecution(pending: Pending, { need, order }: NonNullable<Pending['waiting']>): void {
    if (order.state !== 'closed') return;
    pending.waiting = null;
    // Refused: the act is tried again, by another price where nothing has happened yet.
    if (order.isRefused) return;
    let sum: Piece = { quantity: 0n, quote: 0n, fee: 0n };
    for (const { quantity, quote, fee } of order.fresh.map((trade) => this.factory.pieceOf(trade))) {
      sum = { quantity: sum.quantity + quantity, quote: sum.quote + quote, fee: sum.fee + fee };
    }
    pending.executed.push({ order, sum: { ...sum, ticks: this.factory.ticksOf(sum, need.side) } });
  }

  private takeOver(copy: BotMachine, listener: Listener, { executed, moved }: Pending): void {
    this.hear();
    this.machine = copy;
    this.listener = listener;
    listener.cashes.length = 0;
    this.isStarted = true;
    for (const { order } of executed) for (const { id } of order.fresh.splice(0)) this.booked.add(id);
    for (const id of moved) this.booked.add(id);
    this.pending = null;
  }

  /** Cancels orders at the venue that a bot does not wish, or not so; true once there is none. */
  private cancelUnwished(machine: BotMachine): boolean {
    const wishes = machine.openOrders();
    const open = this.orders.live.filter(({ ticks, state }) => ticks !== null && state !== 'closed');
    const isWished = (order: SentOrder): boolean =>
      wishes.some(
        ({ side, ticks, quantity }) =>
          side === order.side && ticks === order.ticks && this.factory.lotsOf(quantity) === order.lots - order.booked,
      );
    const unwished = open.filter((order) => !isWished(order));
    for (const order of unwished) this.orders.cancel(order);
    return unwished.length === 0;
  }

  private reconcile(): void {
    if (!this.cancelUnwished(this.machine)) return;
    for (const { side, ticks, quantity } of this.missing()) {
      this.orders.place(side, ticks, this.factory.lotsOf(quantity));
    }
  }

  /** Wishes for which the venue has no order. */
  private missing(): OpenOrder[] {
    const live = this.orders.live;
    return this.machine
      .openOrders()
      .filter((wish) => !live.some(({ side, ticks }) => side === wish.side && ticks === wish.ticks));
  }

  private copy(executed: Pending['executed'], needs: Need[], listener: Listener): BotMachine {
    const view = this.viewOf(
      executed.map(({ sum }) => sum),
      needs,
      listener,
    );
    if (!this.isStarted) return this.factory.create(view, listener);
    const snapshot: unknown = JSON.parse(JSON.stringify(this.machine.snapshot()));
    return this.factory.restore(snapshot, view, listener);
  }

  private viewOf(sums: readonly Executed[], needs: Need[], listener: Listener): MarketView {
    let next = 0;
    return {
      ...this.factory.view,
      executed: (_feed, side, quantity) => {
        const sum = sums[next];
        next += 1;
        if (sum === undefined) needs.push({ side, quantity, cash: listener.cashes.length });
        return sum ?? null;
      },
    };
  }
}
