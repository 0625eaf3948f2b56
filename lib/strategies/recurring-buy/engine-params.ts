import type { RecurringBuyParams } from '../../engine/recurring-buy-params.ts';
import { parseAmount } from '../../money/amount.ts';
import { readDecimal } from '../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../money/market-spec.ts';
import type { FormValues } from '../definition.ts';
import { setPercentE8 } from '../rules/grid-values.ts';
import { readCoinTerms } from '../smart-position/engine-params.ts';
import { eachPurchase } from './check.ts';
import { readMoment, readSchedule } from './values.ts';

/** Exact engine parameters; only for values that the check has passed. */
export function recurringEngineParams(values: FormValues, spec: MarketSpec, feeRate: FeeRateE8): RecurringBuyParams {
  const coins = readCoinTerms(values, spec, feeRate, false);
  const first = coins?.[0];
  const every = readSchedule(values.every);
  const each = eachPurchase(values);
  const money = parseAmount(readDecimal(values.money ?? '') ?? '');
  if (coins === null || first === undefined || every === null || each === null || money === null) {
    throw new Error('engineParams needs values that the check has passed');
  }
  return {
    spec: first.spec,
    coins,
    investment: money,
    eachPurchase: each,
    every,
    firstAtMs: readMoment(values.first_time ?? ''),
    takeProfitE8: values.stop_profit_on === '1' ? setPercentE8(values.stop_profit) : null,
  };
}
