import { isContract } from '../../../formulas/contract-value.ts';
import type { IndicatorConditions } from '../../../indicators/condition.ts';
import { parseAmount, UNITS_PER_COIN } from '../../../money/amount.ts';
import { isUnset, readDecimal } from '../../../money/decimal-text.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import { inputDecimals } from '../../../money/precision.ts';
import type { FormValues, LeverageLimits, SaysAsset } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { readLeverage } from '../../../strategies/rules/leverage.ts';
import { settleDecimals } from '../../../strategies/rules/settle.ts';

/** C-291, E-196, X21. */
const LEVERAGE_CAP = 10;
/** C-249, C-420: in USDT, and in another asset. */
const USDT_CAP = '1500000';
const OTHER_CAP = '100';
/** C-250. */
const MINIMUM_USDT = 10n * UNITS_PER_COIN;

/** Settings that every indicator bot has beside what makes its conditions (C-135, C-169). Percents. */
const COMMON: FormValues = {
  side: 'buy',
  leverage: '2',
  money: '',
  pft_increase_ptn: 'N',
  stop_rate: '',
  position_stop_rate: '',
  position_stop_profit: '',
  start_profit_rate_checkbox: '0',
  start_profit_rate: '',
  protect_profit_rate: '',
  absolute_profit_flag: '',
  absolute_profit_rate: '',
  volume: '',
  stop_profit: '',
  slip: '',
  ...TEXT_DEFAULTS,
};

export type IndicatorMarket = 'futures' | 'spot';

/** C-311, C-422: a contract's total stop loss is 100 % at first; spot has none (C-194). */
export function commonDefaults(market: IndicatorMarket): FormValues {
  return market === 'futures' ? { ...COMMON, stop_rate: '100' } : COMMON;
}

export function indicatorMarketOf(spec: MarketSpec | undefined): IndicatorMarket {
  return spec?.contract === undefined ? 'spot' : 'futures';
}

export function indicatorAsset(_said: SaysAsset, spec: MarketSpec): string {
  return spec.contract?.settle ?? spec.quote;
}

export function indicatorDecimals(values: FormValues, spec: MarketSpec): number {
  return isContract(spec) ? settleDecimals(values, spec) : inputDecimals(spec.quote, null);
}

export function indicatorLeverage(spec: MarketSpec): LeverageLimits {
  return { min: 1, max: Math.min(LEVERAGE_CAP, spec.contract?.leverageMax ?? 1) };
}

export function readIndicatorLeverage(values: FormValues, spec: MarketSpec): number | null {
  return isContract(spec) ? readLeverage(values, indicatorLeverage(spec)) : 1;
}

/** Largest investment, as text (C-249, E-183). */
export function indicatorCap(asset: string): string {
  return asset === 'USDT' ? USDT_CAP : OTHER_CAP;
}

/** The market's minimum, or 10 USDT while it is not known (C-250, E-195); null where neither is. */
export function indicatorMinAmount(asset: string, minAmount: bigint | null): bigint | null {
  return minAmount ?? (asset === 'USDT' ? MINIMUM_USDT : null);
}

export function isStartProfitOn(values: FormValues): boolean {
  return values.start_profit_rate_checkbox === '1';
}

/** C-202: there is nothing to protect before a start rate. */
export function isProtectDisabled(values: FormValues): boolean {
  return !isStartProfitOn(values) || isUnset(values.start_profit_rate ?? '');
}

/** The rates of which one makes the close percentage needed (C-316, H24). */
export function hasTrigger(values: FormValues, market: IndicatorMarket): boolean {
  if (market === 'spot') return values.absolute_profit_flag === 'Y' && !isUnset(values.absolute_profit_rate ?? '');
  return !isUnset(values.position_stop_profit ?? '') || !isProtectDisabled(values);
}

/** What an opening trade is worth at most: its ratio of the money, with leverage. Units; null until all are known. */
export function openingValue(
  values: FormValues,
  spec: MarketSpec,
  conditions: IndicatorConditions | null,
): bigint | null {
  const money = parseAmount(readDecimal(values.money ?? '') ?? '');
  const ratio = parseAmount(readDecimal(conditions?.open.ratio ?? '') ?? '');
  const leverage = readIndicatorLeverage(values, spec);
  if (money === null || ratio === null || leverage === null) return null;
  return (money * ratio * BigInt(leverage)) / UNITS_PER_COIN;
}
