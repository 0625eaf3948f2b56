import type { MarketSpec } from '../../../money/market-spec.ts';
import { optionalTicks, readGridCount, readRangeTicks, readSpacing } from '../../../strategies/rules/grid-values.ts';
import { readLeverage } from '../../../strategies/rules/leverage.ts';
import { contractOf } from '../../../strategies/rules/settle.ts';
import { setRateE8, unchecked, wireRateE8, wireUnits } from '../../../strategies/rules/wire-values.ts';
import type { FuturesGridParams } from '../params.ts';
import type { FuturesGridPayload } from './payload.ts';
import { leverageLimits, readFuturesSide } from './values.ts';

/** Exact params of a payload that the check has passed; throws for others. Fees are the contract's own. */
export function futuresGridParams(payload: FuturesGridPayload, spec: MarketSpec): FuturesGridParams {
  const { low, high } = readRangeTicks(payload, spec);
  const gridCount = readGridCount(payload);
  const investment = wireUnits(payload.money);
  const leverage = readLeverage(payload, leverageLimits(spec));
  if (low === null || high === null || gridCount === null || investment === null || leverage === null)
    throw unchecked();
  const triggerTicks = optionalTicks(payload.trigger_price, spec);
  return {
    spec: contractOf(spec),
    lowTicks: low,
    highTicks: high,
    gridCount,
    spacing: readSpacing(payload),
    side: readFuturesSide(payload),
    investment,
    leverage,
    quantity:
      payload.qty_type === '1' ? { type: 'ratio', ratioE8: wireRateE8(payload.qty_rate) ?? 0n } : { type: 'equal' },
    trigger:
      triggerTicks === null
        ? null
        : { ticks: triggerTicks, price: payload.trigger_price_type === '1' ? 'mark' : 'last' },
    stopLossE8: setRateE8(payload.stop_loss),
    takeProfitE8: setRateE8(payload.stop_profit),
    stopCheck: payload.stop_check_type === 1 ? 'tick' : 'close',
    stopBelowRange: payload.is_less_low_stop === 1,
    stopAboveRange: payload.is_over_high_stop === 1,
    openingSlippageE8: wireRateE8(payload.init_position_slip),
  };
}
