import type { Messages } from '../i18n/messages.ts';
import type { TermId } from './figures.ts';

type Fields = Messages['fields'];
type Labelled<Words> = {
  [Name in keyof Words & string]: Words[Name] extends { readonly label: string } ? Name : never;
}[keyof Words & string];

/** Fields of all forms, by the name of their words (messages/{lang}/fields.json). */
type FieldLabel = Labelled<Fields> | `args.${Labelled<Fields['args']>}`;

/** Terms that explain a field, the one of its own name first; its other words – choices, limits – by choice in its tip. */
type FieldTerms = readonly [TermId, ...TermId[]];

/** Which terms explain a field. One that is missing here does not compile. */
export const FIELD_TERMS: Readonly<Record<FieldLabel, FieldTerms>> = {
  is_use_base: ['investment'],
  low_price: ['price_range', 'lower_line'],
  high_price: ['price_range', 'upper_line'],
  grid_num: ['grids', 'return_per_grid'],
  price_type: ['spacing', 'arithmetic', 'geometric'],
  trailing: ['trailing', 'trailing_up_limit', 'trailing_down_limit', 'momentum'],
  money: ['investment', 'min_investment'],
  recurring_money: ['investment', 'purchases'],
  trigger_price: ['trigger_price'],
  trigger_type: ['trigger_price', 'last_price', 'mark_price'],
  qty_type: ['quantity_per_grid', 'quantity_ratio'],
  qty_rate: ['quantity_ratio'],
  stop_profit_on: ['take_profit'],
  stop_profit: ['take_profit'],
  stop_profit_ratio: ['take_profit'],
  stop_profit_cost: ['take_profit', 'average_cost'],
  stop_loss_on: ['stop_loss'],
  stop_loss: ['stop_loss'],
  stop_loss_ratio: ['stop_loss'],
  stop_check_type: ['stop_check'],
  is_less_low_stop: ['stop_below'],
  is_over_high_stop: ['stop_above'],
  init_position_slip: ['slippage'],
  slip: ['slippage'],
  store_coin_flag: ['keep_coins'],
  close_flag: ['market_close'],
  follow_fee_rate: ['share_rate', 'high_water_mark'],
  indicator_follow_fee_rate: ['share_rate', 'high_water_mark'],
  strategy_name: ['shared_bot'],
  abstract: ['shared_bot'],
  is_hide: ['shared_bot', 'score'],
  is_hide_order: ['shared_bot'],
  side: ['direction', 'long', 'short', 'neutral'],
  leverage: ['leverage', 'margin', 'liquidation'],
  transaction_type: ['risk', 'hoarding'],
  price_step_type: ['price_step'],
  price_steps: ['price_step'],
  price_step_details: ['free_params', 'price_step'],
  size: ['first_order'],
  max_order_amount: ['add_orders', 'covered_move'],
  take_profit_per_cycle: ['take_profit', 'take_profit_price', 'rounds'],
  stop_loss_per_cycle: ['stop_loss', 'rounds'],
  enable_free_params: ['free_params', 'price_step'],
  amount_multiplier: ['multiplier', 'add_orders'],
  order_overview: ['add_orders', 'full_average'],
  fall_rate: ['constant_value'],
  rise_rate: ['constant_value'],
  coin_type: ['investment'],
  coins: ['target_share'],
  bought_coins: ['target_share'],
  balance_type: ['rebalance', 'threshold'],
  rebalance_period: ['rebalance'],
  period_unit: ['rebalance'],
  threshold: ['threshold', 'drift'],
  every: ['first_purchase', 'purchase_amount'],
  first_time: ['first_purchase'],
  each_amount: ['purchase_amount'],
  plan_name: ['auto_invest'],
  arbitrage_market: ['perpetual_contract', 'reference_rate'],
  spread_rate: ['spread'],
  conditions: ['condition', 'indicator', 'k_line'],
  pft_increase_ptn: ['reinvest'],
  stop_rate: ['stop_loss'],
  total_stop_profit: ['take_profit'],
  position_stop_rate: ['position_stop_loss'],
  position_stop_profit: ['position_take_profit', 'close_percentage'],
  absolute_profit_flag: ['position_take_profit', 'close_percentage'],
  absolute_profit_rate: ['position_take_profit'],
  start_profit_rate_checkbox: ['protected_profit', 'start_profit'],
  start_profit_rate: ['start_profit'],
  protect_profit_rate: ['protected_profit'],
  close_percentage: ['close_percentage'],
  kline_period: ['k_line'],
  open_ratio: ['position_ratio'],
  'args.fast': ['macd_line', 'ema'],
  'args.slow': ['macd_line', 'ema'],
  'args.signal': ['macd_line'],
  'args.period': ['indicator_period'],
  'args.k': ['kdj'],
  'args.d': ['kdj'],
  'args.deviations': ['bollinger', 'deviation'],
  'args.length': ['indicator_period'],
  'args.deviation': ['zigzag'],
  'args.depth': ['zigzag'],
  'args.short': ['smi'],
  'args.long': ['smi'],
  'args.percent': ['percent_channel'],
  'args.multiplier': ['atr_range', 'keltner_channel'],
  'args.range': ['atr'],
  'args.value': ['indicator'],
  'args.average': ['moving_average'],
  'args.rsi': ['rsi'],
  'args.overbought': ['overbought'],
  'args.oversold': ['oversold'],
  'args.threshold': ['adx'],
};

const BY_LABEL: ReadonlyMap<string, FieldTerms> = new Map(Object.entries(FIELD_TERMS));

/** The terms that explain a field; undefined for what is none (a test holds that each field of each kind has some). */
export function termsOfField(label: string): FieldTerms | undefined {
  return BY_LABEL.get(label);
}
