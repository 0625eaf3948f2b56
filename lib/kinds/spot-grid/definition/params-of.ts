import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { optionalTicks, readGridCount, readRangeTicks, readSpacing } from '../../../strategies/rules/grid-values.ts';
import { MAX_RANGE_PRICE } from '../../../strategies/rules/numbers.ts';
import { unchecked, wireRateE8, wireUnits } from '../../../strategies/rules/wire-values.ts';
import type { SpotGridParams } from '../params.ts';
import type { SpotGridPayload } from './payload.ts';

/** Exact params of a payload that the check has passed; throws for others. */
export function spotGridParams(
  payload: Omit<SpotGridPayload, 'strategy_type'>,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): SpotGridParams {
  const { low, high } = readRangeTicks(payload, spec);
  const gridCount = readGridCount(payload);
  const investment = wireUnits(payload.money);
  if (low === null || high === null || gridCount === null || investment === null) throw unchecked();
  const trailUpLimitTicks = optionalTicks(payload.stop_upward_price, spec, MAX_RANGE_PRICE);
  const trailDownLimitTicks = optionalTicks(payload.stop_downward_price, spec, MAX_RANGE_PRICE);
  const isTrailing = trailUpLimitTicks !== null || trailDownLimitTicks !== null;
  return {
    spec,
    lowTicks: low,
    highTicks: high,
    gridCount,
    spacing: readSpacing(payload),
    investIn: payload.is_use_base === '1' ? 'base' : 'quote',
    investment,
    quantity:
      payload.qty_type === '1' ? { type: 'ratio', ratioE8: wireRateE8(payload.qty_rate) ?? 0n } : { type: 'equal' },
    triggerTicks: optionalTicks(payload.trigger_price, spec),
    stopLossTicks: optionalTicks(payload.stop_loss, spec),
    takeProfitTicks: optionalTicks(payload.stop_profit, spec),
    stopCheck: payload.stop_check_type === 1 ? 'tick' : 'close',
    stopBelowRange: payload.is_less_low_stop === 1,
    stopAboveRange: payload.is_over_high_stop === 1,
    trailUpLimitTicks,
    trailDownLimitTicks,
    // Momentum means nothing without a limit to move to.
    momentumE8: (isTrailing ? wireRateE8(payload.moving_average_momentum) : null) ?? 0n,
    openingSlippageE8: wireRateE8(payload.init_position_slip),
    keepCoins: payload.store_coin_flag === 1,
    feeRate,
  };
}
