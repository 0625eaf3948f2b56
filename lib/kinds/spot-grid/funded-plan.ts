import { priceOpening } from '../../engine/opening-price.ts';
import { layOutFundedGrid } from '../../formulas/margin-grid-layout.ts';
import type { AssetPair } from '../../formulas/margin-loan.ts';
import type { GridBot } from './grid-bot.ts';
import type { OpeningPlan } from './opening.ts';

/** The largest grid that money and coins fund together, and the one order that brings them into its proportions; null when the book has no price for it. */
export function planFundedGrid(
  { params, view }: GridBot,
  lines: readonly number[],
  funds: AssetPair,
  ticks: number,
  timeMs: number,
): OpeningPlan | null {
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
