import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { coinTerms } from '../../../strategies/portfolio/coin-terms.ts';
import { setRateE8, unchecked, wireUnits } from '../../../strategies/rules/wire-values.ts';
import type { RecurringBuyParams } from '../params.ts';
import type { RecurringBuyPayload } from './payload.ts';
import { readSchedule } from './values.ts';

/** Exact params of a payload that the check has passed; throws for others. */
export function recurringBuyParams(
  { params }: RecurringBuyPayload,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): RecurringBuyParams {
  const coins = params.asset_info.map((row) => coinTerms(row, spec, feeRate, false));
  const [first] = coins;
  const every = readSchedule(params.period);
  const eachPurchase = wireUnits(params.each_amount);
  const investment = wireUnits(params.begin_money_amount);
  if (first === undefined || every === null || eachPurchase === null || investment === null) throw unchecked();
  return {
    spec: first.spec,
    coins,
    investment,
    eachPurchase,
    every,
    firstAtMs: params.first_time === 0 ? null : params.first_time * 1_000,
    takeProfitE8: setRateE8(params.stop_profit),
  };
}
