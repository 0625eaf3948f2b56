import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import type { ArbitrageParams } from '../params.ts';
import { contractLeg, readArbitrageLeverage, readSpreadE8 } from './values.ts';

/** Exact engine parameters; only for values that the check has passed, on a market with its contract. */
export function arbitrageEngineParams(values: FormValues, spec: MarketSpec, feeRate: FeeRateE8): ArbitrageParams {
  const contract = contractLeg(spec);
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  const leverage = readArbitrageLeverage(values, spec);
  if (contract === undefined || investment === null || leverage === null) {
    throw new Error('engineParams needs values that the check has passed');
  }
  return { spec, contract, feeRate, investment, leverage, spreadE8: readSpreadE8(values.spread_rate) };
}
