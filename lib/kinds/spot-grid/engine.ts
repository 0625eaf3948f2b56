import { CoinMachine } from '../../engine/body/coin-machine.ts';
import { newCoinBot, readSnapshot } from '../../engine/body/snapshot.ts';
import type { SpotGridParams } from '../../engine/grid-params.ts';
import type { BotMachine, EngineSink, MarketView } from '../../engine/machine.ts';
import { SPOT_GRID } from './decisions.ts';
import { windowLine } from './levels.ts';

/** A spot grid that has not started. */
export function createSpotGrid(params: SpotGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new CoinMachine(newCoinBot(params, params.gridCount, view, sink), SPOT_GRID);
}

/** A spot grid as it was when `snapshot()` was taken, for the same params. */
export function restoreSpotGrid(
  params: SpotGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const lineAt = (shift: number, index: number): number => windowLine(params, shift, index);
  return new CoinMachine(readSnapshot(params, params.gridCount, snapshot, lineAt, view, sink), SPOT_GRID);
}
