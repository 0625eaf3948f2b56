/** Words and bounds of an account's protection: what limits it has, and what is done when one is reached. */

/** What is limited. */
export const PROTECTION_LIMITS = ['drawdown', 'exposure'] as const;
export type ProtectionLimit = (typeof PROTECTION_LIMITS)[number];

/** What is done when a limit is reached; each does what those before it do. */
export const PROTECTION_ACTIONS = ['warn', 'stop-creating', 'stop-all'] as const;
export type ProtectionAction = (typeof PROTECTION_ACTIONS)[number];

/** Percent, at most two decimals. */
export const DRAWDOWN_PERCENT = { least: '0.1', most: '100' } as const;
/** USDT, at most two decimals. */
export const EXPOSURE_USDT = { least: '1', most: '1000000000' } as const;
/** Coins with a limit of their own. */
export const MOST_COIN_LIMITS = 50;

/** Why a bot is not ended with the others: its state, the spread of its book, or no word of what its end would bring. */
export const END_OBSTACLES = ['state', 'spread', 'unknown'] as const;
export type EndObstacle = (typeof END_OBSTACLES)[number];

/** Bots of a plan that are told one by one; all are in its sums. */
export const MOST_TOLD_ENDS = 100;
