import { COMPOSE_KINDS, type ComposeKind } from '../contract/vocabulary.ts';
import type { EngineKind } from '../engine/engine-kind.ts';
import { createArbitrage, restoreArbitrage } from './arbitrage/engine.ts';
import type { EngineParamsByKind, RunnableKind } from './definitions.ts';
import { createFuturesGrid, restoreFuturesGrid } from './futures-grid/engine.ts';
import { createIndicator, restoreIndicator } from './indicator/engine.ts';
import type { ComposeParams } from './indicator/params.ts';
import { createInfiniteGrid, restoreInfiniteGrid } from './infinite-grid/engine.ts';
import { createMarginGrid, restoreMarginGrid } from './margin-grid/engine.ts';
import {
  createContractMartingale,
  createMartingale,
  restoreContractMartingale,
  restoreMartingale,
} from './martingale/engine.ts';
import { createSmartPosition, restoreSmartPosition } from './smart-position/engine.ts';
import { changeSpotGrid, createSpotGrid, restoreSpotGrid } from './spot-grid/engine.ts';
import { leastSwing } from './spot-grid/swing.ts';

/** All kinds that trade by conditions are one engine. */
const INDICATOR: EngineKind<ComposeParams> = {
  tradesAreWhole: true,
  create: createIndicator,
  restore: restoreIndicator,
};

const INDICATORS = Object.fromEntries(COMPOSE_KINDS.map((kind) => [kind, INDICATOR])) as Readonly<
  Record<ComposeKind, EngineKind<ComposeParams>>
>;

export const ENGINES: { readonly [K in RunnableKind]: EngineKind<EngineParamsByKind[K]> } = {
  spot_grid: {
    tradesAreWhole: false,
    leastSwing,
    create: createSpotGrid,
    restore: restoreSpotGrid,
    change: changeSpotGrid,
  },
  futures_grid: { tradesAreWhole: false, create: createFuturesGrid, restore: restoreFuturesGrid },
  margin_grid: { tradesAreWhole: false, create: createMarginGrid, restore: restoreMarginGrid },
  infinite_grid: { tradesAreWhole: false, create: createInfiniteGrid, restore: restoreInfiniteGrid },
  martingale: { tradesAreWhole: true, create: createMartingale, restore: restoreMartingale },
  'contract-martingale': { tradesAreWhole: true, create: createContractMartingale, restore: restoreContractMartingale },
  'smart-position': { tradesAreWhole: false, create: createSmartPosition, restore: restoreSmartPosition },
  'spot-future-arbitrage': { tradesAreWhole: false, create: createArbitrage, restore: restoreArbitrage },
  ...INDICATORS,
};
