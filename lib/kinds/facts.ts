/**
 * What screens and handlers ask about a bot's kind, beside the definitions and under the same key. Carries no form code:
 * tables and public pages bundle it. Whoever needs to tell kinds apart asks for a fact here, not for a name.
 */
import type { StrategyType } from '../contract/vocabulary.ts';

export interface BotFacts {
  /** What its closed trades bring: profit of grid pairs, of martingale rounds, or what sales and closed positions realised. */
  readonly profits: 'grid' | 'round' | 'realised';
  /** One market, the coins of a portfolio, or a coin and its contract. */
  readonly trades: 'market' | 'portfolio' | 'legs';
  /** The two prices of its range: prices, fractions of the last price, or it has none. */
  readonly range: 'prices' | 'fractions' | 'none';
  /** Limit orders of its own rest in the book, so that it matters to a backtest when those fill (H58). */
  readonly restsOrders: boolean;
  /** It trades coins with borrowed money. */
  readonly isOnMargin: boolean;
  /** While it opens, open orders tell how much of its opening is filled (M-069). */
  readonly tellsOpening: boolean;
  /** Its termination may be adjusted while it is under way (M-138). */
  readonly isTerminationAdjustable: boolean;
  /** Where a table opens its detail: in a panel, or as a page in a new tab (M-020, M-026). */
  readonly opensIn: 'panel' | 'page';
  /** Ranked lists order it by its Sharpe ratio too (C-050, C-051). */
  readonly hasSharpe: boolean;
  /** Words of an end that came from outside (M-127). */
  readonly external: 'external' | 'external_futures' | 'external_margin';
  /** The call that gives its AI parameters: documented ones of some kinds (C-372 … C-376), ours of all others. */
  readonly aiCall: 'aiSpotGrid' | 'aiFuturesGrid' | 'aiInfiniteGrid' | 'martingaleBacktestProfit' | 'aiParams';
  /** Going from AI to manual mode opens the advanced settings, but of low risk (C-185). */
  readonly opensAdvancedByHand: boolean;
  /** One form may start it on several coins at once (C-052). */
  readonly startsOnSeveralCoins: boolean;
  /** Its conditions may be saved under a name (H8). */
  readonly savesConditions: boolean;
}

const PLAIN: BotFacts = {
  profits: 'realised',
  trades: 'market',
  range: 'none',
  restsOrders: false,
  isOnMargin: false,
  tellsOpening: true,
  isTerminationAdjustable: true,
  opensIn: 'page',
  hasSharpe: true,
  external: 'external',
  aiCall: 'aiParams',
  opensAdvancedByHand: false,
  startsOnSeveralCoins: false,
  savesConditions: false,
};

const GRID: BotFacts = { ...PLAIN, profits: 'grid', range: 'prices', restsOrders: true };
const INDICATOR: BotFacts = { ...PLAIN, isTerminationAdjustable: false };

const BOT_FACTS: Readonly<Record<StrategyType, BotFacts>> = {
  spot_grid: { ...GRID, opensIn: 'panel', aiCall: 'aiSpotGrid' },
  futures_grid: { ...GRID, opensIn: 'panel', external: 'external_futures', aiCall: 'aiFuturesGrid' },
  margin_grid: { ...GRID, isOnMargin: true, external: 'external_margin' },
  infinite_grid: { ...GRID, range: 'fractions', tellsOpening: false, aiCall: 'aiInfiniteGrid' },
  martingale: {
    ...PLAIN,
    profits: 'round',
    restsOrders: true,
    opensIn: 'panel',
    aiCall: 'martingaleBacktestProfit',
    opensAdvancedByHand: true,
    startsOnSeveralCoins: true,
  },
  'contract-martingale': {
    ...PLAIN,
    profits: 'round',
    restsOrders: true,
    isTerminationAdjustable: false,
    opensIn: 'panel',
    external: 'external_futures',
  },
  'spot-future-arbitrage': { ...PLAIN, trades: 'legs', isTerminationAdjustable: false },
  'smart-position': { ...PLAIN, trades: 'portfolio', hasSharpe: false },
  'compose-indicator': INDICATOR,
  'spot-compose-indicator': INDICATOR,
  'custom-strategy': { ...INDICATOR, savesConditions: true },
  macd: INDICATOR,
  'macd-rsi': INDICATOR,
  'double-ma': INDICATOR,
  'double-ma-rsi': INDICATOR,
  boll: INDICATOR,
  'adx-cloud': INDICATOR,
  'percent-channel': INDICATOR,
  'atr-breakout': INDICATOR,
  gravity: INDICATOR,
  keltner: INDICATOR,
};

/** The facts of a kind; of a name that we do not know, those that promise least. */
export function factsOf(kind: string): BotFacts {
  return Object.hasOwn(BOT_FACTS, kind) ? BOT_FACTS[kind as StrategyType] : PLAIN;
}
