import type { BotParams } from '../../contract/strategy.ts';
import { INDICATOR_KINDS, type IndicatorKind, PRESET_KINDS, type PresetKind } from '../../contract/vocabulary.ts';
import { placeOfContract } from '../../strategies/contract-place.ts';
import {
  type ExchangeKind,
  type KindPlan,
  type KindTerms,
  moneyInParams,
  type PlaceRefusal,
  type StopFields,
  stopsInParams,
} from '../../strategies/exchange-kind.ts';
import { openingSide } from './definition/conditions.ts';
import type { IndicatorPayload } from './definition/payload.ts';
import { COMPOSE_INDICATOR, CUSTOM_STRATEGY, SPOT_COMPOSE_INDICATOR } from './definition.ts';
import { indicatorDemo } from './demo.ts';
import { INDICATOR_FACTS } from './facts.ts';
import type { IndicatorParams } from './params.ts';
import { isPresetOwn } from './presets/own-conditions.ts';
import { PRESETS } from './presets.ts';

/** X21. */
const MAX_LEVERAGE = 10;

const IN_PARAMS = stopsInParams<IndicatorPayload>('investment', 'stop_rate', 'stop_profit');
/** Those of the whole bot. In a contract it has no total take profit. */
const TOTAL_STOPS: StopFields<IndicatorPayload> = {
  ...IN_PARAMS,
  with: (payload, asked) =>
    isOnContract(payload) && (asked.takeProfit ?? '') !== '' ? null : IN_PARAMS.with(payload, asked),
};

const moneyOnSpot = moneyInParams<IndicatorPayload>();

function isOnContract({ params }: IndicatorPayload): boolean {
  return params.settle !== undefined && params.settle !== '';
}

const DEFINITIONS = {
  'compose-indicator': COMPOSE_INDICATOR,
  'spot-compose-indicator': SPOT_COMPOSE_INDICATOR,
  'custom-strategy': CUSTOM_STRATEGY,
  ...PRESETS,
};

/** What the exchange knows of a kind that trades by conditions: all of them are the same but for where they may trade. */
function indicatorKind(kind: IndicatorKind): ExchangeKind<IndicatorPayload, IndicatorParams> {
  const { page, needsAnnouncing } = INDICATOR_FACTS[kind];
  return {
    waitsFor: 'conditions',
    stops: TOTAL_STOPS,
    withMoney: (payload, money) => (isOnContract(payload) ? null : moneyOnSpot(payload, money)),
    // The documents' own kinds are seen twice as often.
    demo: indicatorDemo(DEFINITIONS[kind], needsAnnouncing ? 1 : 2),
    place({ params }) {
      const { settle = '' } = params;
      const isSpot = settle === '';
      if (page !== 'both' && isSpot !== (page === 'trade')) return { field: 'settle', issue: 'instrument-unknown' };
      return isSpot ? { market: params.pair, type: 'spot' } : placeOfContract(params.pair, settle, 'settle');
    },
    refusal(payload, spec) {
      const isOwn = !isPreset(kind) || isPresetOwn(kind, payload, spec);
      return isOwn ? refuseOtherSide(payload) : { field: 'compose_conditions', issue: 'preset-conditions' };
    },
    terms: termsOf,
    plan: planOf,
    params: paramsOf,
  };
}

/** An opening that is called long or short while the bot trades the other way would be a word without effect (E-120). */
function refuseOtherSide({ params }: IndicatorPayload): PlaceRefusal | null {
  const said = openingSide(params.compose_conditions);
  const isSpot = params.settle === undefined || params.settle === '';
  if (said === null || said === (isSpot ? 'buy' : (params.side ?? said))) return null;
  const field = 'params.compose_conditions.open.side';
  return { field, issue: 'field.unused', values: { field } };
}

function isPreset(kind: IndicatorKind): kind is PresetKind {
  return PRESET_KINDS.some((one) => one === kind);
}

function termsOf({ params }: IndicatorPayload): KindTerms {
  const isSpot = params.settle === undefined || params.settle === '';
  return {
    leverage: isSpot ? '1' : params.leverage || '1',
    side: params.side ?? 'buy',
    takeProfit: (isSpot ? params.stop_profit : params.position_stop_profit) ?? '',
    stopLoss: params.position_stop_rate ?? '',
    keepsCoins: false,
    isAi: params.is_ai === 1,
  };
}

function planOf({ spec }: IndicatorParams): KindPlan {
  return {
    unitQuantity: 0n,
    liquidation: null,
    maxLeverage: Math.min(MAX_LEVERAGE, spec.contract?.leverageMax ?? 1),
  };
}

function paramsOf({ params }: IndicatorPayload): Partial<BotParams> {
  return {
    leverage: params.leverage || '1',
    side: params.side ?? 'buy',
    settle: params.settle ?? '',
    exchange: params.exchange ?? '',
    period: params.compose_conditions.open.period,
    begin_money_amount: params.begin_money_amount,
    pft_increase_ptn: params.pft_increase_ptn,
    position_stop_rate: params.position_stop_rate ?? '',
    position_stop_profit: params.position_stop_profit ?? '',
    start_profit_rate: params.start_profit_rate ?? '',
    protect_profit_rate: params.protect_profit_rate ?? '',
    stop_rate: params.stop_rate ?? '',
    absolute_profit_rate: params.absolute_profit_rate ?? '',
    volume: params.volume ?? '',
    stop_profit: params.stop_profit ?? '',
    slip: params.slip ?? '',
    compose_conditions: params.compose_conditions,
    preset_args: params.preset_args ?? {},
  };
}

/** Indicator bots of the editor on contracts and spot, custom strategies and the ten presets. */
export const INDICATORS = Object.fromEntries(INDICATOR_KINDS.map((kind) => [kind, indicatorKind(kind)])) as Readonly<
  Record<IndicatorKind, ExchangeKind<IndicatorPayload, IndicatorParams>>
>;
