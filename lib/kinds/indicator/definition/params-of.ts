import { UNITS_PER_COIN } from '../../../money/amount.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { readLeverage } from '../../../strategies/rules/leverage.ts';
import { setRateE8, unchecked, wireRateE8, wireUnits } from '../../../strategies/rules/wire-values.ts';
import type { IndicatorParams, PartialTakeProfit } from '../params.ts';
import { openingSide } from './conditions.ts';
import type { IndicatorPayload } from './payload.ts';
import type { ConditionSource } from './source.ts';
import { indicatorLeverage } from './values.ts';

type Params = IndicatorPayload['params'];

/** Exact params of a payload that the check has passed; throws for others. */
export function indicatorParams(
  source: ConditionSource,
  { params }: IndicatorPayload,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): IndicatorParams {
  const isOnContract = spec.contract !== undefined;
  const side = isOnContract ? (params.side ?? openingSide(params.compose_conditions) ?? 'buy') : 'buy';
  const conditions = source.conditionsOf(params.compose_conditions, params.preset_args, side);
  const investment = wireUnits(params.begin_money_amount);
  const leverage = isOnContract ? readLeverage(params, indicatorLeverage(spec)) : 1;
  if (conditions === null || investment === null || leverage === null) throw unchecked();
  // A form whose conditions cannot be read says none.
  if (conditions.open.conditions.length === 0) throw unchecked();
  return {
    spec,
    feeRate,
    investment,
    side,
    leverage,
    conditions,
    reinvests: params.pft_increase_ptn === 'Y',
    totalStopE8: setRateE8(params.stop_rate),
    totalProfitE8: isOnContract ? null : setRateE8(params.stop_profit),
    positionStopE8: setRateE8(params.position_stop_rate),
    positionProfit: profitOf(params, isOnContract),
    protection: isOnContract ? protectionOf(params) : null,
    slipE8: isOnContract ? null : setRateE8(params.slip),
  };
}

/** H24: without a close percentage a trigger closes all. */
function partE8({ volume }: Params): bigint {
  return setRateE8(volume) ?? UNITS_PER_COIN;
}

function profitOf(params: Params, isOnContract: boolean): PartialTakeProfit | null {
  const onSpot = params.absolute_profit_flag === 'Y' ? params.absolute_profit_rate : undefined;
  const rateE8 = setRateE8(isOnContract ? params.position_stop_profit : onSpot);
  return rateE8 === null ? null : { rateE8, partE8: partE8(params) };
}

/** C-202: there is nothing to protect before a start rate. */
function protectionOf(params: Params): IndicatorParams['protection'] {
  const startE8 = setRateE8(params.start_profit_rate);
  if (startE8 === null) return null;
  return { startE8, keepE8: wireRateE8(params.protect_profit_rate) ?? 0n, partE8: partE8(params) };
}
