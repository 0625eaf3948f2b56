import { INDICATOR_KINDS } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { TestExchange } from './exchange-fixture.ts';
import { heldCoins, KIND_BODIES, priceAt } from './exchange-kind-bodies.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a field takes that takes no value of every sort, with what must be said besides: one of each is accepted. */
export function fittingValues(exchange: TestExchange, kind: RunnableKind): Readonly<Record<string, readonly Fields[]>> {
  const at = (factor: number): string => priceAt(exchange, KIND_BODIES[kind].instrument, factor);
  const { params: held } = heldCoins();
  const absolute = { absolute_profit_flag: 'Y', absolute_profit_rate: '0.2', volume: '0.5' };
  const protecting = { start_profit_rate: '0.2', protect_profit_rate: '0.1', volume: '0.5' };
  const partly = { position_stop_profit: '0.2', volume: '0.5' };
  const stops = [{ stop_loss: at(0.9) }, { stop_loss: '0.1' }];
  const ratio = { qty_type: '1', qty_rate: '0.02' };
  const free = { price_steps: '', amount_multiplier: '1', max_order_amount: '1' };
  const rows = [
    { price_steps: '0', increasing_share: '1' },
    { price_steps: '0.01', increasing_share: '1' },
  ];
  return {
    low_price: [{ low_price: at(0.96) }],
    money: [{ money: '3500' }],
    begin_money_amount: [{ begin_money_amount: '3500' }],
    follow_fee_rate: [{ follow_fee_rate: '0.1' }],
    param_source: [{ param_source: 'manual' }],
    init_position_slip: [{ init_position_slip: '0.003' }],
    trigger_price: [{ trigger_price: at(0.99) }],
    trigger_price_type: [{ trigger_price_type: '1', trigger_price: at(0.99) }],
    stop_loss: stops,
    stop_profit: [{ stop_profit: at(1.1) }, { stop_profit: '0.2' }],
    stop_check_type: stops.map((stop) => ({ stop_check_type: 1, ...stop })),
    qty_type: [ratio],
    qty_rate: [ratio],
    is_use_base: [{ is_use_base: '1', money: '0.05' }, { is_use_base: '1', money: '0.05', side: 'sell' }, { ...held }],
    store_coin_flag: [{ store_coin_flag: 1 }],
    stop_upward_price: [{ stop_upward_price: at(1.5) }],
    stop_downward_price: [{ stop_downward_price: at(0.7) }],
    moving_average_momentum: [{ moving_average_momentum: '0.02', stop_upward_price: at(1.5) }],
    enable_free_params: [{ enable_free_params: 1, ...free, price_step_details: rows }],
    price_step_details: [{ enable_free_params: 1, ...free, price_step_details: rows }],
    price_step_type: [{ price_step_type: 'diff', price_steps: '300' }],
    close_flag: [{ close_flag: 0 }],
    threshold: [{ threshold: '0.05', period: '' }],
    bot_type: [{ bot_type: KIND_BODIES[kind].body(exchange).strategy_type }],
    exchange: [{ exchange: 'gate' }],
    first_time: [{ first_time: Math.ceil(exchange.clock.nowMs() / 60_000) * 60 + 86_400 }],
    absolute_profit_flag: [absolute],
    absolute_profit_rate: [absolute],
    volume: [absolute, partly],
    position_stop_profit: [partly],
    start_profit_rate: [protecting],
    protect_profit_rate: [protecting],
  };
}

/** Where it is traded and with what, whose it is, and lists and records: other tests say what of these is accepted. */
const OF_OTHER_TESTS = [
  ...['strategy_type', 'params', 'fundpass', 'market', 'pair', 'settle', 'instrument_type', 'begin_money_currency'],
  ...['uid', 'user_id', 'use_experience', 'compose_conditions', 'preset_args', 'asset_info'],
];
/** What the shape that several kinds have on the wire says to some of them alone. */
const ON_CONTRACTS = ['side', 'position_stop_profit', 'start_profit_rate', 'protect_profit_rate', 'leverage', 'size'];
const ON_SPOT = ['absolute_profit_flag', 'absolute_profit_rate', 'stop_profit', 'slip', 'price_step_type'];
const INDICATORS: readonly string[] = INDICATOR_KINDS;
const OF_THE_OTHER_PAGE: Readonly<Partial<Record<RunnableKind, readonly string[]>>> = {
  spot_grid: ['stop_upward_price', 'stop_downward_price', 'leverage'],
  margin_grid: ['stop_upward_price', 'stop_downward_price', 'moving_average_momentum'],
};

/** Words of a create call of which nothing need be accepted from this kind. */
export function isUntried(kind: RunnableKind, field: string): boolean {
  if (OF_OTHER_TESTS.includes(field) || OF_THE_OTHER_PAGE[kind]?.includes(field) === true) return true;
  if (KIND_BODIES[kind].call === 'createGrid') return false;
  // Where conditions are said, it is theirs or refused.
  if (field === 'period' && INDICATORS.includes(kind)) return true;
  const isOnContract = KIND_BODIES[kind].instrument.includes('@');
  // A backtest says its fee, and a bot pays that of its account; a preset's side goes with its conditions.
  return field === 'fee' || (isOnContract ? ON_SPOT : ON_CONTRACTS).includes(field);
}
