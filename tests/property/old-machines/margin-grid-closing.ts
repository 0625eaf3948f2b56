import type { FinishReason } from '#lib/contract/vocabulary.ts';
import { type CloseInstruction, EQUITY_SCALE } from '#lib/engine/machine.ts';
import { priceOpening } from '#lib/engine/opening-price.ts';
import { smallestOrder } from '#lib/formulas/smallest-order.ts';
import { ceilToStep, floorToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import {
  type ClosingNeed,
  type ClosingRules,
  closeCoins,
  sellAllNeed,
  touchClosingOrder,
  tradeAtMarket,
} from './coin-closing.ts';
import { repay } from './margin-grid-loan.ts';
import { listenForForced, type MarginGridState, resetForced } from './margin-grid-state.ts';
import { cancelAllOrders } from './spot-grid-orders.ts';

/** The loan is paid back first, whatever becomes of the coins; the insurance account pays what is left of it. */
export const MARGIN_CLOSING: ClosingRules<MarginGridState> = {
  cancelOrders: cancelAllOrders,
  need(state, close, ticks, timeMs) {
    if (close.type === 'no_close') return repayNeed(state, ticks, timeMs);
    const net = state.base - state.owedBase;
    if (net < 0n) return buyBackNeed(state, -net, ticks, close.type === 'limit' ? null : timeMs);
    return sellAllNeed(state.params.spec, net, ticks);
  },
  settle(state, ticks, timeMs) {
    const { side, quantity } = repayNeed(state, ticks, timeMs);
    if (quantity > 0n) tradeAtMarket(state, side, quantity, ticks, timeMs);
    repay(state, timeMs);
    insure(state, ticks, timeMs);
    state.interestAtMs = Number.POSITIVE_INFINITY;
    state.askedAtMs = Number.POSITIVE_INFINITY;
  },
};

/** Ends the bot; while a limit close rests, interest and the forced close go on. */
export function closeBy(
  state: MarginGridState,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  closeCoins(state, MARGIN_CLOSING, reason, close, ticks, timeMs);
  if (state.status !== 'stopping') return;
  state.askedAtMs = state.wakeAtMs;
  resetForced(state);
  listenForForced(state);
}

/** Everything is closed at the market around `ticks`: what is held is worth too little for what is owed. */
export function liquidate(state: MarginGridState, ticks: number, timeMs: number): void {
  closeBy(state, 'liquidated', { type: 'market' }, ticks, timeMs);
}

/** The price is at `ticks` while a limit close rests: the closing order or the forced close, whichever is nearer. */
export function touchClosing(state: MarginGridState, ticks: number, timeMs: number, isJump: boolean): void {
  const { closing, forcedBelow, forcedAbove } = state;
  if (closing === null) return;
  const isBelow = ticks <= forcedBelow;
  if (isBelow || ticks >= forcedAbove) {
    const level = isBelow ? forcedBelow : forcedAbove;
    const isOrderFirst = isBelow
      ? closing.side === 'buy' && closing.ticks >= level
      : closing.side === 'sell' && closing.ticks <= level;
    if (!isOrderFirst) {
      liquidate(state, isJump ? ticks : level, timeMs);
      return;
    }
  }
  touchClosingOrder(state, MARGIN_CLOSING, ticks, timeMs);
}

/** The market order without which the loan cannot be paid back; 0n when it can. */
function repayNeed(state: MarginGridState, ticks: number, timeMs: number): ClosingNeed {
  const net = state.base - state.owedBase;
  if (net < 0n) return buyBackNeed(state, -net, ticks, timeMs);
  const lacking = state.owedQuote - state.quote;
  return lacking > 0n ? sellForNeed(state, net, lacking, ticks, timeMs) : { side: 'sell', quantity: 0n, tooSmall: 0n };
}

/**
 * The order that buys `coins`, its fee included, as far as the money goes; the market's smallest order when they are
 * less. At the market (timeMs) its price depends on its size; a limit order's does not.
 */
function buyBackNeed(state: MarginGridState, coins: bigint, ticks: number, timeMs: number | null): ClosingNeed {
  const { spec, feeRate } = state.params;
  const withFee = mulDivUp(coins, UNITS_PER_COIN, UNITS_PER_COIN - feeRate);
  const planAt = (at: number) => {
    const price = BigInt(at) * spec.tickUnits;
    const smallest = smallestOrder(spec, BigInt(ticks) * spec.tickUnits);
    const wanted = ceilToStep(withFee > smallest ? withFee : smallest, spec.lotUnits);
    const affordable = floorToStep(mulDivDown(state.quote, UNITS_PER_COIN, price), spec.lotUnits);
    const quantity = wanted < affordable ? wanted : affordable;
    return { layout: null, side: 'buy' as const, quantity: quantity >= smallest ? quantity : 0n };
  };
  const quantity =
    timeMs === null
      ? planAt(ticks).quantity
      : (priceOpening(ticks, planAt, (side, size) => state.view.marketFillTicks(0, side, size, ticks, timeMs))
          ?.quantity ?? 0n);
  return { side: 'buy', quantity, tooSmall: quantity === 0n ? coins : 0n };
}

/** The market order that brings in `lacking` quote net of its fee, of at most `coins`; all of them when that cannot be priced. */
function sellForNeed(
  state: MarginGridState,
  coins: bigint,
  lacking: bigint,
  ticks: number,
  timeMs: number,
): ClosingNeed {
  const { spec, feeRate } = state.params;
  const all = sellAllNeed(spec, coins, ticks);
  const beforeFee = mulDivUp(lacking, UNITS_PER_COIN, UNITS_PER_COIN - feeRate);
  const planAt = (at: number) => {
    const price = BigInt(at) * spec.tickUnits;
    const smallest = smallestOrder(spec, price);
    const enough = ceilToStep(mulDivUp(beforeFee, UNITS_PER_COIN, price), spec.lotUnits);
    const wanted = enough > smallest ? enough : smallest;
    return { layout: null, side: 'sell' as const, quantity: wanted < all.quantity ? wanted : all.quantity };
  };
  const plan = priceOpening(ticks, planAt, (side, size) => state.view.marketFillTicks(0, side, size, ticks, timeMs));
  return plan === null ? all : { side: 'sell', quantity: plan.quantity, tooSmall: all.tooSmall };
}

/**
 * What could not be paid back is paid by the insurance account. Coins or money that are left – less than the market
 * takes as an order – go to it at the last price, up to the value of what it pays. So no bot owes anything at the end.
 */
function insure(state: MarginGridState, ticks: number, timeMs: number): void {
  const { spec } = state.params;
  const price = BigInt(ticks) * spec.tickUnits;
  const { owedQuote, owedBase } = state;
  if (owedQuote > 0n) {
    const worth = mulDivUp(owedQuote, UNITS_PER_COIN, price);
    const coins = worth < state.base ? worth : state.base;
    state.sink.cash?.('insurance', timeMs, spec.quote, owedQuote);
    if (coins > 0n) state.sink.cash?.('insurance', timeMs, spec.base, -coins);
    state.base -= coins;
    state.quote += owedQuote;
    state.positionCash += owedQuote * EQUITY_SCALE;
  }
  if (owedBase > 0n) {
    const worth = mulDivUp(owedBase, price, UNITS_PER_COIN);
    const money = state.quote - state.owedQuote < worth ? state.quote - state.owedQuote : worth;
    state.sink.cash?.('insurance', timeMs, spec.base, owedBase);
    if (money > 0n) state.sink.cash?.('insurance', timeMs, spec.quote, -money);
    state.quote -= money;
    state.positionCash -= money * EQUITY_SCALE;
    state.base += owedBase;
  }
  repay(state, timeMs);
}
