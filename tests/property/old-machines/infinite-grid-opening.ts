import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { priceOpening } from '#lib/engine/opening-price.ts';
import { constantValue } from '#lib/formulas/infinite-grid.ts';
import { smallestOrder } from '#lib/formulas/smallest-order.ts';
import { floorToStep, formatAmount, mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { feeOn, formatTicks, quoteValueUp } from '#lib/money/market-spec.ts';
import { finish } from './coin-closing.ts';
import { restOrders } from './infinite-grid-orders.ts';
import type { InfiniteGridState } from './infinite-grid-state.ts';
import { reachStop, resetWake, touchedStop } from './infinite-grid-travel.ts';
import { tellOrder } from './spot-grid-orders.ts';
import { sleep } from './spot-grid-state.ts';

/**
 * Opens at the present price: a quote investment buys all the coins it can, invested coins are the position as they
 * are. What they are worth at that price is V. Ends as money_not_enough when the market takes no such order.
 */
export function openInfiniteGrid(state: InfiniteGridState, ticks: number, timeMs: number): void {
  state.step = 'init-order-process';
  sleep(state);
  if (state.params.investIn === 'quote' && !buyOpening(state, ticks, timeMs)) {
    finish(state, 'money_not_enough', ticks, timeMs);
    return;
  }
  const { spec } = state.params;
  state.value = constantValue(spec, state.base, ticks);
  state.anchor = ticks;
  if (state.base < smallestOrder(spec, BigInt(ticks) * spec.tickUnits)) {
    tellOrder(state, timeMs, 'withheld', 'below-minimum', { side: 'sell', level: -1, ticks, quantity: state.base });
    finish(state, 'money_not_enough', ticks, timeMs);
    return;
  }
  state.status = 'running';
  state.step = 'running';
  restOrders(state, timeMs, 'grid-line');
  const value = { value: formatAmount(state.value), asset: spec.quote };
  if (state.isHeard) state.sink.operation('run', timeMs, null, value, '');
  const reason = touchedStop(state, ticks);
  if (reason !== null) reachStop(state, reason, ticks, timeMs);
  if (state.status === 'running') resetWake(state, timeMs);
}

function buyOpening(state: InfiniteGridState, ticks: number, timeMs: number): boolean {
  const { params, view, quote } = state;
  const { spec, feeRate } = params;
  const planAt = (openTicks: number) => ({
    layout: null,
    side: 'buy' as const,
    quantity: floorToStep(mulDivDown(quote, UNITS_PER_COIN, BigInt(openTicks) * spec.tickUnits), spec.lotUnits),
  });
  const plan = priceOpening(ticks, planAt, (side, quantity) => view.marketFillTicks(0, side, quantity, ticks, timeMs));
  if (plan === null) return false;
  const { quantity, fillTicks } = plan;
  const order = { side: 'buy', level: -1, quantity } as const;
  if (quantity === 0n || quantity < smallestOrder(spec, BigInt(fillTicks) * spec.tickUnits)) {
    tellOrder(state, timeMs, 'withheld', 'below-minimum', { ...order, ticks: fillTicks });
    return false;
  }
  tellOrder(state, timeMs, 'placed', 'opening', { ...order, ticks });
  const paid = quoteValueUp(spec, quantity, fillTicks);
  const fee = feeOn(quantity, feeRate);
  const feeValue = fee * BigInt(fillTicks) * spec.tickUnits;
  state.quote -= paid;
  state.base += quantity - fee;
  state.positionCash -= paid * EQUITY_SCALE - feeValue;
  state.fees += feeValue;
  state.fills += 1;
  if (!state.isHeard) return true;
  const about = { timeMs, feed: 0, role: 'open', matchProfit: null, feeAsset: spec.base } as const;
  state.sink.fill({ ...about, ...order, ticks: fillTicks, quote: paid, fee });
  const told = { side: 'buy', price: formatTicks(spec, fillTicks), quantity: formatAmount(quantity) };
  state.sink.operation('open_position', timeMs, null, told, '');
  return true;
}
