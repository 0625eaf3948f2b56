/** Words of auto-invest plans that calls, the exchange and screens share. */

/** What a plan's version is (E-109): the present one runs, is paused or is closed; one before it is history. */
export const PLAN_STATUS = { active: 1, inactive: 2, closed: 3, history: 4 } as const;
export type PlanStatus = (typeof PLAN_STATUS)[keyof typeof PLAN_STATUS];

/** How often a plan buys (H20): the schedules of lib/formulas/schedule.ts, which this room does not know. */
export const PLAN_PERIODS = ['1h', '4h', '1d', '1w', '2w', '1mo'] as const;

/** What a plan did at a date, or its owner with what it holds. `partly`: some of its coins could not be bought. */
export const PLAN_RESULTS = ['bought', 'partly', 'failed', 'redeemed', 'sold'] as const;
export type PlanResult = (typeof PLAN_RESULTS)[number];

/**
 * Why a purchase, or one coin's part of it, was not made; '' = it was. `away`: the exchange was not there at the date; `stopped`: its owner
 * has paused or ended the plan before it was made.
 */
export const PLAN_REASONS = [
  '',
  'too-small',
  'no-balance',
  'price-unknown',
  'market-closed',
  'protected',
  'away',
  'stopped',
] as const;
export type PlanReason = (typeof PLAN_REASONS)[number];

/** How coins are redeemed: as they are, or sold at the market. */
export const REDEEM_WAYS = ['coins', 'sell'] as const;
export type RedeemWay = (typeof REDEEM_WAYS)[number];

/** Columns that a list of plans can be sorted by (E-042). */
export const PLAN_SORTS = ['amount', 'yesterday_earnings', 'position_gain', 'cumulative_amount'] as const;
export type PlanSort = (typeof PLAN_SORTS)[number];

/** Rows of a page of plans where nobody says (E-326), and the most (E-380). */
export const PLANS_A_PAGE = 20;
export const MOST_PLANS_A_PAGE = 100;
