import type { CreateBody } from '../contract/create-bodies.ts';
import type { StrategyType } from '../contract/vocabulary.ts';
import type { StrategyDefinition } from '../strategies/definition.ts';
import { SPOT_FUTURE_ARBITRAGE } from './arbitrage/definition.ts';
import { FUTURES_GRID } from './futures-grid/definition.ts';
import { COMPOSE_INDICATOR, CUSTOM_STRATEGY, SPOT_COMPOSE_INDICATOR } from './indicator/definition.ts';
import { PRESETS } from './indicator/presets.ts';
import { INFINITE_GRID } from './infinite-grid/definition.ts';
import { MARGIN_GRID } from './margin-grid/definition.ts';
import { CONTRACT_MARTINGALE, MARTINGALE } from './martingale/definition.ts';
import { RECURRING_BUY } from './recurring-buy/definition.ts';
import { SMART_POSITION } from './smart-position/definition.ts';
import { SPOT_GRID } from './spot-grid/definition.ts';

/** Every kind by its strategy type. One that is missing, or that no create call takes, does not compile; its payload and its params follow from its definition. */
const DEFINED = {
  spot_grid: SPOT_GRID,
  futures_grid: FUTURES_GRID,
  infinite_grid: INFINITE_GRID,
  margin_grid: MARGIN_GRID,
  martingale: MARTINGALE,
  'contract-martingale': CONTRACT_MARTINGALE,
  'smart-position': SMART_POSITION,
  'recurring-buy': RECURRING_BUY,
  'spot-future-arbitrage': SPOT_FUTURE_ARBITRAGE,
  'compose-indicator': COMPOSE_INDICATOR,
  'spot-compose-indicator': SPOT_COMPOSE_INDICATOR,
  'custom-strategy': CUSTOM_STRATEGY,
  ...PRESETS,
} satisfies Readonly<Record<StrategyType, StrategyDefinition<CreateBody, object>>>;

/** The kinds that can be created and run. */
export type RunnableKind = keyof typeof DEFINED;

/** What each kind's create call takes. */
export type PayloadByKind = { readonly [K in RunnableKind]: ReturnType<(typeof DEFINED)[K]['encode']> };

/** What each kind's engine takes. */
export type EngineParamsByKind = { readonly [K in RunnableKind]: ReturnType<(typeof DEFINED)[K]['params']> };

export const STRATEGIES: { readonly [K in RunnableKind]: StrategyDefinition<PayloadByKind[K], EngineParamsByKind[K]> } =
  DEFINED;

export const RUNNABLE_KINDS = Object.keys(STRATEGIES) as RunnableKind[];

/** The definition of a kind; `isCreatable` of the catalogue says whether a word is one. */
export function definitionOf<K extends RunnableKind>(
  kind: K,
): StrategyDefinition<PayloadByKind[K], EngineParamsByKind[K]> {
  return STRATEGIES[kind];
}
