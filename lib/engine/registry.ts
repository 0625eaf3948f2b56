import type { SpotGridParams } from './grid-params.ts';
import { createSpotGrid, restoreSpotGrid } from './kinds/spot-grid.ts';
import type { BotMachine, EngineSink, MarketView } from './machine.ts';

/** Engine of each kind under its strategy type. A kind without an engine does not compile (see lib/strategies/registry.ts). */
export interface EngineParamsByKind {
  spot_grid: SpotGridParams;
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
};
