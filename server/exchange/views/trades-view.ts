import { DAY_SECONDS } from '#lib/time/durations.ts';
import type { FillRow } from '../bots/journal-rows.ts';
import type { RoundOrderRow, RoundRow } from '../bots/round-rows.ts';
import { MASKED } from './masked.ts';

/**
 * Executed orders for viewers from whom the parameters are kept (H54): the UTC day, the side and whether it won.
 * Prices, amounts and times of day would give the lines and quantities away.
 */

export type TradeResult = '' | 'win' | 'loss';

function dayOf(timeSeconds: number): number {
  return timeSeconds - (timeSeconds % DAY_SECONDS);
}

/** '' for a trade that completes nothing. Break-even is no win. */
function resultOf(profit: string): TradeResult {
  if (profit === '') return '';
  return Number(profit) > 0 ? 'win' : 'loss';
}

export function tradeOfDay(trade: FillRow) {
  return {
    finish_time: dayOf(trade.finish_time),
    market: trade.market,
    account: trade.account,
    side: trade.side,
    role: '' as const,
    match_price: MASKED,
    match_qty: MASKED,
    match_amount: MASKED,
    fee: MASKED,
    fee_asset: '' as const,
    profit: '' as const,
    level: -1,
    signal_type: '' as const,
    result: resultOf(trade.profit),
  };
}

export function roundOfDay(round: RoundRow) {
  return {
    ...round,
    create_time: dayOf(round.create_time),
    finish_time: dayOf(round.finish_time),
    invest_amount: MASKED,
    profit: MASKED,
    result: resultOf(round.profit),
  };
}

/** What a round executed, without what it had planned: a copier's own orders of a closed strategy. */
export function executedOrders(orders: readonly RoundOrderRow[]): RoundOrderRow[] {
  return orders
    .filter(({ match_price }) => match_price !== '')
    .map((order) => ({ ...order, order_price: order.match_price, qty: order.match_qty }));
}
