import type { FinishReason } from '#lib/contract/vocabulary.ts';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import {
  type AccountClosingRules,
  beginClosing,
  closeAccount,
  expireClosingOrder,
  finish,
  isStopped,
  touchClosingOrder,
} from './account-closing.ts';
import type { ExitKind } from './martingale-account.ts';
import { cancelCycleOrders, recordRound } from './martingale-round-end.ts';
import type { MartingaleState } from './martingale-state.ts';

/** The record’s word for the exit. */
function exitKindOf(reason: FinishReason): ExitKind {
  if (reason === 'liquidated') return 'liquidation';
  return reason === 'stop_loss' ? 'stop_loss' : 'close';
}

/** The closing order ends the cycle: its round goes on record. What a hoarding bot has taken as profit stays coins. */
const CLOSING: AccountClosingRules<MartingaleState> = {
  cancelOrders: (state, reason, timeMs) => {
    cancelCycleOrders(state, isStopped(reason) ? 'stop-loss' : 'closing', timeMs, exitKindOf(reason));
  },
  exit: (state, reason, quantity, ticks, isResting, timeMs) => {
    const { account } = state;
    const invested = account.invested();
    const kind = exitKindOf(reason);
    const exit = account.exit({ kind, role: 'close', quantity, ticks, isResting }, timeMs);
    recordRound(state, kind, exit, invested, timeMs);
  },
};

/** Ends the bot: cancels what rests, closes the cycle's position as told, finishes as `reason`. */
export function closeBy(
  state: MartingaleState,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  closeAccount(state, CLOSING, reason, close, ticks, timeMs);
}

export function touchClosing(state: MartingaleState, ticks: number, timeMs: number): void {
  touchClosingOrder(state, CLOSING, ticks, timeMs);
}

export function expireClosing(state: MartingaleState, ticks: number, timeMs: number): void {
  expireClosingOrder(state, CLOSING, ticks, timeMs);
}

/** Liquidated around the present last price; the last round is what is left of it. `closePosition` books the exit. */
export function endAsLiquidated(
  state: MartingaleState,
  closePosition: () => ReturnType<MartingaleState['account']['exit']>,
  timeMs: number,
): void {
  beginClosing(state, CLOSING, 'liquidated', timeMs);
  const invested = state.account.invested();
  const exit = closePosition();
  recordRound(state, 'liquidation', exit, invested, timeMs);
  finish(state, 'liquidated', exit.ticks, timeMs);
}

/** The exchange closes the position at exactly `ticks`. */
export function endAsDeleveraged(state: MartingaleState, ticks: number, timeMs: number): void {
  beginClosing(state, CLOSING, 'auto_deleveraged', timeMs);
  const quantity = state.account.exitQuantity('close', ticks);
  CLOSING.exit(state, 'auto_deleveraged', quantity, ticks, false, timeMs);
  finish(state, 'auto_deleveraged', ticks, timeMs);
}
