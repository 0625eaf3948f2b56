import { parseAmount, UNITS_PER_COIN } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { percentE8, setPercentE8 } from '../../../strategies/rules/grid-values.ts';
import type { ComposeParams, PartialTakeProfit } from '../params.ts';
import type { ConditionSource } from './source.ts';
import { isProtectDisabled, readComposeLeverage } from './values.ts';

/** Exact engine parameters; only for values that the check has passed. */
export function composeEngineParams(
  source: ConditionSource,
  values: FormValues,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): ComposeParams {
  const conditions = source.read(values, spec);
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  const leverage = readComposeLeverage(values, spec);
  if (conditions === null || investment === null || leverage === null) {
    throw new Error('engineParams needs values that the check has passed');
  }
  const isOnContract = spec.contract !== undefined;
  return {
    spec,
    feeRate,
    investment,
    side: isOnContract && values.side === 'sell' ? 'sell' : 'buy',
    leverage,
    conditions,
    reinvests: values.pft_increase_ptn === 'Y',
    totalStopE8: setPercentE8(values.stop_rate),
    totalProfitE8: isOnContract ? null : setPercentE8(values.stop_profit),
    positionStopE8: setPercentE8(values.position_stop_rate),
    positionProfit: isOnContract ? contractProfit(values) : spotProfit(values),
    protection: isOnContract ? readProtection(values) : null,
    slipE8: isOnContract ? null : setPercentE8(values.slip),
  };
}

/** H24: without a close percentage a trigger closes all. */
function partE8({ volume }: FormValues): bigint {
  return setPercentE8(volume) ?? UNITS_PER_COIN;
}

function spotProfit(values: FormValues): PartialTakeProfit | null {
  const rate = values.absolute_profit_flag === 'Y' ? setPercentE8(values.absolute_profit_rate) : null;
  return rate === null ? null : { rateE8: rate, partE8: partE8(values) };
}

function contractProfit(values: FormValues): PartialTakeProfit | null {
  const rate = setPercentE8(values.position_stop_profit);
  return rate === null ? null : { rateE8: rate, partE8: partE8(values) };
}

function readProtection(values: FormValues): ComposeParams['protection'] {
  const startE8 = isProtectDisabled(values) ? null : setPercentE8(values.start_profit_rate);
  if (startE8 === null) return null;
  return { startE8, keepE8: percentE8(values.protect_profit_rate) ?? 0n, partE8: partE8(values) };
}
