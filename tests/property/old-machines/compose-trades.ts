import type { OrderRole, SignalType } from '#lib/contract/vocabulary.ts';
import type { OrderReason } from '#lib/engine/machine.ts';
import { exceedsSlippage, priceOpening } from '#lib/engine/opening-price.ts';
import type { SignalSide } from '#lib/engine/signal-board.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { exitSide, tellOrder } from './account-holder.ts';
import { type ComposeState, forgetPosition } from './compose-state.ts';

/** Looks at the sides whose K-line has just closed: at most one trades. `prices`: of the feeds, now. */
export function tradeBySignals(state: ComposeState, prices: readonly number[], timeMs: number): void {
  const { account, board } = state;
  for (const side of board.sides) {
    if (!side.klines.isFresh || account.isOpen !== (side.name !== 'open') || !side.evaluator.holds()) continue;
    const reason = tradeBySide(state, side, prices, timeMs);
    if (reason === null) state.withheld = null;
    else withhold(state, side, reason, prices[0] as number, timeMs);
    return;
  }
  state.withheld = null;
}

/** Trades, or says why not. */
function tradeBySide(
  state: ComposeState,
  side: SignalSide,
  prices: readonly number[],
  timeMs: number,
): OrderReason | null {
  const last = prices[0] as number;
  if (side.name === 'open' || side.name === 'increase') {
    return enterAtMarket(state, side.name, side.ratioE8, prices, timeMs);
  }
  const partE8 = side.name === 'close' ? UNITS_PER_COIN : side.ratioE8;
  return exitAtMarket(
    state,
    partE8,
    { signal: signalOf(state, side.name), reason: 'signal', bySlip: true },
    last,
    timeMs,
  );
}

/** The record's word for a trade by conditions (E-375): contracts say which way. */
function signalOf({ params, contract }: ComposeState, name: SignalSide['name']): SignalType {
  if (contract === null || name === 'close') return name;
  return params.side === 'buy' ? `${name}-l` : `${name}-s`;
}

/** An order is told once for as long as K-line after K-line asks for it in vain. */
function withhold(state: ComposeState, { name }: SignalSide, reason: OrderReason, ticks: number, timeMs: number): void {
  const isEntry = name === 'open' || name === 'increase';
  const side = isEntry ? state.params.side : exitSide(state);
  const isNews = state.withheld?.reason !== reason || state.withheld.side !== side;
  state.withheld = { side, level: -1, ticks, reason };
  if (isNews) tellOrder(state, timeMs, 'withheld', reason, { side, level: -1, ticks, quantity: 0n });
}

function enterAtMarket(
  state: ComposeState,
  role: 'open' | 'increase',
  ratioE8: bigint,
  prices: readonly number[],
  timeMs: number,
): OrderReason | null {
  const { account, params } = state;
  const { side } = params;
  const last = prices[0] as number;
  const sizeAt = account.entrySizer(ratioE8, prices);
  const atPrice = sizeAt(last);
  if (atPrice.withheld !== null) return atPrice.withheld;
  const order = priceOpening(
    last,
    (fillTicks) => ({ layout: null, side, quantity: sizeAt(fillTicks).quantity }),
    (way, quantity) => account.marketTicks(way, quantity, last, timeMs),
  );
  if (order === null || exceedsSlippage(params.slipE8, order, last)) return 'slippage-exceeded';
  const { quantity, fillTicks } = order;
  if (quantity === 0n) return 'below-minimum';
  tellOrder(state, timeMs, 'placed', 'signal', { side, level: -1, ticks: last, quantity });
  account.enter({ role, signal: signalOf(state, role), quantity, ticks: fillTicks }, timeMs);
  state.fills += 1;
  forgetPosition(state);
  return null;
}

export interface ExitCause {
  readonly signal: SignalType;
  readonly reason: OrderReason;
  /** Conditions trade within the trader's slippage; what limits losses or secures profits takes what the book gives. */
  readonly bySlip: boolean;
}

/**
 * Closes a part (1e-8) of the position around `ticks`, or says why not. A whole position that the market would not take
 * is over nevertheless: what it holds goes along with the next one's closing.
 */
export function exitAtMarket(
  state: ComposeState,
  partE8: bigint,
  cause: ExitCause,
  ticks: number,
  timeMs: number,
): OrderReason | null {
  const { account, params } = state;
  const side = exitSide(state);
  const isWhole = partE8 >= UNITS_PER_COIN;
  const quantity = isWhole ? account.exitQuantity('close', ticks) : account.partQuantity(partE8, ticks);
  if (quantity === 0n) {
    if (isWhole) endPosition(state);
    return 'below-minimum';
  }
  const fillTicks = account.marketTicks(side, quantity, ticks, timeMs);
  if (cause.bySlip && exceedsSlippage(params.slipE8, { quantity, fillTicks }, ticks)) return 'slippage-exceeded';
  tellOrder(state, timeMs, 'placed', cause.reason, { side, level: -1, ticks, quantity });
  bookExit(state, isWhole ? 'close' : 'reduce', cause.signal, quantity, fillTicks, false, timeMs);
  if (!account.isOpen) endPosition(state);
  return null;
}

/** Books a closing trade at exactly `ticks`. */
export function bookExit(
  state: ComposeState,
  role: OrderRole,
  signal: SignalType,
  quantity: bigint,
  ticks: number,
  isResting: boolean,
  timeMs: number,
): void {
  const profit = state.account.exit({ role, signal, quantity, ticks, isResting }, timeMs);
  state.fills += 1;
  state.matches += 1;
  state.matchedProfit += profit;
}

function endPosition(state: ComposeState): void {
  state.account.leave();
  forgetPosition(state);
}
