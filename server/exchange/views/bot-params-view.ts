import { NO_OWN_ROW } from '#lib/contract/kinds.ts';
import type { BotParams } from '#lib/contract/strategy.ts';
import type { PayloadByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import type { LiveBot } from '../bots/live-bot.ts';

/** What a kind does not have (M-097…M-101). */
const NONE: Omit<BotParams, 'step'> = {
  ...NO_OWN_ROW,
  leverage: '',
  low_price: '',
  high_price: '',
  grid_num: '',
  price_type: '',
  is_use_base: '',
  qty_type: '',
  qty_rate: '',
  unit_qty: '',
  trigger_price: '',
  trigger_status: 0,
  is_less_low_stop: 0,
  is_over_high_stop: 0,
  stop_upward_price: '',
  stop_downward_price: '',
  moving_average_momentum: '',
  stop_loss: '',
  stop_profit: '',
  stop_check_type: 0,
  store_coin_flag: 0,
  init_position_slip: '',
  begin_money_amount: '',
  current_low_price: '',
  current_high_price: '',
  side: '',
  trigger_price_type: '',
  constant_value: '',
  transaction_type: '',
  price_step_type: '',
  price_steps: '',
  amount_multiplier: '',
  max_order_amount: '',
  enable_free_params: 0,
  price_step_details: [],
  take_profit_per_cycle: '',
  stop_loss_per_cycle: '',
  size: '',
  period: '',
  threshold: '',
  close_flag: 0,
  asset_info: [],
  spread_rate: '',
  settle: '',
  exchange: '',
  pft_increase_ptn: '',
  position_stop_rate: '',
  position_stop_profit: '',
  start_profit_rate: '',
  protect_profit_rate: '',
  stop_rate: '',
  absolute_profit_rate: '',
  volume: '',
  slip: '',
  fee: '',
  compose_conditions: null,
  preset_args: {},
};

/** What a payload says, as the row of a bot has it that was never started: for records of backtests. */
export function payloadParamsView<K extends RunnableKind>(kind: K, payload: PayloadByKind[K]): BotParams {
  return { ...NONE, ...kindOf(kind).params(payload), step: 'create' };
}

/** The parameters of a bot as its owner set them, and the range, or what its coins are kept worth, as it stands now. */
export function botParamsView({ record, spec, machine }: LiveBot): BotParams {
  const { range } = record;
  const keptValue = machine?.keptValue?.() ?? 0n;
  return {
    ...NONE,
    ...kindOf(record.kind).params(record.payload),
    fee: factsOf(record.kind).usesConditions ? formatAmount(record.feeRate) : '',
    unit_qty: record.unitQuantity > 0n ? formatAmount(record.unitQuantity) : '',
    trigger_status: record.step === 'wait-touch' ? 1 : 0,
    ...(range === null
      ? {}
      : {
          current_low_price: formatTicks(spec, range.lowTicks),
          current_high_price: formatTicks(spec, range.highTicks),
        }),
    ...(keptValue === 0n ? {} : { constant_value: formatAmount(keptValue) }),
    step: record.step,
  };
}
