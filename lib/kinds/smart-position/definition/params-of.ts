import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { coinTerms } from '../../../strategies/portfolio/coin-terms.ts';
import { setRateE8, unchecked, wireRateE8, wireUnits } from '../../../strategies/rules/wire-values.ts';
import type { RebalanceRule, SmartPositionParams } from '../params.ts';
import type { SmartPositionPayload } from './payload.ts';
import { readIntervalMs } from './values.ts';

type Params = SmartPositionPayload['params'];

/** Exact params of a payload that the check has passed; throws for others. */
export function smartPositionParams(
  { params }: SmartPositionPayload,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): SmartPositionParams {
  const isBrought = params.is_use_base === '1';
  const coins = params.asset_info.map((row) => coinTerms(row, spec, feeRate, isBrought));
  const money = wireUnits(params.begin_money_amount);
  const [first] = coins;
  if (first === undefined || money === null) throw unchecked();
  return {
    spec: first.spec,
    coins,
    investment: isBrought ? 0n : money,
    rebalance: rebalanceOf(params),
    stopLossE8: setRateE8(params.stop_loss),
    stopProfitE8: setRateE8(params.stop_profit),
    sellsAtEnd: params.close_flag === 1,
  };
}

function rebalanceOf({ period, threshold }: Params): RebalanceRule {
  if (period === '') {
    const thresholdE8 = wireRateE8(threshold);
    if (thresholdE8 === null) throw unchecked();
    return { type: 'ratio', thresholdE8 };
  }
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(period) ?? [];
  const intervalMs = readIntervalMs({ period: count, period_unit: unit });
  if (intervalMs === null) throw unchecked();
  return { type: 'time', intervalMs };
}
