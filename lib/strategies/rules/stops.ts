import { isUnset } from '../../money/decimal-text.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { caution, fault } from './issue.ts';
import { MAX_STOP_PRICE, type PercentLimits, readPercent, readPrice } from './numbers.ts';

/** What price stops are compared with. Ticks; null = not known, then that comparison is left out. */
export interface StopRange {
  readonly low: number | null;
  readonly high: number | null;
  /** true: the bot sells base first (is_use_base 1), so its loss is above and its profit below (X11). */
  readonly isSelling: boolean;
  /** true: it has no side that the last price could contradict (C-262, C-263), so its trigger may lie on either. Stops that are reached are reached all the same. */
  readonly isNeutral?: boolean;
}

/**
 * Trigger price (C-261…C-265, X3): empty or 0 is not set; above 0 and below 999999; strictly inside the range; at or
 * above the last price when selling, at or below it when buying.
 */
export function checkTrigger(values: FormValues, range: StopRange, context: CheckContext): readonly Issue[] {
  const field = 'trigger_price';
  const text = values[field] ?? '';
  if (isUnset(text)) return [];
  const { value, issue } = readPrice(field, text, context.spec, MAX_STOP_PRICE, true);
  if (issue !== null) return [issue];
  if (value === null) return [];
  if (range.low !== null && value <= range.low) return [fault(field, 'trigger.not_above_low')];
  if (range.high !== null && value >= range.high) return [fault(field, 'trigger.not_below_high')];
  const last = range.isNeutral === true ? null : context.lastTicks;
  if (last !== null && range.isSelling && value < last) return [fault(field, 'trigger.below_last')];
  if (last !== null && !range.isSelling && value > last) return [fault(field, 'trigger.above_last')];
  return [];
}

/**
 * Stop-loss price (C-274…C-276): at most 999999; buying below the low price, selling above the high price; and a
 * price that the market has already reached would close the bot at once (X11).
 */
export function checkStopLoss(values: FormValues, range: StopRange, context: CheckContext): readonly Issue[] {
  const field = 'stop_loss';
  if (values.stop_loss_on !== '1') return [];
  const { value, issue } = readPrice(field, values[field] ?? '', context.spec, MAX_STOP_PRICE);
  if (issue !== null) return [issue];
  if (value === null) return context.phase === 'typing' ? [] : [fault(field, 'stop_loss.empty')];
  if (range.isSelling) {
    if (range.high !== null && value <= range.high) return [fault(field, 'stop_loss.not_above_high')];
  } else if (range.low !== null && value >= range.low) return [fault(field, 'stop_loss.not_below_low')];
  const start = startTicks(values, context);
  if (start === null) return [];
  const isReached = range.isSelling ? start >= value : start <= value;
  return isReached ? [fault(field, 'stop_loss.triggered')] : [];
}

/**
 * Take-profit price (C-277…C-279): at most 999999; buying at or above the high price, selling at or below the low price; not reached yet.
 * The dialog of a range takes none at the edge itself, which the exchange does (M-212, X11).
 */
export function checkTakeProfit(values: FormValues, range: StopRange, context: CheckContext): readonly Issue[] {
  const field = 'stop_profit';
  if (values.stop_profit_on !== '1') return [];
  const { value, issue } = readPrice(field, values[field] ?? '', context.spec, MAX_STOP_PRICE);
  if (issue !== null) return [issue];
  if (value === null) return context.phase === 'typing' ? [] : [fault(field, 'stop_profit.empty')];
  const isBeyond = context.isRelaid === true && context.phase !== 'exchange';
  if (range.isSelling) {
    if (range.low !== null && value > range.low) return [fault(field, 'stop_profit.above_low')];
    if (isBeyond && value === range.low) return [fault(field, 'stop_profit.not_below_low')];
  } else {
    if (range.high !== null && value < range.high) return [fault(field, 'stop_profit.below_high')];
    if (isBeyond && value === range.high) return [fault(field, 'stop_profit.not_above_high')];
  }
  const start = startTicks(values, context);
  if (start === null) return [];
  const isReached = range.isSelling ? start <= value : start >= value;
  return isReached ? [fault(field, 'stop_profit.triggered')] : [];
}

/** H18: a bot that stops outside its range would stop at once when the price is already outside. Informs only. */
export function cautionOutsideRange(values: FormValues, range: StopRange, context: CheckContext): readonly Issue[] {
  const start = startTicks(values, context);
  if (start === null) return [];
  const isBelow = values.is_less_low_stop === '1' && range.low !== null && start < range.low;
  const isAbove = values.is_over_high_stop === '1' && range.high !== null && start > range.high;
  if (isBelow) return [caution('is_less_low_stop', 'stop.outside_range')];
  return isAbove ? [caution('is_over_high_stop', 'stop.outside_range')] : [];
}

/** Where the bot will begin: at its trigger price, else at the last price. Null when not known. */
export function startTicks(
  values: FormValues,
  { spec, lastTicks }: { spec: MarketSpec; lastTicks: number | null },
): number | null {
  return readPrice('trigger_price', values.trigger_price ?? '', spec, MAX_STOP_PRICE, true).value ?? lastTicks;
}

/** Slippage of the opening order in percent (C-293, X7): 0.1 up to the kind's maximum; empty = no limit set. */
export function checkSlippage(values: FormValues, max: string): readonly Issue[] {
  const field = 'init_position_slip';
  const limits: PercentLimits = { min: '0.1', max, decimals: 2 };
  const { issue } = readPercent(
    field,
    values[field] ?? '',
    limits,
    fault(field, 'slippage.range', { min: limits.min, max }),
  );
  return issue === null ? [] : [issue];
}
