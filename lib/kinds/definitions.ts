import type { ComposeKind } from '../contract/vocabulary.ts';
import type { StrategyDefinition } from '../strategies/definition.ts';
import type { ArbitragePayload } from './arbitrage/definition/payload.ts';
import { SPOT_FUTURE_ARBITRAGE } from './arbitrage/definition.ts';
import type { FuturesGridPayload } from './futures-grid/definition/payload.ts';
import { FUTURES_GRID } from './futures-grid/definition.ts';
import type { ComposePayload } from './indicator/definition/payload.ts';
import { COMPOSE_INDICATOR, CUSTOM_STRATEGY, SPOT_COMPOSE_INDICATOR } from './indicator/definition.ts';
import { PRESETS } from './indicator/presets.ts';
import type { InfiniteGridPayload } from './infinite-grid/definition/payload.ts';
import { INFINITE_GRID } from './infinite-grid/definition.ts';
import type { MarginGridPayload } from './margin-grid/definition/payload.ts';
import { MARGIN_GRID } from './margin-grid/definition.ts';
import type { MartingalePayload } from './martingale/definition/payload.ts';
import { CONTRACT_MARTINGALE, MARTINGALE } from './martingale/definition.ts';
import type { EngineParamsByKind, RunnableKind } from './params.ts';
import type { SmartPositionPayload } from './smart-position/definition/payload.ts';
import { SMART_POSITION } from './smart-position/definition.ts';
import type { SpotGridPayload } from './spot-grid/definition/payload.ts';
import { SPOT_GRID } from './spot-grid/definition.ts';

/** What each kind's create call takes. */
export interface PayloadByKind extends Record<ComposeKind, ComposePayload> {
  spot_grid: SpotGridPayload;
  futures_grid: FuturesGridPayload;
  infinite_grid: InfiniteGridPayload;
  margin_grid: MarginGridPayload;
  martingale: MartingalePayload;
  'contract-martingale': MartingalePayload;
  'smart-position': SmartPositionPayload;
  'spot-future-arbitrage': ArbitragePayload;
}

/** Every kind that has an engine, by its strategy type. A kind missing here or in lib/engine/registry.ts does not compile. */
export const STRATEGIES: { readonly [K in RunnableKind]: StrategyDefinition<PayloadByKind[K], EngineParamsByKind[K]> } =
  {
    spot_grid: SPOT_GRID,
    futures_grid: FUTURES_GRID,
    infinite_grid: INFINITE_GRID,
    margin_grid: MARGIN_GRID,
    martingale: MARTINGALE,
    'contract-martingale': CONTRACT_MARTINGALE,
    'smart-position': SMART_POSITION,
    'spot-future-arbitrage': SPOT_FUTURE_ARBITRAGE,
    'compose-indicator': COMPOSE_INDICATOR,
    'spot-compose-indicator': SPOT_COMPOSE_INDICATOR,
    'custom-strategy': CUSTOM_STRATEGY,
    ...PRESETS,
  };

/** The kinds that can be created and run. */
export const RUNNABLE_KINDS = Object.keys(STRATEGIES) as RunnableKind[];

/** The definition of a kind; `isCreatable` of the catalogue says whether a word is one. */
export function definitionOf<K extends RunnableKind>(
  kind: K,
): StrategyDefinition<PayloadByKind[K], EngineParamsByKind[K]> {
  return STRATEGIES[kind];
}
