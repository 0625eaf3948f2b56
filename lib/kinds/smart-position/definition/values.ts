import type { FormValues } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { readInteger } from '../../../strategies/rules/numbers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.ts';

export const SMART_DEFAULTS: FormValues = {
  coin_type: 'all',
  coins: '',
  money: '',
  balance_type: '0',
  period: '1',
  period_unit: 'd',
  threshold: '',
  stop_loss_on: '0',
  stop_loss: '',
  stop_profit_on: '0',
  stop_profit: '',
  close_flag: '0',
  ...TEXT_DEFAULTS,
};

/** C-133: 0 by time, 1 by ratio. */
export function isByRatio(values: FormValues): boolean {
  return values.balance_type === '1';
}

/** Largest count of each unit (C-336); the least is 1. */
export const PERIOD_LIMITS: Readonly<Record<string, number>> = { m: 60, h: 24, d: 28 };
const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** The rebalance interval, ms; null until it is one that the form accepts. */
export function readIntervalMs(values: FormValues): number | null {
  const unit = values.period_unit ?? '';
  const most = PERIOD_LIMITS[unit];
  const length = UNIT_MS[unit];
  if (most === undefined || length === undefined) return null;
  const { value } = readInteger('period', values.period ?? '', 1, most);
  return value === null ? null : value * length;
}
