import { coinLine } from '#lib/engine/equity-line.ts';
import type { BotMachine, EngineSink, MarketView } from '#lib/engine/machine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { expireClosingOrder, touchClosingOrder } from './coin-closing.ts';
import { CoinGrid, type CoinGridRules } from './coin-grid.ts';
import { equityAt } from './spot-grid-account.ts';
import { closeBy, SPOT_CLOSING } from './spot-grid-closing.ts';
import { openGrid, SPOT_OPENING } from './spot-grid-opening.ts';
import { readSnapshot, takeSnapshot } from './spot-grid-snapshot.ts';
import { newSpotGridState, type SpotGridState } from './spot-grid-state.ts';
import { endMinute, leap, travel } from './spot-grid-travel.ts';

/** The spot grid bot. */
const SPOT_GRID: CoinGridRules<SpotGridState> = {
  open: (state, ticks, timeMs) => openGrid(state, SPOT_OPENING, ticks, timeMs),
  travel,
  leap,
  touchClosing: (state, ticks, timeMs) => touchClosingOrder(state, SPOT_CLOSING, ticks, timeMs),
  wakeByTime(state, ticks, timeMs) {
    if (state.step === 'init-order-process') openGrid(state, SPOT_OPENING, ticks, timeMs);
    else if (state.status === 'running') endMinute(state, ticks, timeMs);
    else if (state.status === 'stopping') expireClosingOrder(state, SPOT_CLOSING, ticks, timeMs);
  },
  closeBy,
  equityAt,
  equityLine: ({ params, quote, base }) => coinLine(params.spec, quote, base),
  takeSnapshot,
};

/** A spot grid that has not started. */
export function createSpotGrid(params: SpotGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new CoinGrid(newSpotGridState(params, view, sink), SPOT_GRID);
}

/** A spot grid as it was when `snapshot()` was taken, for the same params. */
export function restoreSpotGrid(
  params: SpotGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return new CoinGrid(readSnapshot(params, snapshot, view, sink), SPOT_GRID);
}
