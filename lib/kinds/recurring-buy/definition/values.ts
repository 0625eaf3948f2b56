import { SCHEDULES, type Schedule } from '../../../formulas/schedule.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { formatCoins, PORTFOLIO_QUOTE } from '../../../strategies/portfolio/coins.ts';

/** A purchase may be of one coin. */
export const FEWEST_BOUGHT = 1;
/** The least of one purchase, USDT: what each coin of a portfolio needs (C-241). */
export const LEAST_PURCHASE = '10';

/** On a market in USDT its own coin is there already, whole. */
export function recurringDefaults(spec?: MarketSpec): FormValues {
  const isCoin = spec !== undefined && spec.contract === undefined && spec.quote === PORTFOLIO_QUOTE;
  return {
    coins: isCoin ? formatCoins([{ asset: spec.base, rate: '100', amount: '' }]) : '',
    each_amount: LEAST_PURCHASE,
    every: '1d',
    first_time: '',
    money: '',
    stop_profit_on: '0',
    stop_profit: '',
    ...TEXT_DEFAULTS,
  };
}

export function readSchedule(text: string | undefined): Schedule | null {
  return SCHEDULES.find((one) => one === text) ?? null;
}

const MOMENT = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/;

/** "2026-01-31 09:00", UTC, as ms; null for what is no such moment ("2026-02-30 09:00"). */
export function readMoment(text: string): number | null {
  const [whole, day] = MOMENT.test(text) ? [`${text.replace(' ', 'T')}:00.000Z`, text] : ['', ''];
  const ms = Date.parse(whole);
  return Number.isNaN(ms) || formatMoment(ms) !== day ? null : ms;
}

/** The same text of a moment, ms; seconds are cut off. */
export function formatMoment(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}
