import { coinLine } from '#lib/engine/equity-line.ts';
import type { BotMachine, EngineSink, LoanStatement, MarketView } from '#lib/engine/machine.ts';
import { priceOpening } from '#lib/engine/opening-price.ts';
import type { PlannedLiquidations } from '#lib/formulas/futures-grid-liquidation.ts';
import { layOutFundedGrid } from '#lib/formulas/margin-grid-layout.ts';
import { loanOf } from '#lib/formulas/margin-loan.ts';
import type { MarginGridParams } from '#lib/kinds/margin-grid/params.ts';
import { CoinGrid, type CoinGridRules } from './coin-grid.ts';
import { closeBy, liquidate, touchClosing } from './margin-grid-closing.ts';
import { borrow, equityAt, forcedClosesOf, loanOfState, mustClose } from './margin-grid-loan.ts';
import { readSnapshot, takeSnapshot } from './margin-grid-snapshot.ts';
import { type MarginGridState, newMarginGridState, resetMarginWake } from './margin-grid-state.ts';
import { leap, travel, wakeOpened } from './margin-grid-travel.ts';
import { type OpeningPlan, type OpeningRules, openGrid } from './spot-grid-opening.ts';

/**
 * The margin grid bot: a spot grid of `leverage` times the investment with a loan around it. What is owed follows from
 * the side – quote, base, or half of each – and the grid is the same for all three: what differs is which way of the
 * price makes the debt dearer.
 */
const MARGIN_GRID: CoinGridRules<MarginGridState> = {
  open: openMarginGrid,
  travel,
  leap,
  touchClosing,
  wakeByTime(state, ticks, timeMs) {
    if (state.step === 'init-order-process') openMarginGrid(state, ticks, timeMs);
    else wakeOpened(state, ticks, timeMs);
  },
  closeBy,
  equityAt,
  equityLine: ({ params, quote, base, owedQuote, owedBase }) =>
    coinLine(params.spec, quote - owedQuote, base - owedBase),
  takeSnapshot,
};

const MARGIN_OPENING: OpeningRules<MarginGridState> = { plan: planOpening, fund: borrow };

function openMarginGrid(state: MarginGridState, ticks: number, timeMs: number): void {
  openGrid(state, MARGIN_OPENING, ticks, timeMs);
  if (state.status !== 'running') return;
  if (mustClose(state, ticks)) liquidate(state, ticks, timeMs);
  else resetMarginWake(state, timeMs);
}

/** The grid that the investment and the loan fund together, and the one order that brings them into its proportions. */
function planOpening(
  state: MarginGridState,
  lines: readonly number[],
  ticks: number,
  timeMs: number,
): OpeningPlan | null {
  const { params, view } = state;
  const loan = loanOf({ ...params, ticks });
  const funds = { quote: state.quote + loan.quote, base: state.base + loan.base };
  // Which side the order is on may change with the price; the distance to be budgeted for only grows.
  let distance = 0;
  const planAt = (openTicks: number) => {
    distance = Math.max(distance, Math.abs(openTicks - ticks));
    const buyTicks = ticks + distance;
    const sellTicks = Math.max(1, ticks - distance);
    const layout = layOutFundedGrid({ ...params, lines, lastTicks: ticks, funds, buyTicks, sellTicks });
    const side = layout.openSell > 0n ? ('sell' as const) : ('buy' as const);
    return { layout, side, quantity: side === 'sell' ? layout.openSell : layout.openBuy };
  };
  return priceOpening(ticks, planAt, (side, quantity) => view.marketFillTicks(0, side, quantity, ticks, timeMs));
}

class MarginGrid extends CoinGrid<MarginGridState> {
  loan(ticks: readonly number[]): LoanStatement | null {
    return loanOfState(this.state, ticks[0] as number);
  }

  liquidations(added: bigint): PlannedLiquidations {
    return forcedClosesOf(this.state, added);
  }
}

/** A margin grid that has not started. */
export function createMarginGrid(params: MarginGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new MarginGrid(newMarginGridState(params, view, sink), MARGIN_GRID);
}

/** A margin grid as it was when `snapshot()` was taken, for the same params. */
export function restoreMarginGrid(
  params: MarginGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return new MarginGrid(readSnapshot(params, snapshot, view, sink), MARGIN_GRID);
}
