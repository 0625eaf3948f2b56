import { MARGIN_FORCED_CLOSE_RATIO_E8, MARGIN_HOURLY_INTEREST_E8 } from '../../../formulas/margin-terms.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { unchecked } from '../../../strategies/rules/wire-values.ts';
import { spotGridParams } from '../../spot-grid/definition/params-of.ts';
import type { MarginGridParams } from '../params.ts';
import type { MarginGridPayload } from './payload.ts';
import { readMarginLeverage } from './values.ts';

/** Exact params of a payload that the check has passed; throws for others. A margin grid does not trail. */
export function marginGridParams(payload: MarginGridPayload, spec: MarketSpec, feeRate: FeeRateE8): MarginGridParams {
  const leverage = readMarginLeverage(payload);
  if (leverage === null) throw unchecked();
  return {
    ...spotGridParams({ ...payload, stop_upward_price: '', stop_downward_price: '' }, spec, feeRate),
    side: payload.side,
    leverage,
    hourlyInterestE8: MARGIN_HOURLY_INTEREST_E8,
    forcedCloseRatioE8: MARGIN_FORCED_CLOSE_RATIO_E8,
  };
}
