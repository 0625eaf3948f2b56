import type { PresetKind } from '#lib/contract/vocabulary.ts';
import { DEFAULT_CONDITION } from '#lib/indicators/condition.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { DEFAULT_CONDITIONS, formatConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import { formatRows } from '#lib/kinds/martingale/definition/rows.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { formatCoins } from '#lib/strategies/portfolio/coins.ts';
import { arbitrageSpec, portfolioSpec, testContract, testSpec } from '#tests/support/market-specs.ts';
import { spotGridForm } from '#tests/support/spot-grid-forms.ts';

interface KindCase {
  readonly spec: MarketSpec;
  readonly good: FormValues;
  readonly bad: Bad;
}

const FUTURES_FORM: FormValues = {
  ...STRATEGIES.futures_grid.defaults(),
  leverage: '3',
  low_price: '50000',
  high_price: '70000',
  grid_num: '20',
  money: '5000',
};
const MARTINGALE_FORM: FormValues = {
  ...STRATEGIES.martingale.defaults(),
  price_steps: '1',
  max_order_amount: '5',
  take_profit_per_cycle: '1',
  money: '2000',
};
const ROWS = (...rows: readonly (readonly [string, string])[]): FormValues => ({
  enable_free_params: '1',
  price_step_details: formatRows(rows.map(([price_steps, increasing_share]) => ({ price_steps, increasing_share }))),
});

type Bad = readonly (readonly [FormValues, string, string])[];

/** What every kind refuses: money, trigger, texts and profit share. */
const BAD_ANYWHERE: Bad = [
  [{ money: '' }, 'money', 'money.empty'],
  [{ money: 'x' }, 'money', 'number.format'],
  [{ money: '100000000' }, 'money', 'money.limit'],
  [{ money: '1.00001' }, 'money', 'amount.decimals'],
  [{ trigger_price: '999999' }, 'trigger_price', 'range'],
  [{ trigger_price: '55000.05' }, 'trigger_price', 'price.decimals'],
  [{ strategy_name: 'a"b' }, 'strategy_name', 'quant.strategy.name.error'],
  [{ abstract: 'https://x' }, 'abstract', 'abstract.illegal'],
  [{ follow_fee_rate: '31' }, 'follow_fee_rate', 'range'],
];

/** What the grids between two prices refuse. */
const BAD_RANGE: Bad = [
  [{ low_price: '0' }, 'low_price', 'range'],
  [{ low_price: 'x' }, 'low_price', 'number.format'],
  [{ high_price: '1' }, 'high_price', 'grid.high_not_above_low'],
  [{ high_price: '70000.01' }, 'high_price', 'price.decimals'],
  [{ grid_num: '1' }, 'grid_num', 'range'],
  [{ grid_num: '201' }, 'grid_num', 'range'],
  [{ grid_num: '2.5' }, 'grid_num', 'number.integer'],
  [{ grid_num: '' }, 'grid_num', 'grid.count_required'],
  [{ high_price: '50001' }, 'grid_num', 'grid.return_too_low'],
  [{ qty_type: '1', qty_rate: '101' }, 'qty_rate', 'range'],
  [{ trigger_price: '40000' }, 'trigger_price', 'trigger.not_above_low'],
  [{ trigger_price: '70000' }, 'trigger_price', 'trigger.not_below_high'],
];

/** Stops by price, where buying: of the kinds with a range. */
const BAD_STOP_PRICES: Bad = [
  [{ stop_loss_on: '1', stop_loss: '60000' }, 'stop_loss', 'stop_loss.not_below_low'],
  [{ stop_loss_on: '1', stop_loss: '1000000' }, 'stop_loss', 'range'],
  [{ stop_profit_on: '1', stop_profit: '60000' }, 'stop_profit', 'stop_profit.below_high'],
  [{ stop_profit_on: '1', stop_profit: '1000000' }, 'stop_profit', 'range'],
  [{ init_position_slip: '9' }, 'init_position_slip', 'slippage.range'],
];

/** What both martingales refuse. */
const BAD_MARTINGALE: Bad = [
  ...BAD_ANYWHERE,
  [{ price_steps: '' }, 'price_steps', 'step.required'],
  [{ price_steps: '0.09' }, 'price_steps', 'step.range'],
  [{ max_order_amount: '31' }, 'max_order_amount', 'range'],
  [{ max_order_amount: '' }, 'max_order_amount', 'add_orders.required'],
  [{ transaction_type: 'high-risk-arbitrage', amount_multiplier: '2.01' }, 'amount_multiplier', 'multiplier.range'],
  [{ take_profit_per_cycle: '0.09' }, 'take_profit_per_cycle', 'cycle.take_profit'],
  [{ take_profit_per_cycle: '' }, 'take_profit_per_cycle', 'cycle.take_profit'],
  [{ stop_loss_per_cycle: '101' }, 'stop_loss_per_cycle', 'cycle.stop_loss'],
  [{ stop_loss_per_cycle: '1' }, 'stop_loss_per_cycle', 'cycle.stop_loss_step'],
  [{ trigger_price: '61000' }, 'trigger_price', 'trigger.above_last'],
  [ROWS(['0', '1']), 'price_step_details', 'rows.least'],
  [ROWS(['0', '1'], ['1', '0.5']), 'price_step_details', 'rows.share'],
  [ROWS(...Array.from({ length: 32 }, () => ['1', '1'] as const)), 'price_step_details', 'rows.most'],
  [{ enable_free_params: '1', price_step_details: '{"__proto__":1}' }, 'price_step_details', 'rows.malformed'],
];

/** Coins of a smart position: asset, percent, what is brought. */
export const COINS = (...rows: readonly (readonly [asset: string, rate: string, amount?: string])[]): FormValues => ({
  coins: formatCoins(rows.map(([asset, rate, amount = '']) => ({ asset, rate, amount }))),
});
const TEN_COINS = Array.from({ length: 11 }, (_, index) => [`C${index}`, '9'] as const);

const CONDITIONS = (change: Readonly<Record<string, unknown>>): FormValues => {
  const condition = { ...DEFAULT_CONDITION, ...change };
  return {
    conditions: JSON.stringify({
      ...DEFAULT_CONDITIONS,
      open: { ...DEFAULT_CONDITIONS.open, conditions: [condition] },
    }),
  };
};
const SIDE = (name: 'open' | 'close', change: Readonly<Record<string, unknown>>): FormValues => ({
  conditions: JSON.stringify({ ...DEFAULT_CONDITIONS, [name]: { ...DEFAULT_CONDITIONS[name], ...change } }),
});

/** What every indicator bot refuses, whatever makes its conditions. */
const BAD_INDICATOR: KindCase['bad'] = [
  [{ money: '' }, 'money', 'money.empty'],
  [{ money: '1500000.01' }, 'money', 'money.too_large'],
  [{ money: '9.99' }, 'money', 'money.min.create'],
  [{ stop_rate: '9.99' }, 'stop_rate', 'range'],
  [{ stop_rate: '100.01' }, 'stop_rate', 'range'],
  [{ position_stop_rate: '101' }, 'position_stop_rate', 'range'],
  [{ follow_fee_rate: '4' }, 'follow_fee_rate', 'range'],
  [{ follow_fee_rate: '31' }, 'follow_fee_rate', 'range'],
];
const BAD_ON_CONTRACTS: KindCase['bad'] = [
  [{ leverage: '11' }, 'leverage', 'range'],
  [{ side: 'neutral' }, 'side', 'side.unknown'],
  [{ start_profit_rate_checkbox: '1' }, 'start_profit_rate', 'rate.required'],
  [{ start_profit_rate_checkbox: '1', start_profit_rate: '0' }, 'start_profit_rate', 'rate.positive'],
  [{ start_profit_rate_checkbox: '1', start_profit_rate: '5' }, 'protect_profit_rate', 'rate.required'],
  [
    { start_profit_rate_checkbox: '1', start_profit_rate: '5', protect_profit_rate: '5.01' },
    'protect_profit_rate',
    'rate.protect_above_start',
  ],
  [
    { start_profit_rate_checkbox: '1', start_profit_rate: '5', protect_profit_rate: '5' },
    'volume',
    'rate.close_required',
  ],
  [{ position_stop_profit: '5' }, 'volume', 'rate.close_required'],
  [{ position_stop_profit: '5', volume: '101' }, 'volume', 'range'],
];
const BAD_ON_SPOT: KindCase['bad'] = [
  [{ absolute_profit_flag: 'Y' }, 'absolute_profit_rate', 'rate.required'],
  [{ absolute_profit_flag: 'Y', absolute_profit_rate: '0' }, 'absolute_profit_rate', 'rate.positive'],
  [{ absolute_profit_flag: 'Y', absolute_profit_rate: '5' }, 'volume', 'rate.close_required'],
  [{ absolute_profit_flag: 'Y', absolute_profit_rate: '5', volume: '0' }, 'volume', 'rate.positive'],
  [{ slip: '5.01' }, 'slip', 'range'],
];
const BAD_CONDITIONS: KindCase['bad'] = [
  [{ conditions: '' }, 'conditions', 'condition.malformed'],
  [{ conditions: '{"open":{}}' }, 'conditions', 'condition.malformed'],
  [CONDITIONS({ indicatorArgs: ['', '26', '9'] }), 'conditions', 'condition.empty'],
  [CONDITIONS({ indicatorArgs: ['601', '26', '9'] }), 'conditions', 'condition.range'],
  [CONDITIONS({ indicatorArgs: ['1.5', '26', '9'] }), 'conditions', 'condition.whole'],
  [CONDITIONS({ indicatorArgs: ['x', '26', '9'] }), 'conditions', 'condition.number'],
  [CONDITIONS({ indicatorArgs: ['12'] }), 'conditions', 'condition.args'],
  [CONDITIONS({ indicatorName: 'nothing' }), 'conditions', 'condition.indicator'],
  [CONDITIONS({ comparatorName: 'near' }), 'conditions', 'condition.comparator'],
  [CONDITIONS({ operations: 'xor' }), 'conditions', 'condition.operation'],
  [CONDITIONS({ compareIndicatorArgs: ['0.0000001'] }), 'conditions', 'condition.decimals'],
  [SIDE('open', { conditions: [] }), 'conditions', 'condition.missing'],
  [SIDE('open', { conditions: Array(16).fill(DEFAULT_CONDITION) }), 'conditions', 'condition.too_many'],
  [SIDE('open', { period: '2h' }), 'conditions', 'condition.period'],
  [SIDE('open', { ratio: '0.15' }), 'conditions', 'condition.ratio'],
  [SIDE('close', { ratio: '0.5' }), 'conditions', 'condition.ratio_on_close'],
];

/** A preset on spot or on contracts; its first argument is a number of bars. */
function presetCase(kind: PresetKind, spec: MarketSpec, argument: string, ordered?: FormValues): KindCase {
  const isOnContract = spec.contract !== undefined;
  return {
    spec,
    good: { ...STRATEGIES[kind].defaults(spec), money: '1000' },
    bad: [
      ...BAD_INDICATOR,
      ...(isOnContract ? BAD_ON_CONTRACTS : BAD_ON_SPOT),
      [{ [argument]: '' }, argument, 'condition.empty'],
      [{ [argument]: '601' }, argument, 'condition.range'],
      [{ [argument]: '2.5' }, argument, 'condition.whole'],
      [{ kline_period: '2h' }, 'kline_period', 'choice.unknown'],
      [{ open_ratio: '0.11' }, 'open_ratio', 'choice.unknown'],
      ...(ordered === undefined ? [] : ([[ordered, argument, 'preset.order']] as const)),
    ],
  };
}

const STOPPED_AT = (field: 'stop_loss' | 'stop_profit', price: string): FormValues => ({
  [`${field}_on`]: '1',
  [field]: price,
});

/** A form that every rule accepts and one bad value for each field that takes typing, with the code that must name it. */
export const KIND_CASES: { readonly [K in keyof typeof STRATEGIES]: KindCase } = {
  spot_grid: {
    spec: testSpec(),
    good: spotGridForm(),
    bad: [
      ...BAD_ANYWHERE,
      ...BAD_RANGE,
      ...BAD_STOP_PRICES,
      [
        { trail_up: '1', stop_upward_price: '1', moving_average_momentum: '2' },
        'stop_upward_price',
        'trail.up_not_above_high',
      ],
      [
        { trail_down: '1', stop_downward_price: '25000', moving_average_momentum: '51' },
        'moving_average_momentum',
        'trail.momentum_range',
      ],
    ],
  },
  futures_grid: {
    spec: testContract(),
    good: FUTURES_FORM,
    bad: [
      ...BAD_ANYWHERE,
      ...BAD_RANGE,
      [{ side: 'up' }, 'side', 'side.unknown'],
      [{ leverage: '0' }, 'leverage', 'range'],
      [{ leverage: '51' }, 'leverage', 'range'],
      [{ trigger_price: '61000' }, 'trigger_price', 'trigger.above_last'],
      [{ side: 'sell', trigger_price: '59000' }, 'trigger_price', 'trigger.below_last'],
      [{ stop_loss_on: '1', stop_loss: '101' }, 'stop_loss', 'stop.ratio_range'],
      [{ stop_loss_on: '1', stop_loss: '33.34' }, 'stop_loss', 'stop.leverage_limit'],
      [{ stop_profit_on: '1', stop_profit: '0' }, 'stop_profit', 'stop.ratio_zero'],
      [{ init_position_slip: '0.6' }, 'init_position_slip', 'slippage.range'],
    ],
  },
  margin_grid: {
    spec: testSpec(),
    good: {
      ...STRATEGIES.margin_grid.defaults(),
      low_price: '50000',
      high_price: '70000',
      grid_num: '20',
      money: '1000',
    },
    bad: [
      ...BAD_ANYWHERE,
      ...BAD_RANGE,
      ...BAD_STOP_PRICES,
      [{ side: '' }, 'side', 'side.unknown'],
      [{ leverage: '1' }, 'leverage', 'range'],
      [{ leverage: '11' }, 'leverage', 'range'],
      [{ leverage: '2.5' }, 'leverage', 'number.integer'],
      [{ trigger_price: '61000' }, 'trigger_price', 'trigger.above_last'],
      [{ side: 'sell', trigger_price: '59000' }, 'trigger_price', 'trigger.below_last'],
      [{ side: 'sell', stop_loss_on: '1', stop_loss: '60000' }, 'stop_loss', 'stop_loss.not_above_high'],
      [{ side: 'sell', stop_profit_on: '1', stop_profit: '60000' }, 'stop_profit', 'stop_profit.above_low'],
      // The price is out of these ranges: a neutral grid, too, would be stopped as it opens.
      [
        { side: 'neutral', low_price: '65000', ...STOPPED_AT('stop_loss', '62000') },
        'stop_loss',
        'stop_loss.triggered',
      ],
      [
        { side: 'neutral', high_price: '55000', ...STOPPED_AT('stop_profit', '58000') },
        'stop_profit',
        'stop_profit.triggered',
      ],
    ],
  },
  infinite_grid: {
    spec: testSpec(),
    good: { ...STRATEGIES.infinite_grid.defaults(), low_price: '1', high_price: '1', money: '1000' },
    bad: [
      ...BAD_ANYWHERE,
      [{ low_price: '0.09' }, 'low_price', 'grid.fraction_range'],
      [{ high_price: '' }, 'high_price', 'grid.fraction_range'],
      [{ high_price: '100.01' }, 'high_price', 'grid.fraction_range'],
      [{ stop_loss_on: '1', stop_loss: '60000' }, 'stop_loss', 'stop_loss.triggered'],
      [{ stop_profit_on: '1', stop_profit: '1000000' }, 'stop_profit', 'range'],
      [{ stop_profit_on: '1', stop_profit: '60000' }, 'stop_profit', 'stop_profit.triggered'],
      [{ trigger_price: '61000' }, 'trigger_price', 'trigger.above_last'],
    ],
  },
  martingale: {
    spec: testSpec(),
    good: MARTINGALE_FORM,
    bad: [
      ...BAD_MARTINGALE,
      [{ price_steps: '15.01' }, 'price_steps', 'step.range'],
      [{ price_step_type: 'diff', price_steps: '30000.1' }, 'price_steps', 'step.diff_range'],
    ],
  },
  'contract-martingale': {
    spec: testContract(),
    good: { ...MARTINGALE_FORM, leverage: '5' },
    bad: [
      ...BAD_MARTINGALE,
      [{ price_steps: '10.01' }, 'price_steps', 'step.range'],
      [{ leverage: '51' }, 'leverage', 'range'],
      [{ side: 'neutral' }, 'side', 'side.unknown'],
      [{ stop_loss_per_cycle: '20' }, 'stop_loss_per_cycle', 'stop.leverage_limit'],
      [{ money: '5' }, 'money', 'order.min'],
    ],
  },
  'smart-position': {
    spec: portfolioSpec(),
    good: { ...STRATEGIES['smart-position'].defaults(), ...COINS(['BTC', '40'], ['ETH', '60']), money: '20' },
    bad: [
      [{ coin_type: 'none' }, 'coin_type', 'choice.unknown'],
      [{ coins: '[1]' }, 'coins', 'pairs.malformed'],
      [COINS(['BTC', '100']), 'coins', 'pairs.least'],
      [COINS(...TEN_COINS), 'coins', 'pairs.most'],
      [COINS(['BTC', '40'], ['BTC', '60']), 'coins', 'pairs.twice'],
      [COINS(['BTC', '40'], ['PEPE', '60']), 'coins', 'pairs.unknown'],
      [COINS(['BTC', '99.5'], ['ETH', '0.5']), 'coins', 'pairs.share'],
      [COINS(['BTC', '40'], ['ETH', '']), 'coins', 'pairs.share'],
      [COINS(['BTC', '40.001'], ['ETH', '59.999']), 'coins', 'number.decimals'],
      [COINS(['BTC', '40'], ['ETH', '59.99']), 'coins', 'pairs.total'],
      [COINS(['BTC', '40'], ['ETH', '60.01']), 'coins', 'pairs.total'],
      [{ coin_type: 'spot' }, 'coins', 'pairs.amount_required'],
      [
        { coin_type: 'spot', ...COINS(['BTC', '40', '1'], ['ETH', '60', '0'.repeat(22)]) },
        'coins',
        'pairs.amount_length',
      ],
      [{ money: '' }, 'money', 'money.empty'],
      [{ money: '19.99' }, 'money', 'money.min.create'],
      [{ money: '20.001' }, 'money', 'amount.decimals'],
      [{ period_unit: 'w' }, 'period_unit', 'choice.unknown'],
      [{ period: '' }, 'period', 'range'],
      [{ period: '29' }, 'period', 'range'],
      [{ balance_type: '1' }, 'threshold', 'range'],
      [{ balance_type: '1', threshold: '0.09' }, 'threshold', 'range'],
      [{ balance_type: '1', threshold: '50.01' }, 'threshold', 'range'],
      [{ stop_loss_on: '1', stop_loss: '101' }, 'stop_loss', 'stop.ratio_range'],
      [{ stop_profit_on: '1', stop_profit: '0' }, 'stop_profit', 'stop.ratio_zero'],
      [{ follow_fee_rate: '31' }, 'follow_fee_rate', 'range'],
    ],
  },
  'recurring-buy': {
    spec: portfolioSpec(),
    good: {
      ...STRATEGIES['recurring-buy'].defaults(),
      ...COINS(['BTC', '40'], ['ETH', '60']),
      each_amount: '50',
      every: '1mo',
      first_time: '2026-01-31 09:00',
      money: '500',
    },
    bad: [
      [{ coins: '[1]' }, 'coins', 'pairs.malformed'],
      [{ coins: '' }, 'coins', 'pairs.none'],
      [COINS(...TEN_COINS), 'coins', 'pairs.most'],
      [COINS(['BTC', '40'], ['PEPE', '60']), 'coins', 'pairs.unknown'],
      [COINS(['BTC', '99.99']), 'coins', 'pairs.total'],
      [{ every: '3h' }, 'every', 'choice.unknown'],
      [{ first_time: '2026-02-30 09:00' }, 'first_time', 'moment.format'],
      [{ first_time: 'tomorrow' }, 'first_time', 'moment.format'],
      [{ each_amount: '' }, 'each_amount', 'money.empty'],
      [{ each_amount: '9.99' }, 'each_amount', 'money.min.create'],
      [{ each_amount: '10.001' }, 'each_amount', 'amount.decimals'],
      [{ each_amount: '50', ...COINS(['BTC', '99'], ['ETH', '1']) }, 'each_amount', 'pairs.min'],
      [{ money: '' }, 'money', 'money.empty'],
      [{ money: '49.99' }, 'money', 'money.min.create'],
      [{ stop_profit_on: '1', stop_profit: '0' }, 'stop_profit', 'stop.ratio_zero'],
      [{ stop_profit_on: '1', stop_profit: '101' }, 'stop_profit', 'stop.ratio_range'],
      [{ follow_fee_rate: '31' }, 'follow_fee_rate', 'range'],
    ],
  },
  'spot-future-arbitrage': {
    spec: arbitrageSpec(),
    good: { ...STRATEGIES['spot-future-arbitrage'].defaults(), money: '1000', spread_rate: '0.1' },
    bad: [
      [{ money: '' }, 'money', 'money.empty'],
      [{ leverage: '0' }, 'leverage', 'range'],
      [{ leverage: '4' }, 'leverage', 'range'],
      [{ spread_rate: 'x' }, 'spread_rate', 'number.format'],
      [{ spread_rate: '100.1' }, 'spread_rate', 'range'],
      [{ spread_rate: '0.1234567890123' }, 'spread_rate', 'number.decimals'],
    ],
  },
  'compose-indicator': {
    spec: testContract(),
    good: { ...STRATEGIES['compose-indicator'].defaults(), money: '1000' },
    bad: [...BAD_INDICATOR, ...BAD_ON_CONTRACTS, ...BAD_CONDITIONS],
  },
  'spot-compose-indicator': {
    spec: testSpec(),
    good: { ...STRATEGIES['spot-compose-indicator'].defaults(), money: '1000' },
    bad: [...BAD_INDICATOR, ...BAD_ON_SPOT, ...BAD_CONDITIONS],
  },
  'custom-strategy': {
    spec: testContract(),
    good: {
      ...STRATEGIES['custom-strategy'].defaults(testContract()),
      conditions: formatConditions({ ...DEFAULT_CONDITIONS, reduce: { ...DEFAULT_CONDITIONS.open, side: 'reduce' } }),
      money: '1000',
    },
    bad: [...BAD_INDICATOR, ...BAD_ON_CONTRACTS, ...BAD_CONDITIONS],
  },
  macd: presetCase('macd', testSpec(), 'arg_fast', { arg_fast: '26' }),
  'macd-rsi': presetCase('macd-rsi', testContract(), 'arg_slow'),
  'double-ma': presetCase('double-ma', testContract(), 'arg_short', { arg_short: '60' }),
  'double-ma-rsi': presetCase('double-ma-rsi', testSpec(), 'arg_long'),
  boll: presetCase('boll', testSpec(), 'arg_average'),
  'adx-cloud': presetCase('adx-cloud', testContract(), 'arg_period'),
  'percent-channel': presetCase('percent-channel', testSpec(), 'arg_period'),
  'atr-breakout': presetCase('atr-breakout', testContract(), 'arg_period'),
  gravity: presetCase('gravity', testSpec(), 'arg_period'),
  keltner: presetCase('keltner', testContract(), 'arg_range'),
};
