import type { FinishReason, SignalType } from '#lib/contract/vocabulary.ts';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { type AccountClosingRules, beginClosing, closeAccount, finish } from './account-closing.ts';
import { exitSide, tellOrder } from './account-holder.ts';
import type { StopLevel } from './compose-account.ts';
import { firstOnTheWay, isReached, isReachedAnywhere, stopLevelsOf } from './compose-levels.ts';
import type { ComposeState } from './compose-state.ts';
import { bookExit, exitAtMarket } from './compose-trades.ts';

/** The record's word for what ended the bot (E-375). A liquidation has none of its own: a loss was stopped. */
function closingSignal(reason: FinishReason): SignalType {
  if (reason === 'stop_loss' || reason === 'liquidated') return 'stop_loss';
  return reason === 'stop_profit' ? 'stop_profit' : 'base-close';
}

/** An indicator bot has no order that rests but the closing one. */
export const CLOSING: AccountClosingRules<ComposeState> = {
  cancelOrders: () => {},
  exit: (state, reason, quantity, ticks, isResting, timeMs) => {
    bookExit(state, 'close', closingSignal(reason), quantity, ticks, isResting, timeMs);
  },
};

export function endBy(
  state: ComposeState,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  closeAccount(state, CLOSING, reason, close, ticks, timeMs);
}

/** The exchange closes the position at exactly `ticks`. */
export function deleverageAt(state: ComposeState, ticks: number, timeMs: number): void {
  if (state.status === 'finished' || !state.account.isOpen) return;
  beginClosing(state, CLOSING, 'auto_deleveraged', timeMs);
  const quantity = state.account.exitQuantity('close', ticks);
  CLOSING.exit(state, 'auto_deleveraged', quantity, ticks, false, timeMs);
  finish(state, 'auto_deleveraged', ticks, timeMs);
}

/** Works out the stops for the position as it is and the price that is seen, and ends a bot that has nothing left to lose. */
export function rearm(state: ComposeState, price: number, timeMs: number): void {
  state.armedAt = price;
  state.stops = stopLevelsOf(state);
  const isFlat = state.status === 'running' && !state.account.isOpen;
  const spent = isFlat ? state.stops.find(isReachedAnywhere) : undefined;
  if (spent !== undefined) act(state, spent, price, timeMs);
}

/**
 * The last price of a spot market is at `ticks`: what lies on the way there happens in the order of the way, and where
 * it was touched; after a jump at the price that is seen. A level that was behind the price when it was set happens at
 * the price of that moment.
 */
export function travelStops(state: ComposeState, ticks: number, isJump: boolean, timeMs: number): void {
  for (let stop = stopAt(state, ticks); stop !== null; stop = stopAt(state, ticks)) {
    const at = isJump ? ticks : priceOf(stop, state.armedAt);
    act(state, stop, at, timeMs);
    rearm(state, at, timeMs);
  }
}

function stopAt(state: ComposeState, ticks: number): StopLevel | null {
  return state.status === 'running' ? firstOnTheWay(state.stops, ticks) : null;
}

function priceOf({ isBelow, ticks }: StopLevel, armedAt: number): number {
  return isBelow ? Math.min(ticks, armedAt) : Math.max(ticks, armedAt);
}

/** The mark price of a contract is at `markTicks`: what it reaches happens around the last price, the gravest first. */
export function settleMark(state: ComposeState, markTicks: number, lastTicks: number, timeMs: number): void {
  for (let stop = reachedBy(state, markTicks); stop !== undefined; stop = reachedBy(state, markTicks)) {
    act(state, stop, lastTicks, timeMs);
    rearm(state, markTicks, timeMs);
  }
}

function reachedBy(state: ComposeState, markTicks: number): StopLevel | undefined {
  return state.status === 'finished' ? undefined : state.stops.find((stop) => isReached(stop, markTicks));
}

/** Everything that a stop can do. What it closes is closed around `ticks`. */
function act(state: ComposeState, { action }: StopLevel, ticks: number, timeMs: number): void {
  const { protection, positionProfit } = state.params;
  switch (action) {
    case 'liquidation':
      liquidate(state, ticks, timeMs);
      return;
    case 'total-stop':
      endBy(state, 'stop_loss', { type: 'market' }, ticks, timeMs);
      return;
    case 'total-profit':
      endBy(state, 'stop_profit', { type: 'market' }, ticks, timeMs);
      return;
    case 'position-stop':
      closePart(state, UNITS_PER_COIN, 'ptn-stoploss', ticks, timeMs);
      return;
    case 'start-protection':
      state.isProtected = true;
      return;
    case 'protect':
      state.hasBeenProtected = true;
      closePart(state, protection?.partE8 ?? UNITS_PER_COIN, 'protect-profit', ticks, timeMs);
      return;
    case 'take-part':
      state.hasTakenProfit = true;
      closePart(state, positionProfit?.partE8 ?? UNITS_PER_COIN, 'ptn-stoprofit', ticks, timeMs);
      return;
  }
}

function closePart(state: ComposeState, partE8: bigint, signal: SignalType, ticks: number, timeMs: number): void {
  const reason = signal === 'ptn-stoploss' ? 'stop-loss' : 'take-profit';
  const withheld = exitAtMarket(state, partE8, { signal, reason, bySlip: false }, ticks, timeMs);
  if (withheld === null) return;
  tellOrder(state, timeMs, 'withheld', withheld, { side: exitSide(state), level: -1, ticks, quantity: 0n });
}

/** Everything ends around the present last price (E4). */
function liquidate(state: ComposeState, lastTicks: number, timeMs: number): void {
  const { account, contract } = state;
  if (contract === null) return;
  const size = contract.size();
  const quantity = account.exitQuantity('close', lastTicks);
  const side = exitSide(state);
  beginClosing(state, CLOSING, 'liquidated', timeMs);
  tellOrder(state, timeMs, 'placed', 'stop-loss', { side, level: -1, ticks: lastTicks, quantity });
  const fillTicks = account.marketTicks(side, quantity, lastTicks, timeMs);
  CLOSING.exit(state, 'liquidated', quantity, fillTicks, false, timeMs);
  contract.chargeLiquidation(size, lastTicks, timeMs);
  finish(state, 'liquidated', lastTicks, timeMs);
}
