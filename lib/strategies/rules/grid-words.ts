import type { BotParams } from '../../contract/strategy.ts';

/** Fields that the payloads of all grids with a range share. */
interface RangePayload {
  readonly leverage: string;
  readonly low_price: string;
  readonly high_price: string;
  readonly grid_num: string;
  readonly price_type: string;
  readonly money: string;
  readonly stop_loss?: string | undefined;
  readonly stop_profit?: string | undefined;
  readonly trigger_price?: string | undefined;
  readonly init_position_slip?: string | undefined;
  readonly stop_check_type?: 0 | 1 | undefined;
  readonly is_less_low_stop?: 0 | 1 | undefined;
  readonly is_over_high_stop?: 0 | 1 | undefined;
  readonly qty_rate?: string | undefined;
}

/** Their parameters as the owner set them. */
export function gridParams(payload: RangePayload): Partial<BotParams> {
  return {
    leverage: payload.leverage,
    low_price: payload.low_price,
    high_price: payload.high_price,
    grid_num: payload.grid_num,
    price_type: payload.price_type,
    qty_rate: payload.qty_rate ?? '',
    trigger_price: payload.trigger_price ?? '',
    is_less_low_stop: payload.is_less_low_stop ?? 0,
    is_over_high_stop: payload.is_over_high_stop ?? 0,
    stop_loss: payload.stop_loss ?? '',
    stop_profit: payload.stop_profit ?? '',
    stop_check_type: payload.stop_check_type ?? 0,
    init_position_slip: payload.init_position_slip ?? '',
    begin_money_amount: payload.money,
  };
}

/** The smallest of some quantities; 0n of none. */
export function leastOf(quantities: readonly bigint[]): bigint {
  return quantities.reduce((least, quantity) => (quantity < least ? quantity : least), quantities[0] ?? 0n);
}
