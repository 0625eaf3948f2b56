import type { ComposeKind } from '../contract/vocabulary.ts';
import type { ArbitrageParams } from './arbitrage-params.ts';
import type { ComposeParams } from './compose-params.ts';
import type { FuturesGridParams } from './futures-grid-params.ts';
import type { SpotGridParams } from './grid-params.ts';
import type { InfiniteGridParams } from './infinite-grid-params.ts';
import { createArbitrage, restoreArbitrage } from './kinds/arbitrage.ts';
import { createCompose, restoreCompose } from './kinds/compose.ts';
import { createFuturesGrid, restoreFuturesGrid } from './kinds/futures-grid.ts';
import { createInfiniteGrid, restoreInfiniteGrid } from './kinds/infinite-grid.ts';
import { createMarginGrid, restoreMarginGrid } from './kinds/margin-grid.ts';
import { createMartingale, restoreMartingale } from './kinds/martingale.ts';
import { createContractMartingale, restoreContractMartingale } from './kinds/martingale-contract.ts';
import { createPortfolio, restorePortfolio } from './kinds/portfolio.ts';
import { createSpotGrid, restoreSpotGrid } from './kinds/spot-grid.ts';
import type { BotMachine, EngineSink, MarketView } from './machine.ts';
import type { MarginGridParams } from './margin-grid-params.ts';
import type { ContractMartingaleParams, MartingaleParams } from './martingale-params.ts';
import type { PortfolioParams } from './portfolio-params.ts';

/** Engine of each kind under its strategy type. A kind without an engine does not compile (see lib/strategies/registry.ts). */
export interface EngineParamsByKind extends Record<ComposeKind, ComposeParams> {
  spot_grid: SpotGridParams;
  futures_grid: FuturesGridParams;
  margin_grid: MarginGridParams;
  infinite_grid: InfiniteGridParams;
  martingale: MartingaleParams;
  'contract-martingale': ContractMartingaleParams;
  'smart-position': PortfolioParams;
  'spot-future-arbitrage': ArbitrageParams;
}

export type RunnableKind = keyof EngineParamsByKind;

export interface EngineKind<P> {
  /**
   * Whether a completed trade begins and ends without a position, so that the same trades could have come in another
   * order. Not of grids and portfolios, whose trades are parts of one position.
   */
  readonly tradesAreWhole: boolean;
  /** A machine that has not started. */
  create(params: P, view: MarketView, sink: EngineSink): BotMachine;
  /** A machine as it was when `snapshot()` was taken. */
  restore(params: P, snapshot: unknown, view: MarketView, sink: EngineSink): BotMachine;
}

/** All kinds that trade by conditions are one engine. */
const COMPOSE: EngineKind<ComposeParams> = { tradesAreWhole: true, create: createCompose, restore: restoreCompose };

export const ENGINES: { readonly [K in RunnableKind]: EngineKind<EngineParamsByKind[K]> } = {
  spot_grid: { tradesAreWhole: false, create: createSpotGrid, restore: restoreSpotGrid },
  futures_grid: { tradesAreWhole: false, create: createFuturesGrid, restore: restoreFuturesGrid },
  margin_grid: { tradesAreWhole: false, create: createMarginGrid, restore: restoreMarginGrid },
  infinite_grid: { tradesAreWhole: false, create: createInfiniteGrid, restore: restoreInfiniteGrid },
  martingale: { tradesAreWhole: true, create: createMartingale, restore: restoreMartingale },
  'contract-martingale': { tradesAreWhole: true, create: createContractMartingale, restore: restoreContractMartingale },
  'smart-position': { tradesAreWhole: false, create: createPortfolio, restore: restorePortfolio },
  'spot-future-arbitrage': { tradesAreWhole: false, create: createArbitrage, restore: restoreArbitrage },
  'compose-indicator': COMPOSE,
  'spot-compose-indicator': COMPOSE,
  'custom-strategy': COMPOSE,
  macd: COMPOSE,
  'macd-rsi': COMPOSE,
  'double-ma': COMPOSE,
  'double-ma-rsi': COMPOSE,
  boll: COMPOSE,
  'adx-cloud': COMPOSE,
  'percent-channel': COMPOSE,
  'atr-breakout': COMPOSE,
  gravity: COMPOSE,
  keltner: COMPOSE,
};
