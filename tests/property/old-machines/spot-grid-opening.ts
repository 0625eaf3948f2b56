import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { nextMinute } from '#lib/engine/minute-boundary.ts';
import {
  exceedsSlippage,
  OPENING_TRIES,
  type Opening,
  type PricedOpening,
  priceOpening,
} from '#lib/engine/opening-price.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { type GridLayout, type GridLayoutInput, layOutGrid } from '#lib/formulas/grid-quantities.ts';
import { smallestOrder } from '#lib/formulas/smallest-order.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { feeOn, formatTicks, quoteValueDown, quoteValueUp } from '#lib/money/market-spec.ts';
import { finish } from './coin-closing.ts';
import { type GridInterval, makeInterval } from './spot-grid-interval.ts';
import { resetOuterLevels, resetWake } from './spot-grid-levels.ts';
import { placeBuy, placeSell, tellOrder } from './spot-grid-orders.ts';
import { type SpotGridState, sleep } from './spot-grid-state.ts';
import { rangeOf } from './spot-grid-trailing.ts';

export type OpeningPlan = PricedOpening<GridLayout>;

/** What differs between kinds when their grid opens. */
export interface OpeningRules<S extends SpotGridState> {
  /** Quantities and opening order for the lines; null when the book has no price for them. */
  plan(state: S, lines: readonly number[], ticks: number, timeMs: number): OpeningPlan | null;
  /** Brings the money that the plan counts on, once it is certain that the grid opens. */
  fund(state: S, ticks: number, timeMs: number): void;
}

/** A spot grid opens with its investment. */
export const SPOT_OPENING: OpeningRules<SpotGridState> = { plan: planOpening, fund: () => {} };

/** Opens the grid at the present price: opening order, lines, orders. Finishes it when that cannot be done. */
export function openGrid<S extends SpotGridState>(
  state: S,
  rules: OpeningRules<S>,
  ticks: number,
  timeMs: number,
): void {
  const { params } = state;
  state.step = 'init-order-process';
  sleep(state);
  const lines = gridLines(params.lowTicks, params.highTicks, params.gridCount, params.spacing);
  if (lines.some((line, i) => i > 0 && line <= (lines[i - 1] as number))) {
    finish(state, 'failed', ticks, timeMs);
    return;
  }
  const plan = rules.plan(state, lines, ticks, timeMs);
  if (plan === null || exceedsSlippage(params.openingSlippageE8, plan, ticks)) {
    retryLater(state, plan, ticks, timeMs);
    return;
  }
  const intervals = plan.layout.quantities.map((wanted, i) =>
    makeInterval({
      ...params,
      buyTicks: lines[i] as number,
      sellTicks: lines[i + 1] as number,
      wanted,
      affordable: wanted,
    }),
  );
  if (intervals.every((interval) => interval.plan === 0n)) {
    tellNothingFits(state, intervals, plan.layout.emptyLine, timeMs);
    finish(state, 'money_not_enough', ticks, timeMs);
    return;
  }
  state.lines = lines;
  state.intervals = intervals;
  state.empty = plan.layout.emptyLine;
  rules.fund(state, ticks, timeMs);
  executeOpening(state, plan, ticks, timeMs);
  restOrders(state, ticks, timeMs);
  state.status = 'running';
  state.step = 'running';
  resetOuterLevels(state);
  resetWake(state, timeMs);
  if (state.isHeard) state.sink.operation('run', timeMs, null, rangeOf(state), '');
}

function planOpening(
  state: SpotGridState,
  lines: readonly number[],
  ticks: number,
  timeMs: number,
): OpeningPlan | null {
  const { params, view } = state;
  const input: Omit<GridLayoutInput, 'openTicks'> = { ...params, lines, lastTicks: ticks };
  const planAt = (openTicks: number): Opening<GridLayout> => {
    const layout = layOutGrid({ ...input, openTicks }, params.investment);
    const side = layout.openBuy > 0n ? 'buy' : 'sell';
    return { layout, side, quantity: side === 'buy' ? layout.openBuy : layout.openSell };
  };
  return priceOpening(ticks, planAt, (side, quantity) => view.marketFillTicks(0, side, quantity, ticks, timeMs));
}

function retryLater(state: SpotGridState, plan: OpeningPlan | null, ticks: number, timeMs: number): void {
  state.openingTries += 1;
  const order = {
    side: plan?.side ?? (state.params.investIn === 'quote' ? 'buy' : 'sell'),
    level: -1,
    ticks: plan?.fillTicks ?? ticks,
    quantity: plan?.quantity ?? 0n,
  } as const;
  tellOrder(state, timeMs, 'withheld', 'slippage-exceeded', order);
  if (state.openingTries < OPENING_TRIES) state.wakeAtMs = nextMinute(timeMs);
  else finish(state, 'failed', ticks, timeMs);
}

function tellNothingFits(
  state: SpotGridState,
  intervals: readonly GridInterval[],
  empty: number,
  timeMs: number,
): void {
  for (const [i, interval] of intervals.entries()) {
    const side = i < empty ? 'buy' : 'sell';
    tellOrder(state, timeMs, 'withheld', 'below-minimum', {
      side,
      level: side === 'buy' ? i : i + 1,
      ticks: side === 'buy' ? interval.buyTicks : interval.sellTicks,
      quantity: interval.wanted,
    });
  }
}

/** The opening market order: buys the coins that the sells need, or sells coins for the money that the buys need. */
function executeOpening(state: SpotGridState, plan: OpeningPlan, ticks: number, timeMs: number): void {
  const { spec, feeRate } = state.params;
  const { side, quantity, fillTicks } = plan;
  const price = BigInt(fillTicks) * spec.tickUnits;
  if (quantity > 0n && quantity < smallestOrder(spec, price)) {
    tellOrder(state, timeMs, 'withheld', 'below-minimum', { side, level: -1, ticks: fillTicks, quantity });
  } else if (quantity > 0n) {
    tellOrder(state, timeMs, 'placed', 'opening', { side, level: -1, ticks, quantity });
    const quote = side === 'buy' ? quoteValueUp(spec, quantity, fillTicks) : quoteValueDown(spec, quantity, fillTicks);
    const fee = feeOn(side === 'buy' ? quantity : quote, feeRate);
    if (side === 'buy') bookOpeningBuy(state, quantity, quote, fee, price);
    else bookOpeningSell(state, quantity, quote, fee);
    state.fills += 1;
    if (state.isHeard) {
      const feeAsset = side === 'buy' ? spec.base : spec.quote;
      state.sink.fill({
        timeMs,
        feed: 0,
        side,
        role: 'open',
        level: -1,
        ticks: fillTicks,
        quantity,
        quote,
        fee,
        feeAsset,
        matchProfit: null,
      });
    }
  }
  if (!state.isHeard) return;
  const told = { side, price: formatTicks(spec, fillTicks), quantity: formatAmount(quantity) };
  state.sink.operation('open_position', timeMs, null, told, '');
}

function bookOpeningBuy(state: SpotGridState, quantity: bigint, quote: bigint, fee: bigint, price: bigint): void {
  const feeValue = fee * price;
  state.quote -= quote;
  state.base += quantity - fee;
  state.positionCash -= quote * EQUITY_SCALE - feeValue;
  state.fees += feeValue;
  state.freeQuote = state.quote;
  state.freeBase = state.base;
}

function bookOpeningSell(state: SpotGridState, quantity: bigint, quote: bigint, fee: bigint): void {
  state.positionCash += quote * EQUITY_SCALE;
  state.base -= quantity;
  state.quote += quote - fee;
  state.fees += fee * EQUITY_SCALE;
  state.freeQuote = state.quote;
  state.freeBase = state.base;
}

/** Rests the first orders, nearest to the price first, and says why the empty line has none. */
function restOrders(state: SpotGridState, ticks: number, timeMs: number): void {
  const { intervals, lines, empty } = state;
  for (let i = empty; i < intervals.length; i += 1) {
    placeSell(state, i, timeMs, 'grid-line');
  }
  // What is spare cost what the price was: the book's price and the fee on it are the resting lots' affair.
  state.spareCost = quoteValueUp(state.params.spec, state.freeBase, ticks);
  for (let i = empty - 1; i >= 0; i -= 1) placeBuy(state, i, timeMs, 'grid-line');
  const line = lines[empty] as number;
  const isInside = ticks >= (lines[0] as number) && ticks <= (lines[lines.length - 1] as number);
  const side = ticks >= line ? 'sell' : 'buy';
  tellOrder(state, timeMs, 'withheld', isInside ? 'at-price' : 'out-of-range', {
    side,
    level: empty,
    ticks: line,
    quantity: 0n,
  });
}
