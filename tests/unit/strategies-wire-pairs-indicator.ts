import type { IndicatorKind, PresetKind } from '#lib/contract/vocabulary.ts';
import type { Condition } from '#lib/indicators/condition.ts';
import type { IndicatorPayload } from '#lib/kinds/indicator/definition/payload.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import type { WirePair } from '#tests/support/wire-pair.ts';

/** Pairs of the kinds by conditions: one engine, which is given the same of all of them. */

const SPOT = testSpec();
const CONTRACT = testContract();

type Operand = readonly [name: Condition['indicatorName'], ...args: string[]];

function when(
  [indicatorName, ...indicatorArgs]: Operand,
  comparatorName: Condition['comparatorName'],
  [compareIndicatorName, ...compareIndicatorArgs]: Operand,
  operations: Condition['operations'] = 'and',
): Condition & { indicatorArgs: string[]; compareIndicatorArgs: string[] } {
  return { operations, indicatorName, indicatorArgs, comparatorName, compareIndicatorName, compareIndicatorArgs };
}

type Conditions = readonly ReturnType<typeof when>[];

const RISES = when(['macd-histogram', '12', '26', '9'], 'gt', ['number', '0.5']);
const FALLS = when(['rsi', '14'], 'lt', ['number', '30'], 'or');

const EDITED: readonly WirePair<'compose-indicator'>[] = [
  {
    spec: CONTRACT,
    feeRate: 100_000n,
    payload: {
      strategy_type: 'compose-indicator',
      bot_type: 'compose-indicator',
      params: {
        ...{ exchange: 'gate', pair: 'BTC_USDT', settle: 'usdt', period: '4h', begin_money_currency: 'USDT' },
        ...{ begin_money_amount: '4321.5', pft_increase_ptn: 'Y', leverage: '3', side: 'sell' },
        compose_conditions: {
          open: { side: 'open', period: '4h', ratio: '0.3', conditions: [RISES, FALLS] },
          close: {
            ...{ side: 'close', period: '1h', ratio: '' },
            // A TD count is at least nine, whatever it is compared with (E-180, E-181).
            conditions: [{ ...when(['tdplusnine'], 'gt', ['number', '5']), indicatorName: 'td-plus-nine' }],
          },
          increase: { side: 'increase', period: '15m', ratio: '0.2', conditions: [FALLS] },
          reduce: { side: 'reduce', period: '30m', ratio: '0.5', conditions: [RISES] },
        },
        ...{ stop_rate: '0.6', position_stop_rate: '0.25', position_stop_profit: '0.15', volume: '0.5' },
        ...{ start_profit_rate: '0.2', protect_profit_rate: '0.1' },
      },
    },
    params: {
      ...{ spec: CONTRACT, feeRate: 100_000n, investment: 432_150_000_000n, side: 'sell', leverage: 3 },
      conditions: {
        open: { side: 'open', period: '4h', ratio: '0.3', conditions: [RISES, FALLS] },
        close: { side: 'close', period: '1h', conditions: [when(['tdplusnine'], 'gte', ['number', '9'])] },
        increase: { side: 'increase', period: '15m', ratio: '0.2', conditions: [FALLS] },
        reduce: { side: 'reduce', period: '30m', ratio: '0.5', conditions: [RISES] },
      },
      ...{ reinvests: true, totalStopE8: 60_000_000n, totalProfitE8: null, positionStopE8: 25_000_000n },
      positionProfit: { rateE8: 15_000_000n, partE8: 50_000_000n },
      protection: { startE8: 20_000_000n, keepE8: 10_000_000n, partE8: 50_000_000n },
      slipE8: null,
    },
  },
];

const EDITED_ON_SPOT: readonly WirePair<'spot-compose-indicator'>[] = [
  {
    spec: SPOT,
    feeRate: 200_000n,
    payload: {
      strategy_type: 'spot-compose-indicator',
      params: {
        ...{ pair: 'BTC_USDT', settle: '', period: '1h', begin_money_currency: 'USDT' },
        ...{ begin_money_amount: '2000', pft_increase_ptn: 'N' },
        compose_conditions: {
          open: { side: 'open', period: '1h', ratio: '1', conditions: [RISES] },
          close: { side: 'close', period: '1h', conditions: [FALLS] },
        },
        ...{ absolute_profit_flag: 'Y', absolute_profit_rate: '0.15', volume: '0.4' },
        ...{ stop_rate: '0.5', stop_profit: '0.7', position_stop_rate: '0.35', slip: '0.01' },
      },
    },
    params: {
      ...{ spec: SPOT, feeRate: 200_000n, investment: 200_000_000_000n, side: 'buy', leverage: 1 },
      conditions: {
        open: { side: 'open', period: '1h', ratio: '1', conditions: [RISES] },
        close: { side: 'close', period: '1h', conditions: [FALLS] },
      },
      ...{ reinvests: false, totalStopE8: 50_000_000n, totalProfitE8: 70_000_000n, positionStopE8: 35_000_000n },
      positionProfit: { rateE8: 15_000_000n, partE8: 40_000_000n },
      ...{ protection: null, slipE8: 1_000_000n },
    },
  },
];

const CUSTOM: readonly WirePair<'custom-strategy'>[] = [
  {
    spec: CONTRACT,
    feeRate: 100_000n,
    payload: {
      strategy_type: 'custom-strategy',
      params: {
        ...{ pair: 'BTC_USDT', settle: 'usdt', period: '1h', begin_money_currency: 'USDT' },
        ...{ begin_money_amount: '1000', pft_increase_ptn: 'N', leverage: '10' },
        compose_conditions: {
          // The opening side says which way, and nothing else does (E-120).
          open: { side: 'sell', period: '1h', ratio: '0.1', conditions: [FALLS] },
          close: { side: 'close', period: '1d', conditions: [RISES] },
        },
        ...{ stop_rate: '0', position_stop_rate: '', position_stop_profit: '0', start_profit_rate: '' },
      },
    },
    params: {
      ...{ spec: CONTRACT, feeRate: 100_000n, investment: 100_000_000_000n, side: 'sell', leverage: 10 },
      conditions: {
        open: { side: 'open', period: '1h', ratio: '0.1', conditions: [FALLS] },
        close: { side: 'close', period: '1d', conditions: [RISES] },
      },
      ...{ reinvests: false, totalStopE8: null, totalProfitE8: null, positionStopE8: null },
      ...{ positionProfit: null, protection: null, slipE8: null },
    },
  },
];

interface Rules {
  readonly open: Conditions;
  readonly close: Conditions;
}

/** All of them are created and run with the same. */
interface PresetPair extends Pick<WirePair<PresetKind>, 'spec' | 'feeRate'> {
  readonly payload: IndicatorPayload;
  readonly params: IndicatorParams;
}

/** A short of a single-indicator bot: what it trades by is made of its arguments. */
function short(
  strategy_type: PresetKind,
  preset_args: Record<string, string>,
  { open, close }: Rules,
): readonly PresetPair[] {
  return [
    {
      spec: CONTRACT,
      feeRate: 100_000n,
      payload: {
        strategy_type,
        params: {
          ...{ pair: 'BTC_USDT', settle: 'usdt', period: '15m', begin_money_currency: 'USDT' },
          ...{ begin_money_amount: '1000', pft_increase_ptn: 'N', leverage: '2', side: 'sell', stop_rate: '1' },
          compose_conditions: {
            open: { side: 'open', period: '15m', ratio: '0.7', conditions: [...open] },
            close: { side: 'close', period: '15m', conditions: [...close] },
          },
          preset_args,
        },
      },
      params: {
        ...{ spec: CONTRACT, feeRate: 100_000n, investment: 100_000_000_000n, side: 'sell', leverage: 2 },
        conditions: {
          open: { side: 'open', period: '15m', ratio: '0.7', conditions: open },
          close: { side: 'close', period: '15m', conditions: close },
        },
        ...{ reinvests: false, totalStopE8: 100_000_000n, totalProfitE8: null, positionStopE8: null },
        ...{ positionProfit: null, protection: null, slipE8: null },
      },
    },
  ];
}

const MACD: Operand = ['macd', '10', '21'];
const SIGNAL: Operand = ['macd-signal', '10', '21', '8'];
const MACD_ARGS = { fast: '10', slow: '21', signal: '8' };
const RSI: Operand = ['rsi', '13'];
const RSI_ARGS = { rsi: '13', overbought: '75', oversold: '25' };
const NOT_SOLD_OUT = when(RSI, 'gt', ['number', '25']);
const SOLD_OUT = when(RSI, 'lt', ['number', '25'], 'or');
const QUICK: Operand = ['ma', '6'];
const SLOW: Operand = ['ma', '50'];
const MA_ARGS = { short: '6', long: '50' };
const PLUS: Operand = ['plus-di', '15'];
const MINUS: Operand = ['minus-di', '15'];

/** Every kind by conditions. One without a pair does not compile. */
export const INDICATOR_PAIRS: { readonly [K in IndicatorKind]: readonly WirePair<K>[] } = {
  'compose-indicator': EDITED,
  'spot-compose-indicator': EDITED_ON_SPOT,
  'custom-strategy': CUSTOM,
  macd: short('macd', MACD_ARGS, {
    open: [when(MACD, 'cross-down', SIGNAL)],
    close: [when(MACD, 'cross-up', SIGNAL)],
  }),
  'macd-rsi': short(
    'macd-rsi',
    { ...MACD_ARGS, ...RSI_ARGS },
    {
      open: [when(MACD, 'cross-down', SIGNAL), NOT_SOLD_OUT],
      close: [when(MACD, 'cross-up', SIGNAL), SOLD_OUT],
    },
  ),
  'double-ma': short('double-ma', MA_ARGS, {
    open: [when(QUICK, 'cross-down', SLOW)],
    close: [when(QUICK, 'cross-up', SLOW)],
  }),
  'double-ma-rsi': short(
    'double-ma-rsi',
    { ...MA_ARGS, ...RSI_ARGS },
    {
      open: [when(QUICK, 'cross-down', SLOW), NOT_SOLD_OUT],
      close: [when(QUICK, 'cross-up', SLOW), SOLD_OUT],
    },
  ),
  boll: short(
    'boll',
    { average: '4', period: '22', deviations: '2.5' },
    {
      open: [when(['close'], 'cross-down', ['boll-upper', '22', '2.5'])],
      close: [when(['ma', '4'], 'lte', ['boll-mid', '22', '2.5'])],
    },
  ),
  'adx-cloud': short(
    'adx-cloud',
    { period: '15', threshold: '30' },
    {
      open: [when(PLUS, 'lt', MINUS), when(['adx', '15'], 'gt', ['number', '30'])],
      close: [when(PLUS, 'gt', MINUS)],
    },
  ),
  'percent-channel': short(
    'percent-channel',
    { period: '18', percent: '1.5' },
    {
      open: [when(['close'], 'cross-down', ['percent-channel-lower', '18', '1.5'])],
      close: [when(['close'], 'cross-up', ['ma', '18'])],
    },
  ),
  'atr-breakout': short(
    'atr-breakout',
    { period: '12', multiplier: '1.5' },
    {
      open: [when(['close'], 'lt', ['atr-range-lower', '12', '1.5'])],
      close: [when(['close'], 'gt', ['atr-range-upper', '12', '1.5'])],
    },
  ),
  gravity: short(
    'gravity',
    { period: '11' },
    {
      open: [when(['gravity', '11'], 'cross-down', ['gravity-signal', '11'])],
      close: [when(['gravity', '11'], 'cross-up', ['gravity-signal', '11'])],
    },
  ),
  keltner: short(
    'keltner',
    { period: '19', multiplier: '2.5', range: '9' },
    {
      open: [when(['close'], 'cross-down', ['keltner-lower', '19', '2.5', '9'])],
      close: [when(['close'], 'cross-up', ['keltner-mid', '19', '2.5', '9'])],
    },
  ),
};
