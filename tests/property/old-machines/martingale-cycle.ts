import { orderAt, type PlannedOrder, planLadder } from '#lib/formulas/martingale-ladder.ts';
import { stopLossTicks, takeProfitTicks } from '#lib/formulas/martingale-terms.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { finish } from './account-closing.ts';
import { exitSide, isLosing, isWinning, tellOrder } from './account-holder.ts';
import { closeBy } from './martingale-closing.ts';
import { endRound, tellTakeProfit } from './martingale-round-end.ts';
import { type MartingaleState, pendingOrders, resetSlots, rungAt, setNext, stopLevel } from './martingale-state.ts';

/** Rounds of asking the book model for the first order's price until size and price agree. */
const PRICING_ROUNDS = 16;

/** Begins a cycle at the present price: first order at the market, add orders below it (above for sellers), exits. */
export function openCycle(state: MartingaleState, ticks: number, timeMs: number): void {
  const { account, params } = state;
  state.step = 'init-order-process';
  const order = planCycle(state, ticks, timeMs);
  const about = { side: params.side, level: 0, ticks, quantity: order.quantity };
  if (order.withheld !== null) {
    tellOrder(state, timeMs, 'withheld', order.withheld, about);
    finish(state, 'money_not_enough', ticks, timeMs);
    return;
  }
  tellOrder(state, timeMs, 'placed', 'opening', about);
  account.beginCycle();
  const fill = account.enter(order, timeMs);
  const isFirst = state.cycle === 0;
  state.cycle += 1;
  state.cycleStartMs = timeMs;
  state.fills += 1;
  state.rungs = [order];
  state.hasAllRungs = false;
  state.entries = [{ ...fill, index: 0, orderTicks: ticks, timeMs }];
  setNext(state, 1);
  if (state.isHeard) for (const add of pendingOrders(state)) tellAddOrder(state, add, timeMs);
  setExits(state, ticks, timeMs);
  state.status = 'running';
  state.step = 'running';
  if (isFirst && state.isHeard) tellOpened(state, fill.ticks, fill.quantity, timeMs);
}

/** The first order, sized for the price at which the book fills it. Fixes the plan of the cycle. */
function planCycle(state: MartingaleState, ticks: number, timeMs: number): PlannedOrder {
  const { params, account } = state;
  let at = ticks;
  let order = planAt(state, at);
  for (let round = 0; round < PRICING_ROUNDS && order.quantity > 0n; round += 1) {
    const filled = account.marketTicks(params.side, order.quantity, ticks, timeMs);
    if (filled === at) break;
    // A smaller order than the one before may fill better than it was sized for; it stays as it is.
    if (round > 0 && isLosing(state, filled, at)) {
      order = { ...order, ticks: filled };
      break;
    }
    at = filled;
    order = planAt(state, at);
  }
  if (params.spec.contract !== undefined) state.firstSize = state.plan?.sizes[0] ?? null;
  return order;
}

function planAt(state: MartingaleState, ticks: number): PlannedOrder {
  const { params, account, firstSize } = state;
  const budget = account.budget();
  const isSized = params.spec.contract === undefined || firstSize !== null;
  if (state.plan === null || state.plan.budget !== budget || !isSized) {
    state.plan = planLadder({ ...params, firstSize }, ticks, budget);
  }
  return orderAt(state.plan, 0, ticks, 0n);
}

function tellOpened(state: MartingaleState, ticks: number, quantity: bigint, timeMs: number): void {
  const { spec, side } = state.params;
  const told = { side, price: formatTicks(spec, ticks), quantity: formatAmount(quantity) };
  state.sink.operation('open_position', timeMs, null, told, '');
  state.sink.operation('run', timeMs, null, told, '');
}

function tellAddOrder(state: MartingaleState, order: PlannedOrder, timeMs: number): void {
  const { index, ticks, quantity, withheld } = order;
  const kind = withheld === null ? 'placed' : 'withheld';
  tellOrder(state, timeMs, kind, withheld ?? 'add-order', { side: state.params.side, level: index, ticks, quantity });
}

/** Puts take profit and stop loss where the average cost wants them. `ticks`: the price now. */
export function setExits(state: MartingaleState, ticks: number, timeMs: number): void {
  const { account, params } = state;
  tellTakeProfit(state, 'cancelled', timeMs);
  const average = account.average();
  state.takeProfit = average === null ? null : takeProfitTicks(params, average);
  state.stopLoss = average === null ? null : stopLossTicks(params, average);
  state.armedAt = ticks;
  state.isTakeProfitPlaced = state.takeProfit !== null && account.exitQuantity('take_profit', state.takeProfit) > 0n;
  if (state.isTakeProfitPlaced) tellTakeProfit(state, 'placed', timeMs);
  else if (state.takeProfit !== null) {
    const about = { side: exitSide(state), level: -1, ticks: state.takeProfit, quantity: 0n };
    tellOrder(state, timeMs, 'withheld', 'below-minimum', about);
  }
}

/**
 * The price went continuously to `ticks`: what lies on the way happens in the order of the way and at its own price. On
 * one price an add order comes before the stop.
 */
export function travel(state: MartingaleState, ticks: number, timeMs: number): void {
  while (state.status === 'running') {
    const add = state.next < 0 ? null : (state.rungs[state.next] as PlannedOrder).ticks;
    const stop = stopLevel(state);
    if (add !== null && isLosing(state, ticks, add) && (stop === null || !isLosing(state, add, stop) || add === stop)) {
      fillAdd(state, timeMs);
    } else if (stop !== null && isLosing(state, ticks, stop)) {
      stopOut(state, state.isRearmed ? ticks : stop, timeMs);
    } else if (state.isTakeProfitPlaced && isWinning(state, ticks, state.takeProfit as number)) {
      const at = state.isRearmed ? ticks : (state.takeProfit as number);
      endRound(state, 'take_profit', at, timeMs);
      openCycle(state, at, timeMs);
    } else {
      break;
    }
  }
  state.isRearmed = false;
}

/**
 * The price was next seen at `ticks`: limit orders on the way fill at their own price, the stop is decided and executed
 * at `ticks`, and so is the first order of the cycle that follows a take profit.
 */
export function leap(state: MartingaleState, ticks: number, timeMs: number): void {
  while (state.next >= 0 && isLosing(state, ticks, (state.rungs[state.next] as PlannedOrder).ticks)) {
    fillAdd(state, timeMs);
  }
  const stop = stopLevel(state);
  if (stop !== null && isLosing(state, ticks, stop)) {
    stopOut(state, ticks, timeMs);
  } else if (state.isTakeProfitPlaced && isWinning(state, ticks, state.takeProfit as number)) {
    endRound(state, 'take_profit', state.takeProfit as number, timeMs);
    openCycle(state, ticks, timeMs);
  }
  state.isRearmed = false;
}

/** The next add order fills at its own price; the exits move with the average. */
function fillAdd(state: MartingaleState, timeMs: number): void {
  const order = rungAt(state, state.next) as PlannedOrder;
  const fill = state.account.enter(order, timeMs);
  state.fills += 1;
  state.entries.push({ ...fill, index: order.index, orderTicks: order.ticks, timeMs });
  setNext(state, state.next + 1);
  setExits(state, order.ticks, timeMs);
}

function stopOut(state: MartingaleState, ticks: number, timeMs: number): void {
  closeBy(state, 'stop_loss', { type: 'market' }, ticks, timeMs);
}

/** After a change of take profit or stop loss by the owner. */
export function rearm(state: MartingaleState): void {
  const { params, account } = state;
  const average = account.average();
  if (average === null) return;
  state.takeProfit = takeProfitTicks(params, average);
  state.stopLoss = stopLossTicks(params, average);
  state.isTakeProfitPlaced = state.takeProfit !== null && account.exitQuantity('take_profit', state.takeProfit) > 0n;
  state.isRearmed = true;
  resetSlots(state);
}
