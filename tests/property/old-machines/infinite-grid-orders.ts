import { EQUITY_SCALE, type OrderReason } from '#lib/engine/machine.ts';
import {
  type InfiniteHoldings,
  type InfiniteOrder,
  nextBuy,
  nextSale,
  riseTicks,
} from '#lib/formulas/infinite-grid.ts';
import { mulDivDown, mulDivUp } from '#lib/money/amount.ts';
import { feeOn, quoteValueDown, quoteValueUp } from '#lib/money/market-spec.ts';
import { BUY_LEVEL, type EmptyLine, type InfiniteGridState, SALE_LEVEL, type SoldLot } from './infinite-grid-state.ts';
import { tellOrder } from './spot-grid-orders.ts';

/** Works out both orders from the last trade and says what rests, and what does not and why. */
export function restOrders(state: InfiniteGridState, timeMs: number, reason: OrderReason): void {
  const held = holdingsFor(state);
  const sale = nextSale(held, state.params.riseE8);
  state.sale = sale;
  state.emptySale =
    sale === null ? { ticks: riseTicks(state.anchor, state.params.riseE8), reason: 'below-minimum' } : null;
  const buy = nextBuy(held, state.params.fallE8);
  state.buy = 'reason' in buy ? null : buy;
  state.emptyBuy = 'reason' in buy ? buy : null;
  if (!state.isHeard) return;
  tellLine(state, 'buy', state.buy, state.emptyBuy, timeMs, reason);
  tellLine(state, 'sell', state.sale, state.emptySale, timeMs, reason);
}

function holdingsFor({ params, base, quote, value, anchor }: InfiniteGridState): InfiniteHoldings {
  return { spec: params.spec, feeRate: params.feeRate, base, quote, value, anchor };
}

function tellLine(
  state: InfiniteGridState,
  side: 'buy' | 'sell',
  order: InfiniteOrder | null,
  empty: EmptyLine | null,
  timeMs: number,
  reason: OrderReason,
): void {
  const level = side === 'buy' ? BUY_LEVEL : SALE_LEVEL;
  if (order !== null) tellOrder(state, timeMs, 'placed', reason, { side, level, ...order });
  else if (empty !== null) {
    tellOrder(state, timeMs, 'withheld', empty.reason, { side, level, ticks: empty.ticks, quantity: 0n });
  }
}

/** Takes what rests out of the book. */
export function cancelOrders(state: InfiniteGridState, timeMs: number, reason: OrderReason): void {
  cancelLine(state, 'buy', timeMs, reason);
  cancelLine(state, 'sell', timeMs, reason);
}

function cancelLine(state: InfiniteGridState, side: 'buy' | 'sell', timeMs: number, reason: OrderReason): void {
  const order = side === 'buy' ? state.buy : state.sale;
  const level = side === 'buy' ? BUY_LEVEL : SALE_LEVEL;
  if (order !== null) tellOrder(state, timeMs, 'cancelled', reason, { side, level, ...order });
  if (side === 'buy') state.buy = null;
  else state.sale = null;
}

/** The price reached the sale: it fills at its own price, and both orders move there. */
export function fillSale(state: InfiniteGridState, timeMs: number): void {
  const { ticks, quantity } = state.sale as InfiniteOrder;
  const { spec, feeRate } = state.params;
  const quote = quoteValueDown(spec, quantity, ticks);
  const fee = feeOn(quote, feeRate);
  state.base -= quantity;
  state.quote += quote - fee;
  state.positionCash += quote * EQUITY_SCALE;
  state.fees += fee * EQUITY_SCALE;
  state.fills += 1;
  state.soldLots.push({ quantity, quote, fee });
  state.sale = null;
  if (state.isHeard) {
    const about = { timeMs, feed: 0, role: 'grid', matchProfit: null } as const;
    state.sink.fill({ ...about, side: 'sell', level: SALE_LEVEL, ticks, quantity, quote, fee, feeAsset: spec.quote });
  }
  cancelLine(state, 'buy', timeMs, 'counter-order');
  state.anchor = ticks;
  restOrders(state, timeMs, 'counter-order');
}

/** The price reached the buy: it fills at its own price, completes pairs with the latest sales, and both orders move there. */
export function fillBuy(state: InfiniteGridState, timeMs: number): void {
  const { ticks, quantity } = state.buy as InfiniteOrder;
  const { spec, feeRate } = state.params;
  const quote = quoteValueUp(spec, quantity, ticks);
  const fee = feeOn(quantity, feeRate);
  const feeValue = fee * BigInt(ticks) * spec.tickUnits;
  const carry = quote * EQUITY_SCALE - feeValue;
  state.base += quantity - fee;
  state.quote -= quote;
  state.positionCash -= carry;
  state.fees += feeValue;
  state.fills += 1;
  state.buy = null;
  const matchProfit = matchBuy(state, quantity - fee, quote, carry);
  if (state.isHeard) {
    const about = { timeMs, feed: 0, role: 'grid', matchProfit } as const;
    state.sink.fill({ ...about, side: 'buy', level: BUY_LEVEL, ticks, quantity, quote, fee, feeAsset: spec.base });
  }
  cancelLine(state, 'sell', timeMs, 'counter-order');
  state.anchor = ticks;
  restOrders(state, timeMs, 'counter-order');
}

/**
 * Pairs bought coins with the latest sales. The profit of the pair is what those coins were sold for less what buying
 * them back cost, net of both fees; parts are rounded against the trader. Null when no sale is open.
 */
function matchBuy(state: InfiniteGridState, received: bigint, cost: bigint, carry: bigint): bigint | null {
  let left = received;
  let soldQuote = 0n;
  let soldFee = 0n;
  while (left > 0n && state.soldLots.length > 0) {
    const lot = state.soldLots.pop() as SoldLot;
    const quantity = lot.quantity < left ? lot.quantity : left;
    const quote = mulDivDown(lot.quote, quantity, lot.quantity);
    const fee = mulDivUp(lot.fee, quantity, lot.quantity);
    left -= quantity;
    soldQuote += quote;
    soldFee += fee;
    if (quantity < lot.quantity) {
      state.soldLots.push({ quantity: lot.quantity - quantity, quote: lot.quote - quote, fee: lot.fee - fee });
    }
  }
  const matched = received - left;
  if (matched === 0n) return null;
  const matchProfit = soldQuote - soldFee - mulDivUp(cost, matched, received);
  const before = soldQuote * EQUITY_SCALE - mulDivUp(carry, matched, received);
  state.gridProfit += before;
  state.positionCash -= before;
  state.matchedProfit += matchProfit;
  state.matches += 1;
  return matchProfit;
}
