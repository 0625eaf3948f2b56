import type { OpenOrder, RoundOrder, RoundStatement, WithheldOrder } from '#lib/engine/machine.ts';
import { displayTicks } from '#lib/formulas/martingale-terms.ts';
import { exitSide } from './account-holder.ts';
import type { AccountFill, ExitKind } from './martingale-account.ts';
import { type Entry, type MartingaleState, pendingOrders } from './martingale-state.ts';

/** Orders of the present cycle, entries first, then add orders that have not filled, then the take profit (M-107). */
export function currentOrders(state: MartingaleState): RoundOrder[] {
  if (state.entries.length === 0) return [];
  const orders = [...state.entries.map((entry) => filledEntry(state, entry)), ...openAdds(state, 'running')];
  const profit = takeProfitOrder(state, 'running');
  return profit === null || state.status !== 'running' ? orders : [...orders, profit];
}

/** Orders of a cycle that an exit has ended: what had not filled is cancelled. */
export function completedOrders(
  state: MartingaleState,
  kind: ExitKind,
  exit: AccountFill & { readonly profit: bigint },
  timeMs: number,
): RoundOrder[] {
  const orders = [...state.entries.map((entry) => filledEntry(state, entry)), ...openAdds(state, 'cancelled')];
  if (kind !== 'take_profit') {
    const profit = takeProfitOrder(state, 'cancelled');
    if (profit !== null) orders.push(profit);
  }
  orders.push({
    cycle: state.cycle,
    type: kind,
    side: exitSide(state),
    orderTicks: exit.ticks,
    matchTicks: exit.ticks,
    quantity: exit.quantity,
    matchQuantity: exit.quantity,
    matchAmount: exit.amount,
    fee: exit.fee,
    state: 'filled',
    timeMs,
  });
  return orders;
}

function filledEntry(state: MartingaleState, entry: Entry): RoundOrder {
  const { index, orderTicks, ticks, quantity, amount, fee, timeMs } = entry;
  return {
    cycle: state.cycle,
    type: index === 0 ? 'first_order' : `increase_order_${index}`,
    side: state.params.side,
    orderTicks,
    matchTicks: ticks,
    quantity,
    matchQuantity: quantity,
    matchAmount: amount,
    fee,
    state: 'filled',
    timeMs,
  };
}

/** Add orders that have not filled. One that was withheld has failed. */
function openAdds(state: MartingaleState, open: 'running' | 'cancelled'): RoundOrder[] {
  return pendingOrders(state).map(({ index, ticks, quantity, withheld }) => ({
    ...unfilled(state, ticks, state.account.recorded(quantity), state.cycleStartMs),
    type: `increase_order_${index}` as const,
    side: state.params.side,
    state: withheld !== null ? 'failed' : state.status === 'running' ? open : 'cancelled',
  }));
}

function takeProfitOrder(state: MartingaleState, open: 'running' | 'cancelled'): RoundOrder | null {
  const { takeProfit, isTakeProfitPlaced, account, entries } = state;
  if (takeProfit === null) return null;
  const quantity = account.recorded(account.exitQuantity('take_profit', takeProfit));
  return {
    ...unfilled(state, takeProfit, quantity, entries.at(-1)?.timeMs ?? state.cycleStartMs),
    type: 'take_profit',
    side: exitSide(state),
    state: isTakeProfitPlaced ? open : 'failed',
  };
}

function unfilled(
  state: MartingaleState,
  orderTicks: number,
  quantity: bigint,
  timeMs: number,
): Omit<RoundOrder, 'type' | 'side' | 'state'> {
  const { cycle } = state;
  return { cycle, orderTicks, matchTicks: null, quantity, matchQuantity: 0n, matchAmount: 0n, fee: 0n, timeMs };
}

/** The present cycle (M-109); null before the first and after the end. */
export function roundStatement(state: MartingaleState): RoundStatement | null {
  if (state.entries.length === 0) return null;
  const { account, cycle, takeProfit, stopLoss } = state;
  const average = account.average();
  return {
    cycle,
    baseHeld: account.held(),
    quoteHeld: account.money(),
    invested: account.invested(),
    averageCostTicks: average === null ? null : displayTicks(average),
    takeProfitTicks: takeProfit,
    stopLossTicks: stopLoss,
    orders: currentOrders(state),
  };
}

/** Resting orders: add orders nearest first, then the take profit; the closing order when the bot is being closed at a limit. */
export function openOrdersOf(state: MartingaleState): readonly OpenOrder[] {
  const { account, closing, params } = state;
  const side = exitSide(state);
  if (closing !== null) {
    return [{ side, level: -1, ticks: closing.ticks, quantity: account.recorded(closing.quantity) }];
  }
  if (state.status !== 'running') return [];
  const orders: OpenOrder[] = [];
  for (const { index, ticks, quantity, withheld } of pendingOrders(state)) {
    if (withheld === null)
      orders.push({ side: params.side, level: index, ticks, quantity: account.recorded(quantity) });
  }
  const { takeProfit } = state;
  if (takeProfit !== null && state.isTakeProfitPlaced) {
    const quantity = account.recorded(account.exitQuantity('take_profit', takeProfit));
    orders.push({ side, level: -1, ticks: takeProfit, quantity });
  }
  return orders;
}

/** Orders that the cycle would have and the market or the money forbids; the opening while the bot waits for its trigger. */
export function withheldOrdersOf(state: MartingaleState): readonly WithheldOrder[] {
  const { params, status, takeProfit } = state;
  if (status === 'open') {
    return [{ side: params.side, level: 0, ticks: params.triggerTicks ?? 0, reason: 'waiting-trigger' }];
  }
  if (status !== 'running') return [];
  const withheld: WithheldOrder[] = [];
  for (const { index, ticks, withheld: reason } of pendingOrders(state)) {
    if (reason !== null) withheld.push({ side: params.side, level: index, ticks, reason });
  }
  if (takeProfit !== null && !state.isTakeProfitPlaced) {
    withheld.push({ side: exitSide(state), level: -1, ticks: takeProfit, reason: 'below-minimum' });
  }
  return withheld;
}
