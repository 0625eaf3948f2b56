import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import {
  optionalTicks,
  percentE8,
  readGridCount,
  readQuantity,
  readRangeTicks,
  readSpacing,
  setPercentE8,
} from '../../../strategies/rules/grid-values.ts';
import { readLeverage } from '../../../strategies/rules/leverage.ts';
import type { FuturesGridParams } from '../params.ts';
import { contractOf, leverageLimits, readFuturesSide } from './values.ts';

/** Exact engine parameters; only for values that the check has passed. Fees are the contract's own. */
export function futuresEngineParams(values: FormValues, spec: MarketSpec): FuturesGridParams {
  const { low, high } = readRangeTicks(values, spec);
  const gridCount = readGridCount(values);
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  const leverage = readLeverage(values, leverageLimits(spec));
  if (low === null || high === null || gridCount === null || investment === null || leverage === null) {
    throw new Error('engineParams needs values that the check has passed');
  }
  const triggerTicks = optionalTicks(values.trigger_price, spec);
  return {
    spec: contractOf(spec),
    lowTicks: low,
    highTicks: high,
    gridCount,
    spacing: readSpacing(values),
    side: readFuturesSide(values),
    investment,
    leverage,
    quantity: readQuantity(values),
    trigger:
      triggerTicks === null ? null : { ticks: triggerTicks, price: values.trigger_type === '1' ? 'mark' : 'last' },
    stopLossE8: values.stop_loss_on === '1' ? setPercentE8(values.stop_loss) : null,
    takeProfitE8: values.stop_profit_on === '1' ? setPercentE8(values.stop_profit) : null,
    stopCheck: values.stop_check_type === '1' ? 'tick' : 'close',
    stopBelowRange: values.is_less_low_stop === '1',
    stopAboveRange: values.is_over_high_stop === '1',
    openingSlippageE8: percentE8(values.init_position_slip),
  };
}
