/** Words of the wire that several rooms share. The documents spell them; nobody else may. */

/** Every strategy kind of the product, earn products excepted (documents §1, decisions H8); the last one is our own. */
export const STRATEGY_TYPES = [
  'spot_grid',
  'futures_grid',
  'margin_grid',
  'infinite_grid',
  'martingale',
  'contract-martingale',
  'smart-position',
  'spot-future-arbitrage',
  'compose-indicator',
  'spot-compose-indicator',
  'custom-strategy',
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
  'recurring-buy',
] as const;
export type StrategyType = (typeof STRATEGY_TYPES)[number];

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
] as const satisfies readonly StrategyType[];
export type PresetKind = (typeof PRESET_KINDS)[number];

/** Every kind that trades by conditions on indicators: one engine, one payload. */
export const INDICATOR_KINDS = [
  'compose-indicator',
  'spot-compose-indicator',
  'custom-strategy',
  ...PRESET_KINDS,
] as const satisfies readonly StrategyType[];
export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

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

/** What an order is for. */
export const ORDER_ROLES = ['open', 'grid', 'close', 'increase', 'reduce', 'rebalance'] as const;
export type OrderRole = (typeof ORDER_ROLES)[number];

/** Why an indicator bot traded (E-375). */
export const SIGNAL_TYPES = [
  'open',
  'close',
  'reduce',
  'increase',
  'stop_profit',
  'stop_loss',
  'open-l',
  'open-s',
  'increase-l',
  'increase-s',
  'reduce-l',
  'reduce-s',
  'protect-profit',
  'base-close',
  'in',
  'out',
  'ptn-stoploss',
  'ptn-stoprofit',
] as const;
export type SignalType = (typeof SIGNAL_TYPES)[number];

/** Bot statuses (M-119). */
export const BOT_STATUSES = [
  'open',
  'running',
  'pause',
  'pausing',
  'finishing',
  'stopping',
  'stopped',
  'finished',
  'starting',
  'retrying',
] as const;
export type BotStatus = (typeof BOT_STATUSES)[number];

/** Steps by their numeric code 0–10 (M-122); the wire carries the name and `step_code` (X31). */
export const BOT_STEPS = [
  'running',
  'create',
  'wait-touch',
  'transfer-success',
  'init-order-process',
  'pause',
  'stopping',
  'stopped',
  'updating',
  'pausing',
  'continue',
] as const;
export type BotStep = (typeof BOT_STEPS)[number];

/** Why a bot ended (M-126). */
export const FINISH_REASONS = [
  'cancelled',
  'failed',
  'stop_profit',
  'external',
  'stop_loss',
  'liquidated',
  'less_low',
  'over_high',
  'stop_market_forbid',
  'money_not_enough',
  'auto_deleveraged',
  // Chosen here: a limit of its owner's account was reached that stops all. Told to nobody else (visibility.ts).
  'protection_drawdown',
  'protection_exposure',
] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** Ends that come from neither the bot nor its market: by its owner's hand, or by what he set for his account. */
export type OwnersEnd = Extract<FinishReason, 'cancelled' | `protection_${string}`>;

export function isOwnersEnd(reason: FinishReason): reason is OwnersEnd {
  return reason === 'cancelled' || reason.startsWith('protection_');
}

/** What the recommended list can be narrowed to (ours, `list_filters`): a largest fall (fraction), whole days of running, a direction, USDT that are enough for another such bot. Few values, so that an exchange can keep an index of each. */
export const LIST_FALLS = ['0.05', '0.1', '0.2', '0.3'] as const;
export const LIST_DAYS = ['30', '60', '90', '180'] as const;
export const LIST_SIDES = ['buy', 'sell', 'neutral'] as const;
export const LIST_INVESTMENTS = ['20', '50', '100', '500', '1000'] as const;

/** Why a running bot has not traded for a week (H57). */
export const QUIET_REASONS = [
  'trigger',
  'paused',
  'below_range',
  'above_range',
  'order',
  'conditions',
  'shares',
  'funding',
  'date',
] as const;

/** Operation records (M-393; before/after_terminate from M-394). */
export const OPERATION_TYPES = [
  'params',
  'run',
  'create',
  'stop',
  'increase_margin',
  'transfer_out',
  'trigger',
  'experience_in',
  'experience_out',
  'open_position',
  'terminate',
  'withdraw_profit',
  // Chosen here: the provider's share of a copy's profit (H41).
  'profit_share',
  'withdrawal_balance',
  'pause',
  'continue',
  'increase_invest_quote',
  'moving-up',
  'moving-down',
  'before_terminate',
  'after_terminate',
  // Chosen here: the record of a restart that replayed the market path which the exchange was down for.
  'catch_up',
] as const;
export type OperationType = (typeof OPERATION_TYPES)[number];

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

/** The last of the trader's events that a reply contains, as the event stream numbers them; absent: not known. */
export const LAST_EVENT_HEADER = 'x-last-event';

/** The account that a page asks for, by its number: a money call for one account is not carried out for another. */
export const TRADER_HEADER = 'trader-id';

/** What a keyed call's Idempotency-Key looks like: made by the client, one a wish. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{16,64}$/;
