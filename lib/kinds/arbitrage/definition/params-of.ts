import { parseAmount, UNITS_PER_COIN } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { unchecked, wireUnits } from '../../../strategies/rules/wire-values.ts';
import type { ArbitrageParams } from '../params.ts';
import type { ArbitragePayload } from './payload.ts';
import { contractLeg, readArbitrageLeverage } from './values.ts';

/** Exact params of a payload that the check has passed, on a market with its contract; throws for others. */
export function arbitrageParams({ params }: ArbitragePayload, spec: MarketSpec, feeRate: FeeRateE8): ArbitrageParams {
  const contract = contractLeg(spec);
  const investment = wireUnits(params.begin_money_amount);
  const leverage = readArbitrageLeverage(params, spec);
  if (contract === undefined || investment === null || leverage === null) throw unchecked();
  return { spec, contract, feeRate, investment, leverage, spreadE8: spreadE8(params.spread_rate) };
}

/**
 * The spread in 1e-8, rounded down: its decimals reach further than a rate is kept, and a smaller spread is the stricter
 * one. Not set: any spread will do.
 */
function spreadE8(text: string | undefined): bigint {
  const fraction = readDecimal(text ?? '');
  if (fraction === null) return UNITS_PER_COIN;
  const [whole = '0', decimals = ''] = fraction.split('.');
  return parseAmount(`${whole}.${decimals.slice(0, 8).padEnd(1, '0')}`) ?? UNITS_PER_COIN;
}
