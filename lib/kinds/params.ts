import type { ComposeKind } from '../contract/vocabulary.ts';
import type { ArbitrageParams } from './arbitrage/params.ts';
import type { FuturesGridParams } from './futures-grid/params.ts';
import type { ComposeParams } from './indicator/params.ts';
import type { InfiniteGridParams } from './infinite-grid/params.ts';
import type { MarginGridParams } from './margin-grid/params.ts';
import type { ContractMartingaleParams, MartingaleParams } from './martingale/params.ts';
import type { SmartPositionParams } from './smart-position/params.ts';
import type { SpotGridParams } from './spot-grid/params.ts';

/** Engine of each kind under its strategy type. A kind without an engine does not compile (see lib/strategies/registry.ts). */
export interface EngineParamsByKind extends Record<ComposeKind, ComposeParams> {
  spot_grid: SpotGridParams;
  futures_grid: FuturesGridParams;
  margin_grid: MarginGridParams;
  infinite_grid: InfiniteGridParams;
  martingale: MartingaleParams;
  'contract-martingale': ContractMartingaleParams;
  'smart-position': SmartPositionParams;
  'spot-future-arbitrage': ArbitrageParams;
}

export type RunnableKind = keyof EngineParamsByKind;
