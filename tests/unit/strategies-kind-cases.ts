import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { formatRows } from '#lib/strategies/martingale/rows.ts';
import { STRATEGIES } from '#lib/strategies/registry.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
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
};
