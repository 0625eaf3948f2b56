import type { FinishReason } from '#lib/contract/vocabulary.ts';
import {
  type BotMachine,
  type CloseInstruction,
  type EngineSink,
  EQUITY_SCALE,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type OrderReason,
  type WakeSlot,
} from '#lib/engine/machine.ts';
import { smallestOrder } from '#lib/formulas/smallest-order.ts';
import { floorToStep, formatAmount } from '#lib/money/amount.ts';
import {
  type FeeRateE8,
  feeOn,
  formatTicks,
  type MarketSpec,
  quoteValueDown,
  quoteValueUp,
} from '#lib/money/market-spec.ts';
import { tellOrder } from './spot-grid-orders.ts';
import { type CoinClosingOrder, sleep } from './spot-grid-state.ts';

/** What every bot has that holds coins and money on a spot market. Amounts are units; `positionCash` and `fees` are in EquityStatement's scale. */
export interface CoinHolder {
  readonly params: { readonly spec: MarketSpec; readonly feeRate: FeeRateE8 };
  readonly view: MarketView;
  readonly sink: EngineSink;
  readonly isHeard: boolean;
  readonly slot: WakeSlot;
  wakeAtMs: number;
  status: BotMachine['status'];
  step: BotMachine['step'];
  closing: CoinClosingOrder | null;
  quote: bigint;
  base: bigint;
  positionCash: bigint;
  fees: bigint;
  fills: number;
}

/** The order that closes a bot; 0n when it needs none. */
export interface ClosingNeed {
  readonly side: 'buy' | 'sell';
  readonly quantity: bigint;
  /** What should be traded and is less than the market takes, base units. */
  readonly tooSmall: bigint;
}

/** What differs between kinds at the end. */
export interface ClosingRules<S extends CoinHolder> {
  /** Takes every resting order out of the book. */
  cancelOrders(state: S, timeMs: number, reason: OrderReason): void;
  /** The order that closing as told needs, at these ticks or its limit. Asked after the bot has opened only. */
  need(state: S, close: CloseInstruction, ticks: number, timeMs: number): ClosingNeed;
  /** Puts in order what the closing order leaves, before the bot finishes. */
  settle(state: S, ticks: number, timeMs: number): void;
}

/** Whole lots of coins that may be sold at a price, 0n when they are less than the market takes. */
export function sellAllNeed(spec: MarketSpec, coins: bigint, ticks: number): ClosingNeed {
  const quantity = floorToStep(coins, spec.lotUnits);
  const isOrder = quantity >= smallestOrder(spec, BigInt(ticks) * spec.tickUnits);
  return { side: 'sell', quantity: isOrder ? quantity : 0n, tooSmall: isOrder ? 0n : coins };
}

/**
 * Ends the bot: cancels what rests, closes the position as told, finishes as `reason`. A limit close leaves it
 * `stopping` until the order fills or expires. A bot that has not opened yet has nothing to close.
 */
export function closeCoins<S extends CoinHolder>(
  state: S,
  rules: ClosingRules<S>,
  reason: FinishReason,
  close: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  if (state.status === 'finished') return;
  const hadOpened = state.step === 'running' || state.step === 'stopping';
  if (state.status !== 'stopping') {
    tellOperation(state, 'before_terminate', timeMs, { step: state.step, ...holdingsText(state) }, null, reason);
    rules.cancelOrders(state, timeMs, 'closing');
  }
  cancelClosingOrder(state, timeMs);
  state.status = 'stopping';
  state.step = 'stopping';
  sleep(state);
  const price = close.type === 'limit' ? close.ticks : ticks;
  const { side, quantity, tooSmall } = hadOpened ? rules.need(state, close, price, timeMs) : NOTHING_TO_CLOSE;
  const traded = closingTicks(state, close, side, quantity, ticks, timeMs);
  const told = { close: close.type, price: formatTicks(state.params.spec, traded), quantity: formatAmount(quantity) };
  tellOperation(state, 'terminate', timeMs, null, told, reason);
  if (tooSmall > 0n) {
    tellOrder(state, timeMs, 'withheld', 'below-minimum', { side, level: -1, ticks: price, quantity: tooSmall });
  }
  if (quantity > 0n && close.type === 'limit') {
    const order = { side, ticks: close.ticks, quantity, expiresAtMs: close.expiresAtMs, reason };
    closeAtLimit(state, rules, order, ticks, timeMs);
    return;
  }
  if (quantity > 0n) tradeAtMarket(state, side, quantity, ticks, timeMs);
  if (hadOpened) rules.settle(state, ticks, timeMs);
  finish(state, reason, ticks, timeMs);
}

/** What a closing order trades at: its fill where it fills at once, its limit while it rests, the last price where there is none. */
function closingTicks(
  state: CoinHolder,
  close: CloseInstruction,
  side: 'buy' | 'sell',
  quantity: bigint,
  ticks: number,
  timeMs: number,
): number {
  if (quantity === 0n) return close.type === 'limit' ? close.ticks : ticks;
  if (close.type === 'limit' && !isMet({ side, ticks: close.ticks }, ticks)) return close.ticks;
  const market = state.view.marketFillTicks(0, side, quantity, ticks, timeMs);
  if (close.type !== 'limit') return market;
  return side === 'sell' ? Math.max(market, close.ticks) : Math.min(market, close.ticks);
}

const NOTHING_TO_CLOSE: ClosingNeed = { side: 'sell', quantity: 0n, tooSmall: 0n };

/** Rests the closing order; one that the market meets already fills at once, at the market or its own price if that is better. */
function closeAtLimit<S extends CoinHolder>(
  state: S,
  rules: ClosingRules<S>,
  order: CoinClosingOrder,
  ticks: number,
  timeMs: number,
): void {
  const { side, quantity } = order;
  tellOrder(state, timeMs, 'placed', 'closing', { side, level: -1, ticks: order.ticks, quantity });
  if (!isMet(order, ticks)) {
    state.closing = order;
    listenForClosing(state);
    return;
  }
  const limit = { type: 'limit', ticks: order.ticks, expiresAtMs: order.expiresAtMs } as const;
  tradeCoins(state, side, quantity, closingTicks(state, limit, side, quantity, ticks, timeMs), timeMs);
  rules.settle(state, ticks, timeMs);
  finish(state, order.reason, ticks, timeMs);
}

function isMet({ side, ticks: limit }: Pick<CoinClosingOrder, 'side' | 'ticks'>, ticks: number): boolean {
  return side === 'sell' ? ticks >= limit : ticks <= limit;
}

/** Sleeps until the closing order is reached or its time is over. */
export function listenForClosing(state: CoinHolder): void {
  const { closing, slot } = state;
  if (closing === null) return;
  slot.below = closing.side === 'buy' ? closing.ticks : NO_LEVEL_BELOW;
  slot.above = closing.side === 'sell' ? closing.ticks : NO_LEVEL_ABOVE;
  state.wakeAtMs = closing.expiresAtMs;
}

/** The price is at `ticks`: a closing order that it has reached fills at its own price. */
export function touchClosingOrder<S extends CoinHolder>(
  state: S,
  rules: ClosingRules<S>,
  ticks: number,
  timeMs: number,
): void {
  const order = state.closing;
  if (order === null || !isMet(order, ticks)) return;
  state.closing = null;
  tradeCoins(state, order.side, order.quantity, order.ticks, timeMs);
  rules.settle(state, order.ticks, timeMs);
  finish(state, order.reason, order.ticks, timeMs);
}

/** The closing order's time is over: it is cancelled and the coins stay coins. */
export function expireClosingOrder<S extends CoinHolder>(
  state: S,
  rules: ClosingRules<S>,
  ticks: number,
  timeMs: number,
): void {
  const order = state.closing;
  if (order === null) return;
  cancelClosingOrder(state, timeMs);
  rules.settle(state, ticks, timeMs);
  finish(state, order.reason, ticks, timeMs);
}

function cancelClosingOrder(state: CoinHolder, timeMs: number): void {
  const order = state.closing;
  if (order === null) return;
  const { side, ticks, quantity } = order;
  tellOrder(state, timeMs, 'cancelled', 'closing', { side, level: -1, ticks, quantity });
  state.closing = null;
}

/** Closes at the market around `ticks`. */
export function tradeAtMarket(
  state: CoinHolder,
  side: 'buy' | 'sell',
  quantity: bigint,
  ticks: number,
  timeMs: number,
): void {
  tellOrder(state, timeMs, 'placed', 'closing', { side, level: -1, ticks, quantity });
  tradeCoins(state, side, quantity, state.view.marketFillTicks(0, side, quantity, ticks, timeMs), timeMs);
}

/** One closing fill, outside every pair. A buyer pays rounded up, a seller receives rounded down; the fee comes out of what is received. */
function tradeCoins(state: CoinHolder, side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): void {
  const { spec, feeRate } = state.params;
  const isBuy = side === 'buy';
  const quote = isBuy ? quoteValueUp(spec, quantity, ticks) : quoteValueDown(spec, quantity, ticks);
  const fee = feeOn(isBuy ? quantity : quote, feeRate);
  if (isBuy) {
    const feeValue = fee * BigInt(ticks) * spec.tickUnits;
    state.base += quantity - fee;
    state.quote -= quote;
    state.positionCash -= quote * EQUITY_SCALE - feeValue;
    state.fees += feeValue;
  } else {
    state.base -= quantity;
    state.quote += quote - fee;
    state.positionCash += quote * EQUITY_SCALE;
    state.fees += fee * EQUITY_SCALE;
  }
  state.fills += 1;
  if (!state.isHeard) return;
  const feeAsset = isBuy ? spec.base : spec.quote;
  const about = { timeMs, feed: 0, role: 'close', level: -1, matchProfit: null } as const;
  state.sink.fill({ ...about, side, ticks, quantity, quote, fee, feeAsset });
}

/** The end, at `ticks`: nothing rests, nothing wakes. Holdings stay as they are until the driver pays them out. */
export function finish(state: CoinHolder, reason: FinishReason, ticks: number, timeMs: number): void {
  sleep(state);
  state.status = 'finished';
  state.step = 'stopped';
  tellOperation(state, 'after_terminate', timeMs, null, holdingsText(state), reason);
  tellOperation(state, 'stop', timeMs, null, { reason }, reason);
  state.sink.finish(reason, timeMs, [ticks]);
}

function holdingsText(state: CoinHolder): Record<string, string> {
  const { spec } = state.params;
  return { [spec.quote]: formatAmount(state.quote), [spec.base]: formatAmount(state.base) };
}

function tellOperation(
  state: CoinHolder,
  type: 'before_terminate' | 'terminate' | 'after_terminate' | 'stop',
  timeMs: number,
  from: unknown,
  to: unknown,
  explain: string,
): void {
  if (state.isHeard) state.sink.operation(type, timeMs, from, to, explain);
}
