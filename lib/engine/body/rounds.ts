import { type LadderPlan, nextOrder, type PlannedOrder } from '../../formulas/martingale-ladder.ts';
import type { ExactTicks } from '../../formulas/martingale-terms.ts';
import { type HeldCoins, newHeldCoins } from '../coin-position.ts';

/** What a kind decides of its rounds. */
export interface RoundRules {
  readonly side: 'buy' | 'sell';
  /** The orders of a round that may use so much money and whose first order fills at `firstTicks`. */
  plan(firstTicks: number, budget: bigint): LadderPlan;
  /** Where the round is left with profit, and where it is given up; null: nowhere. */
  takeProfitTicks(average: ExactTicks): number | null;
  stopLossTicks(average: ExactTicks): number | null;
  /** What the take profit sells at a price, whole lots in units; 0n when the market would not take the order. */
  takeProfitQuantity(held: HeldCoins, ticks: number): bigint;
  /** Whether coins that the take profit leaves are kept as the profit. */
  readonly keepsProfit: boolean;
  /** What take profit and stop loss follow from, as stored bots have it: the owner may change it. */
  readonly exits: readonly (string | null)[];
}

/** An order of a round that has filled. */
export interface RoundFill {
  readonly ticks: number;
  readonly quantity: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** One that entered the position. `orderTicks`: the price it was made at; the first one, at the market, fills elsewhere. */
export interface Entry extends RoundFill {
  readonly index: number;
  readonly orderTicks: number;
  readonly timeMs: number;
}

/**
 * A bot that trades in rounds: a first order at the market, further ones deeper on the losing side, which all rest at once,
 * and one order that sells everything. Of the bot's ladder two slots are enough: they show the next order on each side.
 * Written a few times a day, so with bigint.
 */
export interface Rounds {
  readonly rules: RoundRules;
  /** What the round's coins cost. The books have the coins themselves, in one sum with what is kept. */
  readonly held: HeldCoins;
  /** Coins that were taken as profit, and what they were worth then (1e-16 of the quote asset). */
  kept: bigint;
  keptCarry: bigint;
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
  takeProfit: number | null;
  /** False: the market would not take the take-profit order, so it does not rest. */
  isTakeProfitPlaced: boolean;
  stopLoss: number | null;
  /** Price at which the exits were last set: a stop executes no better than that. */
  armedAt: number;
  /** The exits were changed by the owner: what the next price has reached is decided at that price. */
  isRearmed: boolean;
  /** That price, while what it has reached is decided; null: everything at its own price. */
  decidesAt: number | null;
}

export function newRounds(rules: RoundRules): Rounds {
  return {
    rules,
    held: newHeldCoins(),
    kept: 0n,
    keptCarry: 0n,
    cycle: 0,
    startMs: 0,
    plan: null,
    orders: [],
    hasAllOrders: true,
    next: -1,
    entries: [],
    takeProfit: null,
    isTakeProfitPlaced: false,
    stopLoss: null,
    armedAt: 0,
    isRearmed: false,
    decidesAt: null,
  };
}

/** The side of the order that ends a round. */
export function exitSide({ rules }: Rounds): 'buy' | 'sell' {
  return rules.side === 'buy' ? 'sell' : 'buy';
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

/** Lets the first order from i on that is not withheld be the next one. */
export function setNext(rounds: Rounds, from: number): void {
  let i = from;
  let order = orderOf(rounds, i);
  while (order !== null && order.withheld !== null) {
    i += 1;
    order = orderOf(rounds, i);
  }
  rounds.next = order === null ? -1 : i;
}

/** Orders that have not filled: those that rest, and those that are withheld with their reason. */
export function pendingOrders(rounds: Rounds): PlannedOrder[] {
  const filled = new Set(rounds.entries.map((entry) => entry.index));
  const pending: PlannedOrder[] = [];
  if (rounds.orders.length === 0) return pending;
  for (let i = 1, order = orderOf(rounds, 1); order !== null; i += 1, order = orderOf(rounds, i)) {
    if (!filled.has(order.index)) pending.push(order);
  }
  return pending;
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
  rounds.hasAllOrders = true;
  rounds.next = -1;
  rounds.takeProfit = null;
  rounds.isTakeProfitPlaced = false;
  rounds.stopLoss = null;
}
