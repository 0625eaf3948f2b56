/** Words of the wire about a bot's life, orders and records: apart from what lists of bots need, so that their pages are not sent these. The documents spell them; nobody else may. */

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

/** M-143: a status that is none of them, as another exchange may have one: the bot is there with its money, and nothing can be asked of it. Never sent by ours. */
export const NO_STATUS = 'abnormal';
/** What a row says of its bot. */
export type ToldStatus = BotStatus | typeof NO_STATUS;

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

/** Why a running bot has not traded for a week (H57). */
export const QUIET_REASONS = [
  'trigger',
  'paused',
  'below_range',
  'above_range',
  'no_price',
  'opening',
  'order',
  'conditions',
  'shares',
  'funding',
  'date',
  'spent',
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
