import type { StrategyType } from '../contract/vocabulary.ts';
import type { ColumnName } from './fields/columns.ts';

/** Picker classes in the order of the 'all' tab (C-034). */
export const PICKER_CLASSES = ['grid', 'average-cost', 'passive-arbitrage', 'expert'] as const;
export type PickerClass = (typeof PICKER_CLASSES)[number];

/** The two beginnings of help pages' addresses. */
export const HELP_PREFIXES = ['bots', 'quants'] as const;
export type HelpPrefix = (typeof HELP_PREFIXES)[number];

/** What screens and handlers ask about a bot, also about one of a kind that they do not know. */
export interface BotFacts {
  /** What its closed trades bring: profit of grid pairs, of martingale rounds, or what sales and closed positions realised. */
  readonly profits: 'grid' | 'round' | 'realised';
  /** One market, the coins of a portfolio, or a coin and its contract. */
  readonly trades: 'market' | 'portfolio' | 'legs';
  /** The least coins of a portfolio. */
  readonly fewestCoins: number;
  /** The coins of a portfolio are brought back to their weights; of others these are what is bought with, once. */
  readonly keepsWeights: boolean;
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
  /** Its trades follow conditions on indicators. */
  readonly usesConditions: boolean;
  /** Its conditions may be saved under a name (H8). */
  readonly savesConditions: boolean;
  /** Stops that its owner may change while it lives; null: it has none. */
  readonly stops: StopFacts | null;
  /** Its range may follow the price, to limits that its owner may change while it lives. */
  readonly trails: boolean;
  /** When more money may come into a bot that lives, to be worked with: a plan says what is bought of it. */
  readonly takesMoney: 'always' | 'on-spot' | 'never';
  /** What its completed trades brought may be taken out while it lives (M-269). */
  readonly paysProfit: boolean;
}

/** Where a bot's stops are typed, and what they are: prices, parts of the investment, or parts of what a round has cost. */
export interface StopFacts {
  readonly of: 'price' | 'investment' | 'round';
  /** Form fields; null: it has no such stop. */
  readonly loss: string | null;
  readonly profit: string | null;
}

/**
 * What screens and handlers ask about a kind without its form: plain data, which tables and public pages bundle. Whoever needs
 * to tell kinds apart asks for a fact here, not for a name.
 */
export interface KindFacts extends BotFacts {
  /** Class membership (H5, H8). */
  readonly pickerClass: PickerClass;
  /** Where it is created: trade page, futures page (C-023, C-024, H1), or both: on the market of the page (H8). */
  readonly page: 'trade' | 'futures' | 'both';
  /** Under which of the two documented addresses its help page is (C-030, X58); the other leads there. */
  readonly helpUnder: HelpPrefix;
  /** 'fee as low as 0.05' on its card (C-041, X26: fixed text). */
  readonly hasLowFeeTag: boolean;
  /** The documents only name it (H8): another exchange runs it when it announces `kind:<kind>` (H61). */
  readonly needsAnnouncing: boolean;
  /** Its list has its total income too (E-022). */
  readonly hasIncome: boolean;
  /** The kinds that its bots are counted and listed under as well (H8), on spot and on contracts; absent: its own alone. */
  readonly countedAs?: { readonly trade: StrategyType; readonly futures: StrategyType };
  /** The columns of its rows in the tables of running and ended bots. */
  readonly columns: readonly ColumnName[];
}

/** What promises least: of a kind that we do not know. */
export const PLAIN_FACTS: BotFacts = {
  profits: 'realised',
  trades: 'market',
  fewestCoins: 2,
  keepsWeights: false,
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
  usesConditions: false,
  savesConditions: false,
  stops: null,
  trails: false,
  takesMoney: 'never',
  paysProfit: false,
};

/** A kind of the documents, on the trade page, with nothing special about it. */
export const PLAIN_KIND = {
  ...PLAIN_FACTS,
  page: 'trade',
  helpUnder: 'quants',
  hasLowFeeTag: false,
  needsAnnouncing: false,
  hasIncome: false,
} as const;

export const GRID_KIND = {
  ...PLAIN_KIND,
  hasIncome: true,
  pickerClass: 'grid',
  helpUnder: 'bots',
  profits: 'grid',
  range: 'prices',
  restsOrders: true,
  stops: { of: 'price', loss: 'stop_loss', profit: 'stop_profit' },
  takesMoney: 'always',
} as const;

/** Every row ends with how long the bot ran, how it ended and what can be done with it. */
export const LAST_COLUMNS = ['run_times', 'finish_time', 'reason', 'actions'] as const satisfies readonly ColumnName[];

/** A row: the bot, how it is, what its kind has to show, and the end of every row. */
export function rowOf(...own: readonly ColumnName[]): readonly ColumnName[] {
  return ['bot', 'status', ...own, ...LAST_COLUMNS];
}

/** The row of grids that trade either side on borrowed money or margin. */
export const SIDED_GRID_ROW = rowOf(
  'side',
  'money',
  'profit',
  'grid_profit',
  'year_pft_rate',
  'price_range',
  'liquidation',
  'match_times',
);
