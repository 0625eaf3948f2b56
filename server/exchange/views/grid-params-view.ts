import type { BotParams } from '#lib/contract/strategy.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import type { LiveBot } from '../bots/live-bot.ts';

/** The parameters of a grid as the owner set them, and the range as it stands now. */
export function gridParamsView({ record, spec }: LiveBot): BotParams {
  const { payload } = record;
  return {
    leverage: payload.leverage,
    low_price: payload.low_price,
    high_price: payload.high_price,
    grid_num: payload.grid_num,
    price_type: payload.price_type,
    is_use_base: payload.is_use_base,
    qty_type: payload.qty_type,
    qty_rate: payload.qty_rate ?? '',
    unit_qty: formatAmount(record.unitQuantity),
    trigger_price: payload.trigger_price ?? '',
    trigger_status: record.step === 'wait-touch' ? 1 : 0,
    is_less_low_stop: payload.is_less_low_stop ?? 0,
    is_over_high_stop: payload.is_over_high_stop ?? 0,
    stop_upward_price: payload.stop_upward_price ?? '',
    stop_downward_price: payload.stop_downward_price ?? '',
    moving_average_momentum: payload.moving_average_momentum ?? '',
    stop_loss: payload.stop_loss ?? '',
    stop_profit: payload.stop_profit ?? '',
    stop_check_type: payload.stop_check_type ?? 0,
    store_coin_flag: payload.store_coin_flag,
    init_position_slip: payload.init_position_slip ?? '',
    begin_money_amount: payload.money,
    current_low_price: formatTicks(spec, record.lowTicks),
    current_high_price: formatTicks(spec, record.highTicks),
    step: record.step,
  };
}
