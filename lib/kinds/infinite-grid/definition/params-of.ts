import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { optionalTicks } from '../../../strategies/rules/grid-values.ts';
import { unchecked, wireRateE8, wireUnits } from '../../../strategies/rules/wire-values.ts';
import type { InfiniteGridParams } from '../params.ts';
import type { InfiniteGridPayload } from './payload.ts';

/** Exact params of a payload that the check has passed; throws for others. */
export function infiniteGridParams(
  payload: InfiniteGridPayload,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): InfiniteGridParams {
  const fallE8 = wireRateE8(payload.low_price);
  const riseE8 = wireRateE8(payload.high_price);
  const investment = wireUnits(payload.money);
  if (fallE8 === null || riseE8 === null || investment === null) throw unchecked();
  return {
    spec,
    fallE8,
    riseE8,
    investIn: payload.is_use_base === '1' ? 'base' : 'quote',
    investment,
    triggerTicks: optionalTicks(payload.trigger_price, spec),
    stopLossTicks: optionalTicks(payload.stop_loss, spec),
    takeProfitTicks: optionalTicks(payload.stop_profit, spec),
    stopCheck: payload.stop_check_type === 1 ? 'tick' : 'close',
    keepCoins: payload.store_coin_flag === 1,
    feeRate,
  };
}
