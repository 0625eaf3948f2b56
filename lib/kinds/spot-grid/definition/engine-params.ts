import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import {
  optionalTicks,
  percentE8,
  readGridCount,
  readQuantity,
  readRangeTicks,
  readSpacing,
} from '../../../strategies/rules/grid-values.ts';
import { MAX_RANGE_PRICE } from '../../../strategies/rules/numbers.ts';
import type { SpotGridParams } from '../params.ts';
import { isBaseInvested } from './values.ts';

/** Exact engine parameters. Only for values that `check` found no error in; anything else is a bug and throws. */
export function engineParams(values: FormValues, spec: MarketSpec, feeRate: FeeRateE8): SpotGridParams {
  const { low, high } = readRangeTicks(values, spec);
  const gridCount = readGridCount(values);
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  if (low === null || high === null || gridCount === null || investment === null) {
    throw new Error('engineParams needs values that the check has passed');
  }
  return {
    spec,
    lowTicks: low,
    highTicks: high,
    gridCount,
    spacing: readSpacing(values),
    investIn: isBaseInvested(values) ? 'base' : 'quote',
    investment,
    quantity: readQuantity(values),
    triggerTicks: optionalTicks(values.trigger_price, spec),
    stopLossTicks: values.stop_loss_on === '1' ? optionalTicks(values.stop_loss, spec) : null,
    takeProfitTicks: values.stop_profit_on === '1' ? optionalTicks(values.stop_profit, spec) : null,
    stopCheck: values.stop_check_type === '1' ? 'tick' : 'close',
    stopBelowRange: values.is_less_low_stop === '1',
    stopAboveRange: values.is_over_high_stop === '1',
    trailUpLimitTicks: values.trail_up === '1' ? optionalTicks(values.stop_upward_price, spec, MAX_RANGE_PRICE) : null,
    trailDownLimitTicks:
      values.trail_down === '1' ? optionalTicks(values.stop_downward_price, spec, MAX_RANGE_PRICE) : null,
    momentumE8: percentE8(values.moving_average_momentum) ?? 0n,
    openingSlippageE8: percentE8(values.init_position_slip),
    keepCoins: values.store_coin_flag === '1',
    feeRate,
  };
}
