import { type GridSpacing, gridLines } from '../../formulas/grid-levels.ts';
import type { GridLayoutInput, GridQuantity } from '../../formulas/grid-quantities.ts';
import { parseAmount } from '../../money/amount.ts';
import { isUnset, readDecimal, shiftDecimal } from '../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import { inputDecimals } from '../../money/precision.ts';
import type { FormValues } from '../definition.ts';
import { MAX_RANGE_PRICE, MAX_STOP_PRICE, readPrice } from '../rules/numbers.ts';
import { startTicks } from '../rules/stops.ts';
import { FOLLOW_FEE_DEFAULT } from '../rules/text.ts';

/** Most grids that a chart draws or a payload carries (X1); the market's own maximum is lower. */
export const MAX_GRIDS = 1000;
/** Largest slippage of a spot grid's opening order, percent (X7). */
export const MAX_SLIPPAGE = '5';

/** Every value of the form; the trailing block's live in its panel. */
export const DEFAULT_VALUES: FormValues = {
  is_use_base: '0',
  low_price: '',
  high_price: '',
  grid_num: '',
  price_type: '0',
  money: '',
  qty_type: '0',
  qty_rate: '',
  trigger_price: '',
  trigger_type: '0',
  stop_loss_on: '0',
  stop_loss: '',
  stop_profit_on: '0',
  stop_profit: '',
  stop_check_type: '0',
  init_position_slip: '',
  trail_up: '0',
  trail_down: '0',
  stop_upward_price: '',
  stop_downward_price: '',
  moving_average_momentum: '',
  store_coin_flag: '0',
  is_less_low_stop: '0',
  is_over_high_stop: '0',
  strategy_name: '',
  abstract: '',
  follow_fee_rate: FOLLOW_FEE_DEFAULT,
  is_hide: '0',
  is_hide_order: '0',
};

/** is_use_base 1 = invests base and sells first (X11). */
export function isBaseInvested(values: FormValues): boolean {
  return values.is_use_base === '1';
}

export function investmentAsset(values: FormValues, spec: MarketSpec): string {
  return isBaseInvested(values) ? spec.base : spec.quote;
}

/** Decimals of the investment (X23): the symbol's quantity precision for base; of totals the symbol says nothing. */
export function moneyDecimals(values: FormValues, spec: MarketSpec): number {
  return inputDecimals(investmentAsset(values, spec), isBaseInvested(values) ? spec.amountDecimals : null);
}

/** A percent field as a fraction in 1e-8; null when not set or malformed. Exact. */
export function percentE8(text: string | undefined): bigint | null {
  const percent = readDecimal(text ?? '');
  return percent === null ? null : parseAmount(shiftDecimal(percent, -2) ?? '');
}

export function readRangeTicks(values: FormValues, spec: MarketSpec): { low: number | null; high: number | null } {
  return {
    low: readPrice('low_price', values.low_price ?? '', spec, MAX_RANGE_PRICE).value,
    high: readPrice('high_price', values.high_price ?? '', spec, MAX_RANGE_PRICE).value,
  };
}

/** A stop or trail price in ticks; null when not set, zero or malformed. */
export function optionalTicks(text: string | undefined, spec: MarketSpec, max: string = MAX_STOP_PRICE): number | null {
  return isUnset(text ?? '') ? null : readPrice('', text ?? '', spec, max).value;
}

export function readSpacing(values: FormValues): GridSpacing {
  return values.price_type === '1' ? 'geometric' : 'arithmetic';
}

export function readGridCount(values: FormValues): number | null {
  const text = values.grid_num ?? '';
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return count >= 2 && count <= MAX_GRIDS ? count : null;
}

export function readQuantity(values: FormValues): GridQuantity {
  if (values.qty_type !== '1') return { type: 'equal' };
  return { type: 'ratio', ratioE8: percentE8(values.qty_rate) ?? 0n };
}

/** The grid's lines, or null until range and count are whole. Ascending ticks. */
export function readLines(values: FormValues, spec: MarketSpec): number[] | null {
  const { low, high } = readRangeTicks(values, spec);
  const count = readGridCount(values);
  if (low === null || high === null || count === null || low >= high) return null;
  return gridLines(low, high, count, readSpacing(values));
}

/**
 * What the layout and the minimum investment are computed from (lib/formulas), or null until range, count and a price
 * to start at are known. The same for the form and the exchange's minimum-amount call.
 */
export function readLayout(
  values: FormValues,
  spec: MarketSpec,
  lastTicks: number | null,
  feeRate: FeeRateE8,
): Omit<GridLayoutInput, 'openTicks'> | null {
  const lines = readLines(values, spec);
  const start = startTicks(values, { spec, lastTicks });
  if (lines === null || start === null) return null;
  const investIn = isBaseInvested(values) ? 'base' : 'quote';
  return { spec, lines, lastTicks: start, investIn, quantity: readQuantity(values), feeRate };
}
