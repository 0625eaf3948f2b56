import {
  type BotMachine,
  type EngineSink,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type WakeSlot,
} from '#lib/engine/machine.ts';
import { type LadderPlan, nextOrder, type PlannedOrder } from '#lib/formulas/martingale-ladder.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { exitSide, isLosing } from './account-holder.ts';
import type { AccountFill, MartingaleAccount } from './martingale-account.ts';
import type { ClosingOrder } from './spot-grid-state.ts';

/** An entry order that has filled. `orderTicks`: the price it was made at; the first one, at the market, fills elsewhere. */
export interface Entry extends AccountFill {
  readonly index: number;
  readonly orderTicks: number;
  readonly timeMs: number;
}

/** What a contract does besides: it settles funding, and listens to the mark price for its liquidation. */
export interface ContractDuties {
  /** When funding is next due after `timeMs`; Infinity without a position. */
  nextWakeMs(timeMs: number): number;
  /** Called at every time wake: does what is due. */
  settle(state: MartingaleState, prices: readonly number[], timeMs: number): void;
  /** Sets the range of the mark feed. */
  listen(slot: WakeSlot): void;
}

/**
 * Everything a martingale knows besides its money. The files beside this one are functions on it. `slots[0]` is the
 * last price, `slots[1]` a contract's mark price.
 */
export interface MartingaleState {
  readonly params: MartingaleParams;
  readonly sink: EngineSink;
  readonly isHeard: boolean;
  readonly account: MartingaleAccount;
  readonly duties: ContractDuties | null;
  readonly slots: readonly WakeSlot[];
  wakeAtMs: number;
  status: BotMachine['status'];
  step: BotMachine['step'];
  /** Contracts of the first order, once the first opening has sized it. */
  firstSize: bigint | null;
  /** Counts from 1; 0 before the first cycle. */
  cycle: number;
  cycleStartMs: number;
  plan: LadderPlan | null;
  /** Orders of the present cycle as far as anybody has asked; the first is the one that filled. */
  rungs: PlannedOrder[];
  /** The ladder’s end has been reached: `rungs` are all there are. */
  hasAllRungs: boolean;
  /** Index in `rungs` of the next add order; −1: none is left. */
  next: number;
  entries: Entry[];
  takeProfit: number | null;
  /** False: the market would not take the take-profit order, so it does not rest. */
  isTakeProfitPlaced: boolean;
  stopLoss: number | null;
  /** Price at which the exits were last set: a stop executes no better than that. */
  armedAt: number;
  /** The exits were changed by the owner: the next price seen decides at that price. */
  isRearmed: boolean;
  /** The mark price reached the liquidation level; executed by the time wake that follows at once. */
  isLiquidating: boolean;
  closing: ClosingOrder | null;
  fills: number;
  rounds: number;
  roundProfit: bigint;
}

export function newMartingaleState(
  parts: Pick<MartingaleState, 'params' | 'sink' | 'account' | 'duties'>,
): MartingaleState {
  const slots = Array.from({ length: parts.duties === null ? 1 : 2 }, () => ({
    below: NO_LEVEL_BELOW,
    above: NO_LEVEL_ABOVE,
  }));
  return {
    ...parts,
    isHeard: parts.sink.isQuiet !== true,
    slots,
    wakeAtMs: Number.POSITIVE_INFINITY,
    status: 'open',
    step: 'wait-touch',
    firstSize: parts.params.firstSize,
    cycle: 0,
    cycleStartMs: 0,
    plan: null,
    rungs: [],
    hasAllRungs: true,
    next: -1,
    entries: [],
    takeProfit: null,
    isTakeProfitPlaced: false,
    stopLoss: null,
    armedAt: 0,
    isRearmed: false,
    isLiquidating: false,
    closing: null,
    fills: 0,
    rounds: 0,
    roundProfit: 0n,
  };
}

/** Order i of the cycle, worked out when first asked for; null past the end of the ladder. */
export function rungAt(state: MartingaleState, i: number): PlannedOrder | null {
  const { rungs, plan } = state;
  while (rungs.length <= i && !state.hasAllRungs && plan !== null) {
    const order = nextOrder(plan, rungs[rungs.length - 1] as PlannedOrder);
    if (order === null) state.hasAllRungs = true;
    else rungs.push(order);
  }
  return rungs[i] ?? null;
}

/** Lets `next` be the first order from i on that is not withheld. */
export function setNext(state: MartingaleState, from: number): void {
  let i = from;
  let order = rungAt(state, i);
  while (order !== null && order.withheld !== null) {
    i += 1;
    order = rungAt(state, i);
  }
  state.next = order === null ? -1 : i;
}

/** Add orders that have not filled: those that rest, and those that are withheld with their reason. */
export function pendingOrders(state: MartingaleState): PlannedOrder[] {
  const filled = new Set(state.entries.map((entry) => entry.index));
  const orders: PlannedOrder[] = [];
  if (state.rungs.length === 0) return orders;
  for (let i = 1, order = rungAt(state, 1); order !== null; i += 1, order = rungAt(state, i)) {
    if (!filled.has(order.index)) orders.push(order);
  }
  return orders;
}

/** The stop’s price as it acts: never better than the price at which it was set. */
export function stopLevel(state: MartingaleState): number | null {
  const { stopLoss, armedAt } = state;
  if (stopLoss === null) return null;
  return isLosing(state, armedAt, stopLoss) ? armedAt : stopLoss;
}

/** Says when to wake next, after anything has happened at `timeMs` to a bot that has opened. */
export function resetWake(state: MartingaleState, timeMs: number): void {
  resetSlots(state);
  const expires = state.closing?.expiresAtMs ?? Number.POSITIVE_INFINITY;
  const due =
    state.duties === null || state.status === 'finished' ? Number.POSITIVE_INFINITY : state.duties.nextWakeMs(timeMs);
  state.wakeAtMs = due < expires ? due : expires;
}

/** The prices between which a bot that has opened sleeps. */
export function resetSlots(state: MartingaleState): void {
  const last = state.slots[0] as WakeSlot;
  const mark = state.slots[1];
  last.below = NO_LEVEL_BELOW;
  last.above = NO_LEVEL_ABOVE;
  if (state.status === 'running') listenToCycle(state, last);
  else if (state.closing !== null) {
    if (exitSide(state) === 'sell') last.above = state.closing.ticks;
    else last.below = state.closing.ticks;
  }
  if (mark === undefined) return;
  mark.below = NO_LEVEL_BELOW;
  mark.above = NO_LEVEL_ABOVE;
  if (state.status !== 'finished') state.duties?.listen(mark);
}

/** The next add order or the stop on one side, the take profit on the other. */
function listenToCycle(state: MartingaleState, slot: WakeSlot): void {
  const isBuyer = state.params.side === 'buy';
  const add = state.next < 0 ? null : (state.rungs[state.next] as PlannedOrder).ticks;
  const stop = stopLevel(state);
  const profit = state.isTakeProfitPlaced ? state.takeProfit : null;
  if (isBuyer) {
    slot.below = Math.max(add ?? NO_LEVEL_BELOW, stop ?? NO_LEVEL_BELOW);
    slot.above = profit ?? NO_LEVEL_ABOVE;
  } else {
    slot.above = Math.min(add ?? NO_LEVEL_ABOVE, stop ?? NO_LEVEL_ABOVE);
    slot.below = profit ?? NO_LEVEL_BELOW;
  }
}
