import { EQUITY_SCALE, type OrderEvent, type OrderReason } from '#lib/engine/machine.ts';
import { floorToStep, mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { feeOn } from '#lib/money/market-spec.ts';
import { type GridInterval, NO_PAIR } from './spot-grid-interval.ts';
import type { SpotGridState } from './spot-grid-state.ts';

/** Tells the record about an order. Level −1 is an order that is not a grid line's. */
export function tellOrder(
  state: Pick<SpotGridState, 'isHeard' | 'sink'>,
  timeMs: number,
  kind: OrderEvent['kind'],
  reason: OrderReason,
  order: Pick<OrderEvent, 'side' | 'level' | 'ticks' | 'quantity'>,
): void {
  if (state.isHeard) state.sink.order({ timeMs, kind, reason, ...order });
}

/** Line index and side of the order that interval i carries now. */
export function sideOf(state: SpotGridState, i: number): 'buy' | 'sell' {
  return i < state.empty ? 'buy' : 'sell';
}

export function levelOf(state: SpotGridState, i: number): number {
  return i < state.empty ? i : i + 1;
}

/** Rests interval i's buy on its lower line, or says why not. The interval must hold cash. */
export function placeBuy(state: SpotGridState, i: number, timeMs: number, reason: OrderReason): void {
  const interval = state.intervals[i] as GridInterval;
  interval.lotCost = NO_PAIR;
  if (interval.plan === 0n) {
    withhold(state, i, timeMs, 'below-minimum', interval.wanted);
  } else if (state.freeQuote < interval.planCost) {
    state.hasStarvedBuys = true;
    withhold(state, i, timeMs, 'no-funds', interval.plan);
  } else {
    state.freeQuote -= interval.planCost;
    place(state, i, timeMs, reason, interval.plan);
  }
}

/**
 * Rests interval i's sell on its upper line: what it plans, or what coins there are (a fee taken in base leaves less;
 * the parts of a lot that fees leave over are used as soon as they make up a lot). The interval must hold coins.
 */
export function placeSell(state: SpotGridState, i: number, timeMs: number, reason: OrderReason): void {
  const interval = state.intervals[i] as GridInterval;
  const { lotUnits } = state.params.spec;
  if (interval.plan === 0n) {
    withhold(state, i, timeMs, 'below-minimum', interval.wanted);
    return;
  }
  const quantity = state.freeBase < interval.plan ? floorToStep(state.freeBase, lotUnits) : interval.plan;
  if (quantity < interval.minSell) {
    withhold(state, i, timeMs, 'no-funds', interval.plan);
    return;
  }
  state.freeBase -= quantity;
  place(state, i, timeMs, reason, quantity);
}

function place(state: SpotGridState, i: number, timeMs: number, reason: OrderReason, quantity: bigint): void {
  const interval = state.intervals[i] as GridInterval;
  interval.resting = quantity;
  interval.reason = null;
  if (state.isHeard) tellOrder(state, timeMs, 'placed', reason, restingOrder(state, i, quantity));
}

function withhold(state: SpotGridState, i: number, timeMs: number, reason: OrderReason, quantity: bigint): void {
  const interval = state.intervals[i] as GridInterval;
  interval.resting = 0n;
  interval.reason = reason;
  if (state.isHeard) tellOrder(state, timeMs, 'withheld', reason, restingOrder(state, i, quantity));
}

export function restingOrder(
  state: SpotGridState,
  i: number,
  quantity: bigint,
): Pick<OrderEvent, 'side' | 'level' | 'ticks' | 'quantity'> {
  const interval = state.intervals[i] as GridInterval;
  const side = sideOf(state, i);
  return { side, level: levelOf(state, i), ticks: side === 'buy' ? interval.buyTicks : interval.sellTicks, quantity };
}

/** The price reached the highest buy line: its order fills at its own price and the counter-sell takes its place. */
export function crossDown(state: SpotGridState, timeMs: number): void {
  const i = state.empty - 1;
  const interval = state.intervals[i] as GridInterval;
  const quantity = interval.resting;
  state.empty = i;
  if (quantity === 0n) {
    // Nothing rested here, so nothing was bought; spare coins may still make up a sell.
    const spare = state.freeBase;
    placeSell(state, i, timeMs, 'counter-order');
    takeSpare(state, interval, spare);
    return;
  }
  const { planCost, planFee } = interval;
  const spare = state.freeBase;
  const received = quantity - planFee;
  state.quote -= planCost;
  state.base += received;
  state.freeBase = spare + received;
  state.positionCash -= interval.planCarry;
  state.fees += interval.planFeeValue;
  state.fills += 1;
  if (state.isHeard) {
    state.sink.fill({
      timeMs,
      feed: 0,
      side: 'buy',
      role: 'grid',
      level: i,
      ticks: interval.buyTicks,
      quantity,
      quote: planCost,
      fee: planFee,
      feeAsset: state.params.spec.base,
      matchProfit: null,
    });
  }
  placeSell(state, i, timeMs, 'counter-order');
  costLot(state, interval, received, spare);
}

/**
 * Gives the lot that a grid buy left behind its cost. Coins that do not make up a lot stay spare and keep their share;
 * coins that were spare before and go along bring theirs. The fee was paid by all received coins alike.
 */
function costLot(state: SpotGridState, interval: GridInterval, received: bigint, spare: bigint): void {
  const { resting, planCost } = interval;
  if (resting === 0n) {
    state.spareCost += planCost;
    return;
  }
  let cost = planCost;
  if (resting < received) {
    cost = mulDivUp(planCost, resting, received);
    state.spareCost += planCost - cost;
  } else if (resting > received) {
    const brought = mulDivUp(state.spareCost, resting - received, spare);
    state.spareCost -= brought;
    cost += brought;
  }
  interval.lotCost = cost;
  interval.lotCarry = cost === planCost ? interval.planCarry : cost * EQUITY_SCALE - interval.planFeeValue;
}

/** A lot made of spare coins takes its share of their cost along. It completes no pair. */
function takeSpare(state: SpotGridState, interval: GridInterval, spare: bigint): void {
  if (interval.resting === 0n) return;
  state.spareCost -= mulDivUp(state.spareCost, interval.resting, spare);
}

/** The price reached the lowest sell line: its order fills at its own price and the counter-buy takes its place. */
export function crossUp(state: SpotGridState, timeMs: number): void {
  const i = state.empty;
  const interval = state.intervals[i] as GridInterval;
  const quantity = interval.resting;
  state.empty = i + 1;
  if (quantity > 0n) sellLot(state, interval, i + 1, timeMs);
  placeBuy(state, i, timeMs, 'counter-order');
  if (state.hasStarvedBuys) retryStarvedBuys(state, timeMs);
}

function sellLot(state: SpotGridState, interval: GridInterval, level: number, timeMs: number): void {
  const quantity = interval.resting;
  if (quantity !== interval.soldQuantity) {
    interval.soldQuantity = quantity;
    interval.soldQuote = (quantity * interval.sellPrice) / UNITS_PER_COIN;
    interval.soldFee = feeOn(interval.soldQuote, state.params.feeRate);
    interval.soldValue = interval.soldQuote * EQUITY_SCALE;
    interval.soldFeeValue = interval.soldFee * EQUITY_SCALE;
  }
  const { soldQuote, soldFee, lotCost, lotCarry } = interval;
  const received = soldQuote - soldFee;
  state.base -= quantity;
  state.quote += received;
  state.freeQuote += received;
  state.fees += interval.soldFeeValue;
  state.fills += 1;
  let matchProfit: bigint | null = null;
  if (lotCost === NO_PAIR) {
    state.positionCash += interval.soldValue;
  } else {
    matchProfit = received - lotCost;
    state.gridProfit += interval.soldValue - lotCarry;
    state.positionCash += lotCarry;
    state.matchedProfit += matchProfit;
    state.matches += 1;
  }
  if (!state.isHeard) return;
  state.sink.fill({
    timeMs,
    feed: 0,
    side: 'sell',
    role: 'grid',
    level,
    ticks: interval.sellTicks,
    quantity,
    quote: soldQuote,
    fee: soldFee,
    feeAsset: state.params.spec.quote,
    matchProfit,
  });
}

/** Money may have come in: buys that were withheld for want of it are tried again, the one nearest to the price first. */
export function retryStarvedBuys(state: SpotGridState, timeMs: number): void {
  state.hasStarvedBuys = false;
  for (let i = state.empty - 1; i >= 0; i -= 1) {
    const interval = state.intervals[i] as GridInterval;
    if (interval.resting > 0n || interval.reason !== 'no-funds') continue;
    if (state.freeQuote < interval.planCost) state.hasStarvedBuys = true;
    else placeBuy(state, i, timeMs, 'grid-line');
  }
}

/** Takes interval i's order out of the book. */
export function cancelOrder(state: SpotGridState, i: number, timeMs: number, reason: OrderReason): void {
  const interval = state.intervals[i] as GridInterval;
  if (interval.resting === 0n) return;
  if (state.isHeard) tellOrder(state, timeMs, 'cancelled', reason, restingOrder(state, i, interval.resting));
  if (i < state.empty) state.freeQuote += interval.planCost;
  else state.freeBase += interval.resting;
  interval.resting = 0n;
  interval.reason = reason;
}

/** Cancels every grid order, lowest line first. */
export function cancelAllOrders(state: SpotGridState, timeMs: number, reason: OrderReason): void {
  for (let i = 0; i < state.intervals.length; i += 1) cancelOrder(state, i, timeMs, reason);
}
