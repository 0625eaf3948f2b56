import type { OrderReason } from '#lib/engine/machine.ts';
import { exitSide, tellOrder } from './account-holder.ts';
import type { ExitKind } from './martingale-account.ts';
import { completedOrders } from './martingale-rounds.ts';
import { type MartingaleState, pendingOrders } from './martingale-state.ts';

/**
 * Ends the cycle by an exit order that fills at `ticks`: the add orders left are cancelled, the position is closed, the
 * round goes on record.
 */
export function endRound(state: MartingaleState, kind: ExitKind, ticks: number, timeMs: number): void {
  const { account } = state;
  const quantity = account.exitQuantity(kind, ticks);
  const isResting = kind === 'take_profit';
  cancelCycleOrders(state, isResting ? 'take-profit' : kind === 'stop_loss' ? 'stop-loss' : 'closing', timeMs, kind);
  const invested = account.invested();
  const role = isResting ? 'grid' : 'close';
  const exit = account.exit({ kind, role, quantity, ticks, isResting }, timeMs);
  recordRound(state, kind, exit, invested, timeMs);
}

/** Puts a round on record whose exit has been booked. */
export function recordRound(
  state: MartingaleState,
  kind: ExitKind,
  exit: ReturnType<MartingaleState['account']['exit']>,
  invested: bigint,
  timeMs: number,
): void {
  const { profit } = exit;
  state.fills += 1;
  state.rounds += 1;
  state.roundProfit += profit;
  if (state.isHeard && state.sink.round !== undefined) {
    const { cycle, cycleStartMs: startMs } = state;
    state.sink.round({ cycle, startMs, endMs: timeMs, invested, profit }, completedOrders(state, kind, exit, timeMs));
  }
  state.rungs = [];
  state.entries = [];
  state.hasAllRungs = true;
  state.next = -1;
  state.takeProfit = null;
  state.isTakeProfitPlaced = false;
  state.stopLoss = null;
}

/** Takes what rests out of the book: add orders, and the take profit unless it is what filled. */
export function cancelCycleOrders(state: MartingaleState, reason: OrderReason, timeMs: number, kind: ExitKind): void {
  if (!state.isHeard) return;
  for (const { index, ticks, quantity, withheld } of pendingOrders(state)) {
    if (withheld !== null) continue;
    tellOrder(state, timeMs, 'cancelled', reason, { side: state.params.side, level: index, ticks, quantity });
  }
  if (kind !== 'take_profit') tellTakeProfit(state, 'cancelled', timeMs);
}

/** Tells that the take-profit order rests, or no longer does. */
export function tellTakeProfit(state: MartingaleState, kind: 'placed' | 'cancelled', timeMs: number): void {
  const { takeProfit } = state;
  if (!state.isHeard || takeProfit === null || !state.isTakeProfitPlaced) return;
  const quantity = state.account.exitQuantity('take_profit', takeProfit);
  tellOrder(state, timeMs, kind, 'take-profit', { side: exitSide(state), level: -1, ticks: takeProfit, quantity });
}
