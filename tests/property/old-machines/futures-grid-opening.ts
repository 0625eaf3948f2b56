import { marketTicks, tradeContracts } from '#lib/engine/body/contract-trade.ts';
import { nextMinute } from '#lib/engine/minute-boundary.ts';
import {
  exceedsSlippage,
  OPENING_TRIES,
  type Opening,
  type PricedOpening,
  priceOpening,
} from '#lib/engine/opening-price.ts';
import { orderUnitsOf } from '#lib/formulas/contract-value.ts';
import { type FuturesGridLayout, layOutFuturesGrid } from '#lib/formulas/futures-grid-layout.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { finish } from './futures-grid-closing.ts';
import { type FuturesInterval, makeFuturesInterval, opensWithOf } from './futures-grid-interval.ts';
import { resetPositionWakes, resetWake, sleepWholly } from './futures-grid-levels.ts';
import { tellPlaced } from './futures-grid-resting.ts';
import type { FuturesGridState } from './futures-grid-state.ts';
import { settleAt } from './futures-grid-travel.ts';
import { tellOrder } from './spot-grid-orders.ts';

interface FuturesPlan {
  readonly layout: FuturesGridLayout;
  readonly intervals: FuturesInterval[];
}

/** Opens the grid at the present price: position, lines, orders. Finishes it when that cannot be done. */
export function openGrid(state: FuturesGridState, ticks: number, timeMs: number): void {
  const { params } = state;
  state.step = 'init-order-process';
  sleepWholly(state);
  const lines = gridLines(params.lowTicks, params.highTicks, params.gridCount, params.spacing);
  if (lines.some((line, i) => i > 0 && line <= (lines[i - 1] as number))) {
    finish(state, 'failed', ticks, timeMs);
    return;
  }
  const opening = planOpening(state, lines, ticks, timeMs);
  if (opening === null || exceedsSlippage(params.openingSlippageE8, opening, ticks)) {
    retryLater(state, opening, ticks, timeMs);
    return;
  }
  const { layout, intervals } = opening.layout;
  state.lines = lines;
  state.intervals = intervals;
  state.empty = layout.emptyLine;
  state.openedAt = layout.emptyLine;
  if (intervals.every(({ contracts }) => contracts === 0n)) {
    restOrders(state, ticks, timeMs);
    finish(state, 'money_not_enough', ticks, timeMs);
    return;
  }
  executeOpening(state, opening, ticks, timeMs);
  restOrders(state, ticks, timeMs);
  state.status = 'running';
  state.step = 'running';
  const range = {
    low_price: formatTicks(params.spec, lines[0] as number),
    high_price: formatTicks(params.spec, lines.at(-1) as number),
  };
  if (state.isHeard) state.sink.operation('run', timeMs, null, range, '');
  resetPositionWakes(state, timeMs);
  settleAt(state, ticks, timeMs);
}

function planOpening(
  state: FuturesGridState,
  lines: readonly number[],
  ticks: number,
  timeMs: number,
): PricedOpening<FuturesPlan> | null {
  const { params } = state;
  const planAt = (openTicks: number): Opening<FuturesPlan> => {
    const layout = layOutFuturesGrid({ ...params, lines, lastTicks: ticks, openTicks }, params.investment);
    const intervals = layout.contracts.map((wanted, i) =>
      makeFuturesInterval({
        spec: params.spec,
        buyTicks: lines[i] as number,
        sellTicks: lines[i + 1] as number,
        wanted,
        opensWith: opensWithOf(params.side, i, layout.emptyLine),
      }),
    );
    let quantity = 0n;
    for (const [i, { contracts }] of intervals.entries()) {
      const isAbove = i >= layout.emptyLine;
      if (params.side !== 'neutral' && isAbove === (params.side === 'long')) quantity += contracts;
    }
    return { layout: { layout, intervals }, side: params.side === 'short' ? 'sell' : 'buy', quantity };
  };
  return priceOpening(ticks, planAt, (side, quantity) => marketTicks(state, side, quantity, ticks, timeMs));
}

function retryLater(
  state: FuturesGridState,
  opening: PricedOpening<FuturesPlan> | null,
  ticks: number,
  timeMs: number,
): void {
  state.openingTries += 1;
  tellOrder(state, timeMs, 'withheld', 'slippage-exceeded', {
    side: state.params.side === 'short' ? 'sell' : 'buy',
    level: -1,
    ticks: opening?.fillTicks ?? ticks,
    quantity: orderUnitsOf(state.params.spec, opening?.quantity ?? 0n),
  });
  if (state.openingTries >= OPENING_TRIES) {
    finish(state, 'failed', ticks, timeMs);
    return;
  }
  state.askedAtMs = nextMinute(timeMs);
  resetWake(state);
}

/** The opening market order: buys what the sells of a long grid close, sells what the buys of a short one close. */
function executeOpening(
  state: FuturesGridState,
  { side, quantity, fillTicks }: PricedOpening<FuturesPlan>,
  ticks: number,
  timeMs: number,
): void {
  const { spec } = state.params;
  const units = orderUnitsOf(spec, quantity);
  if (quantity > 0n) {
    tellOrder(state, timeMs, 'placed', 'opening', { side, level: -1, ticks, quantity: units });
    const { takerE8 } = spec.contract;
    tradeContracts(
      state,
      { side, role: 'open', level: -1, contracts: quantity, ticks: fillTicks, feeRateE8: takerE8 },
      timeMs,
    );
    state.fills += 1;
  }
  // A neutral grid opens with nothing: there is no position to tell of.
  if (!state.isHeard || quantity === 0n) return;
  const told = { side, price: formatTicks(spec, fillTicks), quantity: formatAmount(units) };
  state.sink.operation('open_position', timeMs, null, told, '');
}

/** Rests the first orders, nearest to the price first, and says why the empty line has none. */
function restOrders(state: FuturesGridState, ticks: number, timeMs: number): void {
  const { intervals, lines, empty } = state;
  if (!state.isHeard) return;
  for (let i = empty; i < intervals.length; i += 1) tellPlaced(state, i, timeMs, 'grid-line');
  for (let i = empty - 1; i >= 0; i -= 1) tellPlaced(state, i, timeMs, 'grid-line');
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
