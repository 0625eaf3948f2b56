import type { GridLayoutInput } from '../../../formulas/grid-quantities.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { isBaseInvested } from '../../../strategies/grid/invested.ts';
import { readLines, readQuantity } from '../../../strategies/rules/grid-values.ts';
import { startTicks } from '../../../strategies/rules/stops.ts';

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
  ...TEXT_DEFAULTS,
};

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
