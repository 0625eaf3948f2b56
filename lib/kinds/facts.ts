import type { StrategyType } from '../contract/vocabulary.ts';
import { type BotFacts, type KindFacts, PLAIN_FACTS } from '../strategies/kind-facts.ts';
import { ARBITRAGE_FACTS } from './arbitrage/facts.ts';
import { FUTURES_GRID_FACTS } from './futures-grid/facts.ts';
import { INDICATOR_FACTS } from './indicator/facts.ts';
import { INFINITE_GRID_FACTS } from './infinite-grid/facts.ts';
import { MARGIN_GRID_FACTS } from './margin-grid/facts.ts';
import { CONTRACT_MARTINGALE_FACTS, MARTINGALE_FACTS } from './martingale/facts.ts';
import { RECURRING_BUY_FACTS } from './recurring-buy/facts.ts';
import { SMART_POSITION_FACTS } from './smart-position/facts.ts';
import { SPOT_GRID_FACTS } from './spot-grid/facts.ts';

/** What screens and handlers ask about every kind, in the order of the picker. Carries no form code: tables and public pages bundle it. */
export const KIND_FACTS: Readonly<Record<StrategyType, KindFacts>> = {
  spot_grid: SPOT_GRID_FACTS,
  futures_grid: FUTURES_GRID_FACTS,
  margin_grid: MARGIN_GRID_FACTS,
  infinite_grid: INFINITE_GRID_FACTS,
  martingale: MARTINGALE_FACTS,
  'contract-martingale': CONTRACT_MARTINGALE_FACTS,
  'recurring-buy': RECURRING_BUY_FACTS,
  'spot-future-arbitrage': ARBITRAGE_FACTS,
  'smart-position': SMART_POSITION_FACTS,
  ...INDICATOR_FACTS,
};

const FACTS_BY_NAME: ReadonlyMap<string, BotFacts> = new Map(Object.entries(KIND_FACTS));

/** The facts of a kind; of a name that we do not know, those that promise least. */
export function factsOf(kind: string): BotFacts {
  return FACTS_BY_NAME.get(kind) ?? PLAIN_FACTS;
}
