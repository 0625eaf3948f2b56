import type { MarketSpec } from '../../money/market-spec.ts';
import type { BotWish, DemoKind, WishedMarket } from '../../strategies/demo-wish.ts';
import { writeSpotGrid } from '../spot-grid/demo.ts';
import type { MarginGridPayload } from './definition/payload.ts';

export const MARGIN_GRID_DEMO: DemoKind<MarginGridPayload> = { weight: 8, write: writeMarginGrid };

/** A spot grid with a loan: its own money on the quote side, no trailing, stops by the side. */
function writeMarginGrid(spec: MarketSpec, wish: BotWish, place: WishedMarket): MarginGridPayload {
  const plain = { ...wish, investsBase: false, trailsUp: false, trailsDown: false, hasTrigger: false };
  const isStopped = wish.side === 'buy';
  const grid = writeSpotGrid(
    spec,
    { ...plain, hasStopLoss: wish.hasStopLoss && isStopped, hasTakeProfit: wish.hasTakeProfit && isStopped },
    place,
  );
  return {
    ...grid,
    strategy_type: 'margin_grid',
    instrument_type: 'margin_grid',
    leverage: `${Math.min(wish.leverage, 5)}`,
    side: wish.side,
  };
}
