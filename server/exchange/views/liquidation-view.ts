import type { PlannedLiquidations } from '#lib/formulas/futures-grid-liquidation.ts';
import { formatTicks, type MarketSpec } from '#lib/money/market-spec.ts';
import { NO_PRICE } from './holdings-view.ts';

/**
 * Both prices of each side (H39): the documented ones are those that come first, with every order on the losing side
 * filled; beside them those of what the opening alone holds.
 */
export function liquidationView(spec: MarketSpec, planned: PlannedLiquidations | null) {
  const text = (ticks: number | null | undefined) =>
    ticks === null || ticks === undefined ? NO_PRICE : formatTicks(spec, ticks);
  return {
    liq_price: text(planned?.long?.full ?? planned?.long?.held),
    short_liq_price: text(planned?.short?.full ?? planned?.short?.held),
    held_liq_price: text(planned?.long?.held),
    held_short_liq_price: text(planned?.short?.held),
  };
}
