import type { ParsedQueryOf } from '../../contract/contract.ts';
import { parseAmount } from '../../money/amount.ts';

/** A question for the least money that a grid needs, as parts of the payload that it would be created with: fields that it does not have are not set. */

type Query = ParsedQueryOf<'minAmount'>;

/** Money to plan with while the trader has not said how much: any that every check takes. */
const STAND_IN = '1000000';

/** Whether it says how much money there is. */
export function hasMoney({ money = '' }: Query): boolean {
  return (parseAmount(money || '0') ?? 0n) > 0n;
}

/** Of every grid. */
export function commonPart(query: Query) {
  const { market, instrument_type, low_price, high_price, money = '', trigger_price = '' } = query;
  return {
    ...{ market, instrument_type, low_price, high_price, trigger_price },
    money: hasMoney(query) ? money : STAND_IN,
  };
}

/** Of grids between two prices. */
export function rangePart(query: Query) {
  return {
    ...commonPart(query),
    leverage: query.leverage ?? '1',
    grid_num: `${query.grid_num}`,
    price_type: query.price_type ?? ('0' as const),
    qty_rate: query.qty_rate ?? '',
  };
}

/** Of those that trade coins, what they have beside their range. */
export function coinPart(query: Query) {
  return {
    is_use_base: query.is_use_base ?? ('0' as const),
    qty_type: query.qty_type ?? ('0' as const),
    store_coin_flag: 0 as const,
    stop_upward_price: query.stop_upward_price ?? '',
    stop_downward_price: query.stop_downward_price ?? '',
    moving_average_momentum: query.moving_average_momentum ?? '',
  };
}
