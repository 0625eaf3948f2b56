import { INDICATOR_KINDS, type IndicatorKind } from '../contract/vocabulary.ts';
import type { EngineKind } from '../engine/engine-kind.ts';
import { createArbitrage, restoreArbitrage } from './arbitrage/engine.ts';
import type { EngineParamsByKind, RunnableKind } from './definitions.ts';
import { changeFuturesGrid, createFuturesGrid, restoreFuturesGrid } from './futures-grid/engine.ts';
import { changeIndicator } from './indicator/changing.ts';
import { createIndicator, restoreIndicator } from './indicator/engine.ts';
import type { IndicatorParams } from './indicator/params.ts';
import { changeInfiniteGrid, createInfiniteGrid, restoreInfiniteGrid } from './infinite-grid/engine.ts';
import { changeMarginGrid, createMarginGrid, restoreMarginGrid } from './margin-grid/engine.ts';
import {
  changeContractMartingale,
  changeMartingale,
  createContractMartingale,
  createMartingale,
  restoreContractMartingale,
  restoreMartingale,
} from './martingale/engine.ts';
import { changeRecurringBuy, createRecurringBuy, restoreRecurringBuy } from './recurring-buy/engine.ts';
import { changeSmartPosition, createSmartPosition, restoreSmartPosition } from './smart-position/engine.ts';
import { changeSpotGrid, createSpotGrid, restoreSpotGrid } from './spot-grid/engine.ts';
import { leastSwing } from './spot-grid/swing.ts';

/** All kinds that trade by conditions are one engine. */
const INDICATOR: EngineKind<IndicatorParams> = {
  tradesAreWhole: true,
  create: createIndicator,
  restore: restoreIndicator,
  change: changeIndicator,
};

const INDICATORS = Object.fromEntries(INDICATOR_KINDS.map((kind) => [kind, INDICATOR])) as Readonly<
  Record<IndicatorKind, EngineKind<IndicatorParams>>
>;

export const ENGINES: { readonly [K in RunnableKind]: EngineKind<EngineParamsByKind[K]> } = {
  spot_grid: {
    tradesAreWhole: false,
    leastSwing,
    create: createSpotGrid,
    restore: restoreSpotGrid,
    change: changeSpotGrid,
  },
  futures_grid: {
    tradesAreWhole: false,
    create: createFuturesGrid,
    restore: restoreFuturesGrid,
    change: changeFuturesGrid,
  },
  margin_grid: {
    tradesAreWhole: false,
    create: createMarginGrid,
    restore: restoreMarginGrid,
    change: changeMarginGrid,
  },
  infinite_grid: {
    tradesAreWhole: false,
    create: createInfiniteGrid,
    restore: restoreInfiniteGrid,
    change: changeInfiniteGrid,
  },
  martingale: {
    tradesAreWhole: true,
    create: createMartingale,
    restore: restoreMartingale,
    change: changeMartingale,
  },
  'contract-martingale': {
    tradesAreWhole: true,
    create: createContractMartingale,
    restore: restoreContractMartingale,
    change: changeContractMartingale,
  },
  'smart-position': {
    tradesAreWhole: false,
    create: createSmartPosition,
    restore: restoreSmartPosition,
    change: changeSmartPosition,
  },
  'recurring-buy': {
    tradesAreWhole: false,
    create: createRecurringBuy,
    restore: restoreRecurringBuy,
    change: changeRecurringBuy,
  },
  'spot-future-arbitrage': { tradesAreWhole: false, create: createArbitrage, restore: restoreArbitrage },
  ...INDICATORS,
};
