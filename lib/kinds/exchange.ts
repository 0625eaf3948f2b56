import type { ExchangeKind } from '../strategies/exchange-kind.ts';
import { SPOT_FUTURE_ARBITRAGE } from './arbitrage/exchange.ts';
import type { EngineParamsByKind, PayloadByKind, RunnableKind } from './definitions.ts';
import { FUTURES_GRID } from './futures-grid/exchange.ts';
import { INDICATORS } from './indicator/exchange.ts';
import { INFINITE_GRID } from './infinite-grid/exchange.ts';
import { MARGIN_GRID } from './margin-grid/exchange.ts';
import { CONTRACT_MARTINGALE, MARTINGALE } from './martingale/exchange.ts';
import { RECURRING_BUY } from './recurring-buy/exchange.ts';
import { SMART_POSITION } from './smart-position/exchange.ts';
import { SPOT_GRID } from './spot-grid/exchange.ts';

/** Every kind that has an engine. A kind without an entry does not compile. */
export const KINDS: { readonly [K in RunnableKind]: ExchangeKind<PayloadByKind[K], EngineParamsByKind[K]> } = {
  spot_grid: SPOT_GRID,
  futures_grid: FUTURES_GRID,
  infinite_grid: INFINITE_GRID,
  margin_grid: MARGIN_GRID,
  martingale: MARTINGALE,
  'contract-martingale': CONTRACT_MARTINGALE,
  'smart-position': SMART_POSITION,
  'recurring-buy': RECURRING_BUY,
  'spot-future-arbitrage': SPOT_FUTURE_ARBITRAGE,
  ...INDICATORS,
};

export function kindOf<K extends RunnableKind>(kind: K): ExchangeKind<PayloadByKind[K], EngineParamsByKind[K]> {
  return KINDS[kind];
}
