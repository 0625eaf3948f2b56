/** Words of the wire that several rooms share. The documents spell them; nobody else may. */

/** The ten single-indicator bots (C-015, H8): presets over the indicator engine. */
export const PRESET_KINDS = [
  'macd',
  'macd-rsi',
  'double-ma',
  'double-ma-rsi',
  'boll',
  'adx-cloud',
  'percent-channel',
  'atr-breakout',
  'gravity',
  'keltner',
] as const;
export type PresetKind = (typeof PRESET_KINDS)[number];

/** Every kind that trades by conditions on indicators: one engine, one payload. */
export const INDICATOR_KINDS = [
  'compose-indicator',
  'spot-compose-indicator',
  'custom-strategy',
  ...PRESET_KINDS,
] as const;
export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

/** Every strategy kind of the product, earn products excepted (documents §1, decisions H8), and then our own. */
export const STRATEGY_TYPES = [
  'spot_grid',
  'futures_grid',
  'margin_grid',
  'infinite_grid',
  'martingale',
  'contract-martingale',
  'smart-position',
  'spot-future-arbitrage',
  ...INDICATOR_KINDS,
  'recurring-buy',
] as const;
export type StrategyType = (typeof STRATEGY_TYPES)[number];

/** The counters' keys in their order (E-136): custom strategies and single-indicator bots count as indicator ones. */
export const COUNTER_KEYS = [
  'spot_grid',
  'futures_grid',
  'smart-position',
  'margin_grid',
  'infinite_grid',
  'spot-future-arbitrage',
  'martingale',
  'compose-indicator',
  'spot-compose-indicator',
  'contract-martingale',
  'finance-auto-invest',
  'finance-high-sell',
  'finance-low-buy',
] as const;

/** What the recommended list can be narrowed to (ours, `list_filters`): a largest fall (fraction), whole days of running, a direction, USDT that are enough for another such bot. Few values, so that an exchange can keep an index of each. */
export const LIST_FALLS = ['0.05', '0.1', '0.2', '0.3'] as const;
export const LIST_DAYS = ['30', '60', '90', '180'] as const;
export const LIST_SIDES = ['buy', 'sell', 'neutral'] as const;
export const LIST_INVESTMENTS = ['20', '50', '100', '500', '1000'] as const;

/** Reply codes (decisions §3). Earn calls use 0 for ok. */
export const CODE = {
  ok: 200,
  badRequest: 400,
  loginRequired: 401,
  forbidden: 403,
  unknown: 404,
  agreementRequired: 406,
  conflict: 409,
  field: 422,
  fundPasswordRequired: 423,
  fundPasswordWrong: 424,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** The code of a good answer of an earn call (X54). */
export const EARN_OK = 0;

/** Whether a code is that of a good answer. */
export function isGoodCode(code: number): boolean {
  return code === CODE.ok || code === EARN_OK;
}

/** Codes that say nothing about the question: too many at once, or nobody there to answer. */
const OUTAGES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

export function isOutage(code: number): boolean {
  return OUTAGES.has(code);
}

/** The last of the trader's events that a reply contains, as the event stream numbers them; absent: not known. */
export const LAST_EVENT_HEADER = 'x-last-event';

/** The account that a page asks for, by its number: a money call for one account is not carried out for another. */
export const TRADER_HEADER = 'trader-id';

/** What a keyed call's Idempotency-Key looks like: made by the client, one a wish. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{16,64}$/;
