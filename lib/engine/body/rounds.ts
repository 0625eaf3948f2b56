import { type LadderPlan, nextOrder, type PlannedOrder } from '../../formulas/martingale-ladder.ts';
import type { ExactTicks } from '../../formulas/martingale-terms.ts';
import type { Execution } from './executed.ts';

/** What a position can be closed by, in the quantities of orders, and what was paid for it. */
export interface Sellable {
  readonly all: bigint;
  readonly paid: bigint;
}

/** What a kind decides of its rounds. */
export interface RoundRules {
  readonly side: 'buy' | 'sell';
  /**
   * The orders of a round that may use so much money and whose first order fills at `firstTicks`; `firstSize`: contracts of the first
   * order, once an opening has sized it.
   */
  plan(firstTicks: number, budget: bigint, firstSize: bigint | null): LadderPlan;
  /** Where the round is left with profit, and where it is given up; null: nowhere. */
  takeProfitTicks(average: ExactTicks): number | null;
  stopLossTicks(average: ExactTicks): number | null;
  /** What the take profit closes at a price; 0n when the market would not take the order. */
  takeProfitQuantity(sellable: Sellable, ticks: number): bigint;
  /** Whether coins that the take profit leaves are kept as the profit. */
  readonly keepsProfit: boolean;
  /** What take profit and stop loss follow from, as stored bots have it: the owner may change it. */
  readonly exits: readonly (string | null)[];
}

/** An order of a round that has filled. Quantity and amount as records have them (Fill). */
export interface RoundFill {
  readonly ticks: number;
  readonly quantity: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** The one that ended it; `profit`: the round's, net, units, less what parts of it have brought before. */
export interface RoundExit extends RoundFill {
  readonly profit: bigint;
}

/** A part of the order that closes the round; `invested`: what was, of the position that it closed. */
export interface RoundPart extends RoundExit {
  readonly timeMs: number;
  readonly invested: bigint;
}

export interface EntryOrder {
  readonly side: 'buy' | 'sell';
  /** 0: the first order, at the market. The others rest. */
  readonly index: number;
  readonly quantity: bigint;
  readonly ticks: number;
  readonly execution: Execution;
}

export interface ExitOrder {
  /** As records have it. */
  readonly role: 'grid' | 'close';
  readonly quantity: bigint;
  readonly ticks: number;
  readonly execution: Execution;
  /** Coins that are not sold are kept as the profit. */
  readonly keepsRest: boolean;
  /** The rest of the position is still to be closed. */
  readonly isPart: boolean;
}

/**
 * What stands behind a bot's rounds – coins, or a position in a contract – and books their fills. Orders count units of coins in whole
 * lots, or contracts.
 */
export interface RoundLeg {
  /** So much of an order as the bot counts, and back. */
  lotsOf(quantity: bigint): number;
  quantityOf(lots: number): bigint;
  /** A round begins: its profit is counted from here. */
  begin(): void;
  /** Money that is left, units. */
  money(): bigint;
  /** Average cost of the round's position; null without one. */
  average(): ExactTicks | null;
  /** What its orders have paid; on a contract the margin that its position binds. Units. */
  invested(): bigint;
  /** What it holds, as records count. */
  recordedHeld(): bigint;
  sellable(): Sellable;
  enter(order: EntryOrder, timeMs: number): RoundFill;
  exit(order: ExitOrder, timeMs: number): RoundExit;
  /** The parts that were closed, `exit` in all, were the last of it. */
  exited(exit: RoundExit, keepsRest: boolean): RoundExit;
  /** Of the rounds that have ended, units. */
  profit(): bigint;
  /** As stored bots have it, and back. */
  stored(): Readonly<Record<string, string>>;
  read(stored: Readonly<Record<string, string>>, profit: bigint): void;
}

/** One that entered the position. `orderTicks`: the price it was made at; the first one, at the market, fills elsewhere. */
export interface Entry extends RoundFill {
  readonly index: number;
  readonly orderTicks: number;
  readonly timeMs: number;
}

/** `done`: so much of an order, as orders count. */
export interface PartOf {
  readonly done: bigint;
}

/** What a venue has executed of a round's orders that are not whole, or whose turn has not come. */
export interface RoundPieces {
  /** Of those that enter, by their index. */
  readonly entries: Map<number, Entry & PartOf>;
  /** Of its take profit. */
  sold: (RoundPart & PartOf) | null;
}

/**
 * A bot that trades in rounds: a first order at the market, further ones deeper on the losing side, which all rest at once,
 * and one order that closes everything. Of the bot's ladder two slots are enough: they show the next order on each side.
 */
export interface Rounds {
  /** Written when its owner changes the exits. */
  rules: RoundRules;
  readonly leg: RoundLeg;
  /** Contracts of the first order, once the first opening has sized it. */
  firstSize: bigint | null;
  /** Counts from 1; 0 before the first round. */
  cycle: number;
  startMs: number;
  plan: LadderPlan | null;
  /** Orders of the present round as far as anybody has asked; the first is the one that filled at the market. */
  orders: PlannedOrder[];
  /** The plan's end has been reached: `orders` are all there are. */
  hasAllOrders: boolean;
  /** Index in `orders` of the next one that rests; −1: none is left. */
  next: number;
  entries: Entry[];
  /** What of its position was closed before all of it. */
  parts: RoundPart[];
  /** Its orders that a venue has executed in part; null: there are none. */
  pieces: RoundPieces | null;
  takeProfit: number | null;
  /** What the take profit was placed for, in the quantities of orders, whatever has entered since; 0n: the market would not take it. */
  takeProfitQuantity: bigint;
  stopLoss: number | null;
  /** Price at which the exits were last set: a stop executes no better than that. */
  armedAt: number;
  /** The price of now, while what it is past already is decided at it; null: everything at its own price. */
  decidesAt: number | null;
}

export function newRounds(rules: RoundRules, leg: RoundLeg, firstSize: bigint | null): Rounds {
  return {
    rules,
    leg,
    firstSize,
    cycle: 0,
    startMs: 0,
    plan: null,
    orders: [],
    hasAllOrders: true,
    next: -1,
    entries: [],
    parts: [],
    pieces: null,
    takeProfit: null,
    takeProfitQuantity: 0n,
    stopLoss: null,
    armedAt: 0,
    decidesAt: null,
  };
}

/** Every bot whose kind has rounds has them. */
export function roundsOf({ rounds }: { readonly rounds: Rounds | null }): Rounds {
  if (rounds === null) throw new Error('A bot without rounds');
  return rounds;
}

/** What the parts that were closed before all of the position have brought, units; of a contract nothing yet. */
export function profitOfParts({ parts }: Rounds): bigint {
  return parts.reduce((sum, { profit }) => sum + profit, 0n);
}

/** The side of the order that ends a round. */
export function exitSide({ rules }: Rounds): 'buy' | 'sell' {
  return rules.side === 'buy' ? 'sell' : 'buy';
}

/** What a take profit that is placed at a price closes; 0n when the market would not take it. */
export function takeProfitAt({ rules, leg }: Rounds, ticks: number): bigint {
  return rules.takeProfitQuantity(leg.sellable(), ticks);
}

/** What rests of the take profit. */
export function takeProfitLeft({ takeProfitQuantity, pieces }: Rounds): bigint {
  return takeProfitQuantity - (pieces?.sold?.done ?? 0n);
}

/** Order i of the round, worked out when first asked for; null past the end of the plan. */
function orderOf(rounds: Rounds, i: number): PlannedOrder | null {
  const { orders, plan } = rounds;
  while (orders.length <= i && !rounds.hasAllOrders && plan !== null) {
    const order = nextOrder(plan, orders[orders.length - 1] as PlannedOrder);
    if (order === null) rounds.hasAllOrders = true;
    else orders.push(order);
  }
  return orders[i] ?? null;
}

/** The next order that rests; null: none is left. */
export function nextResting({ orders, next }: Rounds): PlannedOrder | null {
  return orders[next] ?? null;
}

/** Lets the first order from i on that is neither withheld nor filled be the next one. */
export function setNext(rounds: Rounds, from: number): void {
  let i = from;
  let order = orderOf(rounds, i);
  while (order !== null && (order.withheld !== null || hasFilled(rounds, order))) {
    i += 1;
    order = orderOf(rounds, i);
  }
  rounds.next = order === null ? -1 : i;
}

function hasFilled({ entries }: Rounds, { index }: PlannedOrder): boolean {
  return entries.some((entry) => entry.index === index);
}

/** Orders that have not filled: what is left of those that rest, and those that are withheld with their reason. */
export function pendingOrders(rounds: Rounds): PlannedOrder[] {
  const filled = new Set(rounds.entries.map((entry) => entry.index));
  const pending: PlannedOrder[] = [];
  if (rounds.orders.length === 0) return pending;
  for (let i = 1, order = orderOf(rounds, 1); order !== null; i += 1, order = orderOf(rounds, i)) {
    if (filled.has(order.index)) continue;
    if (rounds.pieces === null || order.withheld !== null) pending.push(order);
    else if (leftOf(rounds, order) > 0n) pending.push({ ...order, quantity: leftOf(rounds, order) });
  }
  return pending;
}

/** What is left of an order that has not filled. */
export function leftOf({ pieces }: Rounds, { index, quantity }: PlannedOrder): bigint {
  return quantity - (pieces?.entries.get(index)?.done ?? 0n);
}

/** The plan's first order has filled: it begins a round. */
export function beginWith(rounds: Rounds, first: PlannedOrder): void {
  rounds.orders = [first];
  rounds.hasAllOrders = false;
}

/** Nothing of the round is left. */
export function clearRound(rounds: Rounds): void {
  rounds.orders = [];
  rounds.entries = [];
  rounds.parts = [];
  rounds.pieces = null;
  rounds.hasAllOrders = true;
  rounds.next = -1;
  rounds.takeProfit = null;
  rounds.takeProfitQuantity = 0n;
  rounds.stopLoss = null;
}
