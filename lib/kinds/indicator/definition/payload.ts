import type { z } from 'zod';
import type { INDICATOR_WIRE, indicatorConditions } from '../../../contract/kinds/indicator.ts';
import type { ConditionSide, IndicatorConditions } from '../../../indicators/condition.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { fraction, onIfSet, optional, percent, plain } from '../../../strategies/rules/wire.ts';
import { decodeTexts, encodeTexts } from '../../../strategies/rules/wire-texts.ts';
import { openingSide } from './conditions.ts';
import type { IndicatorVariant } from './source.ts';
import { commonDefaults, hasTrigger, indicatorAsset, indicatorMarketOf, isStartProfitOn } from './values.ts';

/** What strategy/run takes for an indicator bot (C-164…C-169, E-122…E-127), without the fund password. */
export type IndicatorPayload = Omit<z.infer<typeof INDICATOR_WIRE.create>, 'fundpass'>;
type Params = IndicatorPayload['params'];
type WireConditions = z.infer<typeof indicatorConditions>;

/** The exchange that a bot trades on; there is one. */
const EXCHANGE = 'gate';

/** Form → wire. Percents become fractions (C-140, E-126). */
export function encodeIndicator(variant: IndicatorVariant, values: FormValues, spec: MarketSpec): IndicatorPayload {
  const { kind, source } = variant;
  const conditions = source.read(values, spec);
  const asset = indicatorAsset(values, spec);
  const args = source.args(values);
  return {
    strategy_type: kind,
    bot_type: kind,
    params: {
      exchange: EXCHANGE,
      pair: spec.market,
      settle: spec.contract === undefined ? '' : asset.toLowerCase(),
      period: conditions?.open.period ?? '',
      begin_money_amount: plain(values.money),
      begin_money_currency: asset,
      pft_increase_ptn: values.pft_increase_ptn === 'Y' ? 'Y' : 'N',
      compose_conditions: wireConditions(conditions),
      stop_rate: rate(values.stop_rate),
      ...(spec.contract === undefined ? spotParams(values) : contractParams(values)),
      ...(args === undefined ? {} : { preset_args: { ...args } }),
    },
    ...encodeTexts(values),
  };
}

/** C-167. The close percentage goes with a trigger (H24). */
function contractParams(values: FormValues): Partial<Params> {
  const isProtecting = isStartProfitOn(values);
  return {
    leverage: plain(values.leverage),
    side: values.side === 'sell' ? 'sell' : 'buy',
    position_stop_rate: rate(values.position_stop_rate),
    // A typed zero is said: a backtest reckons with something for it (C-318); a bot has none then.
    position_stop_profit: fraction(values.position_stop_profit),
    start_profit_rate: isProtecting ? rate(values.start_profit_rate) : '',
    protect_profit_rate: isProtecting ? fraction(values.protect_profit_rate) : '',
    ...(hasTrigger(values, 'futures') ? { volume: rate(values.volume) } : {}),
  };
}

/** C-166. A position's stop loss is sent when there is one (E-190). */
function spotParams(values: FormValues): Partial<Params> {
  const stop = rate(values.position_stop_rate);
  const isAbsolute = values.absolute_profit_flag === 'Y';
  return {
    absolute_profit_flag: isAbsolute ? 'Y' : '',
    absolute_profit_rate: isAbsolute ? rate(values.absolute_profit_rate) : '',
    volume: hasTrigger(values, 'spot') ? rate(values.volume) : '',
    stop_profit: rate(values.stop_profit),
    slip: rate(values.slip),
    ...(stop === '' ? {} : { position_stop_rate: stop }),
  };
}

/** A fraction; zero and nothing are "not set". */
function rate(text: string | undefined): string {
  return optional(fraction(text));
}

/** Conditions in the wire's shape. Those that cannot be read go out as none, which the exchange refuses by name. */
export function wireConditions(conditions: IndicatorConditions | null): WireConditions {
  const none = { open: emptySide('open'), close: emptySide('close') };
  return JSON.parse(JSON.stringify(conditions ?? none)) as WireConditions;
}

function emptySide(side: 'open' | 'close'): ConditionSide {
  return { side, period: '1h', conditions: [] };
}

/** Wire → form. */
export function decodeIndicator({ source }: IndicatorVariant, payload: IndicatorPayload, spec: MarketSpec): FormValues {
  const { params } = payload;
  const rateOf = (text: string | undefined): string => percent(optional(text));
  const start = rateOf(params.start_profit_rate);
  return {
    ...commonDefaults(indicatorMarketOf(spec)),
    ...source.decode(params.compose_conditions, params.preset_args),
    ...(spec.contract === undefined
      ? {}
      : { side: params.side ?? openingSide(params.compose_conditions) ?? 'buy', leverage: params.leverage ?? '' }),
    money: plain(params.begin_money_amount),
    pft_increase_ptn: params.pft_increase_ptn,
    stop_rate: rateOf(params.stop_rate),
    position_stop_rate: rateOf(params.position_stop_rate),
    position_stop_profit: percent(params.position_stop_profit),
    start_profit_rate_checkbox: onIfSet(start),
    start_profit_rate: start,
    protect_profit_rate: percent(params.protect_profit_rate),
    absolute_profit_flag: params.absolute_profit_flag ?? '',
    absolute_profit_rate: rateOf(params.absolute_profit_rate),
    volume: rateOf(params.volume),
    stop_profit: rateOf(params.stop_profit),
    slip: rateOf(params.slip),
    ...decodeTexts(payload),
  };
}
