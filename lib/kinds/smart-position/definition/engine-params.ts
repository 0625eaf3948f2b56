import type { CoinTerms } from '../../../engine/body/coin-terms.ts';
import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { percentE8, setPercentE8 } from '../../../strategies/rules/grid-values.ts';
import type { RebalanceRule, SmartPositionParams } from '../params.ts';
import { coinSpec, parseCoins } from './coins.ts';
import { bringsCoins, isByRatio, readIntervalMs } from './values.ts';

/** Exact engine parameters; only for values that the check has passed. */
export function smartEngineParams(values: FormValues, spec: MarketSpec, feeRate: FeeRateE8): SmartPositionParams {
  const isBrought = bringsCoins(values);
  const coins = readCoins(values, spec, feeRate, isBrought);
  const rebalance = readRebalance(values);
  const money = parseAmount(readDecimal(values.money ?? '') ?? '');
  const first = coins?.[0];
  if (coins === null || first === undefined || rebalance === null || money === null) {
    throw new Error('engineParams needs values that the check has passed');
  }
  return {
    spec: first.spec,
    coins,
    investment: isBrought ? 0n : money,
    rebalance,
    stopLossE8: values.stop_loss_on === '1' ? setPercentE8(values.stop_loss) : null,
    stopProfitE8: values.stop_profit_on === '1' ? setPercentE8(values.stop_profit) : null,
    sellsAtEnd: values.close_flag === '1',
  };
}

function readCoins(
  values: FormValues,
  spec: MarketSpec,
  feeRate: FeeRateE8,
  isBrought: boolean,
): readonly CoinTerms[] | null {
  const coins: CoinTerms[] = [];
  for (const { asset, rate, amount } of parseCoins(values.coins ?? '') ?? []) {
    const market = coinSpec(asset, spec);
    const targetE8 = percentE8(rate);
    const brought = isBrought ? parseAmount(readDecimal(amount) ?? '') : 0n;
    if (market === undefined || targetE8 === null || brought === null) return null;
    coins.push({ spec: market, feeRate, targetE8, brought });
  }
  return coins;
}

function readRebalance(values: FormValues): RebalanceRule | null {
  if (isByRatio(values)) {
    const thresholdE8 = percentE8(values.threshold);
    return thresholdE8 === null ? null : { type: 'ratio', thresholdE8 };
  }
  const intervalMs = readIntervalMs(values);
  return intervalMs === null ? null : { type: 'time', intervalMs };
}
