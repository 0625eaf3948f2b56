import type { FuturesGridInput, FuturesSide } from '../../../formulas/futures-grid-layout.ts';
import { FUTURES_LEVERAGE_CAP, type MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues, LeverageLimits } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { readLines, readQuantity } from '../../../strategies/rules/grid-values.ts';
import { readLeverage } from '../../../strategies/rules/leverage.ts';
import { contractOf } from '../../../strategies/rules/settle.ts';
import { startTicks } from '../../../strategies/rules/stops.ts';

/** Largest slippage of a futures opening, percent (X7). */
export const MAX_FUTURES_SLIPPAGE = '0.5';

export const FUTURES_DEFAULTS: FormValues = {
  side: 'buy',
  leverage: '5',
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
  is_less_low_stop: '0',
  is_over_high_stop: '0',
  ...TEXT_DEFAULTS,
};

export function leverageLimits(spec: MarketSpec): LeverageLimits {
  return { min: 1, max: Math.min(FUTURES_LEVERAGE_CAP, contractOf(spec).contract.leverageMax), standard: 5 };
}

export function readFuturesSide(values: { readonly side?: string | undefined }): FuturesSide {
  if (values.side === 'sell') return 'short';
  return values.side === 'neutral' ? 'neutral' : 'long';
}

/** What layout, minimum and liquidation are computed from; null until range, count, leverage and a price are known. */
export function readFuturesLayout(
  values: FormValues,
  spec: MarketSpec,
  lastTicks: number | null,
): Omit<FuturesGridInput, 'openTicks'> | null {
  const lines = readLines(values, spec);
  const start = startTicks(values, { spec, lastTicks });
  const leverage = readLeverage(values, leverageLimits(spec));
  if (lines === null || start === null || leverage === null) return null;
  return {
    spec: contractOf(spec),
    lines,
    lastTicks: start,
    side: readFuturesSide(values),
    quantity: readQuantity(values),
    leverage,
  };
}
