import type { FuturesGridParams } from './futures-grid-params.ts';
import type { SpotGridParams } from './grid-params.ts';
import type { InfiniteGridParams } from './infinite-grid-params.ts';
import { createFuturesGrid, restoreFuturesGrid } from './kinds/futures-grid.ts';
import { createInfiniteGrid, restoreInfiniteGrid } from './kinds/infinite-grid.ts';
import { createMarginGrid, restoreMarginGrid } from './kinds/margin-grid.ts';
import { createMartingale, restoreMartingale } from './kinds/martingale.ts';
import { createContractMartingale, restoreContractMartingale } from './kinds/martingale-contract.ts';
import { createSpotGrid, restoreSpotGrid } from './kinds/spot-grid.ts';
import type { BotMachine, EngineSink, MarketView } from './machine.ts';
import type { MarginGridParams } from './margin-grid-params.ts';
import type { ContractMartingaleParams, MartingaleParams } from './martingale-params.ts';

/** Engine of each kind under its strategy type. A kind without an engine does not compile (see lib/strategies/registry.ts). */
export interface EngineParamsByKind {
  spot_grid: SpotGridParams;
  futures_grid: FuturesGridParams;
  margin_grid: MarginGridParams;
  infinite_grid: InfiniteGridParams;
  martingale: MartingaleParams;
  'contract-martingale': ContractMartingaleParams;
}

export type RunnableKind = keyof EngineParamsByKind;

export interface EngineKind<P> {
  /** A machine that has not started. */
  create(params: P, view: MarketView, sink: EngineSink): BotMachine;
  /** A machine as it was when `snapshot()` was taken. */
  restore(params: P, snapshot: unknown, view: MarketView, sink: EngineSink): BotMachine;
}

export const ENGINES: { readonly [K in RunnableKind]: EngineKind<EngineParamsByKind[K]> } = {
  spot_grid: { create: createSpotGrid, restore: restoreSpotGrid },
  futures_grid: { create: createFuturesGrid, restore: restoreFuturesGrid },
  margin_grid: { create: createMarginGrid, restore: restoreMarginGrid },
  infinite_grid: { create: createInfiniteGrid, restore: restoreInfiniteGrid },
  martingale: { create: createMartingale, restore: restoreMartingale },
  'contract-martingale': { create: createContractMartingale, restore: restoreContractMartingale },
};
