import type { CompletedRound, RoundOrder } from '#lib/engine/round-statement.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, type MarketSpec } from '#lib/money/market-spec.ts';
import { profitAssetOf } from './bot-equity.ts';
import { toSeconds } from './journal-rows.ts';

/** A completed round as the journal keeps it: the wire's words (M-108). */
export interface RoundRow {
  readonly cycle_index: number;
  readonly create_time: number;
  readonly finish_time: number;
  readonly invest_amount: string;
  readonly profit: string;
  readonly settle: string;
}

/** An order of a round (M-107). */
export interface RoundOrderRow {
  readonly cycle_index: number;
  readonly order_type: string;
  readonly side: 'buy' | 'sell';
  readonly order_price: string;
  readonly match_price: string;
  readonly qty: string;
  readonly match_qty: string;
  readonly match_amount: string;
  readonly fee: string;
  readonly status: 'running' | 'finished';
  readonly finish_as: '' | 'filled' | 'cancelled' | 'failed';
  readonly create_time: number;
}

/** Journal key of the orders of one round of a bot. */
export function roundOrdersKey(botId: number, cycle: number): string {
  return `${botId}:${cycle}`;
}

export function formatRound(spec: MarketSpec, round: CompletedRound): string {
  const row: RoundRow = {
    cycle_index: round.cycle,
    create_time: toSeconds(round.startMs),
    finish_time: toSeconds(round.endMs),
    invest_amount: formatAmount(round.invested),
    profit: formatAmount(round.profit),
    settle: profitAssetOf(spec),
  };
  return JSON.stringify(row);
}

export function formatRoundOrders(spec: MarketSpec, orders: readonly RoundOrder[]): string {
  return JSON.stringify(orders.map((order) => roundOrderRow(spec, order)));
}

export function roundOrderRow(spec: MarketSpec, order: RoundOrder): RoundOrderRow {
  const isRunning = order.state === 'running';
  return {
    cycle_index: order.cycle,
    order_type: order.type,
    side: order.side,
    order_price: formatTicks(spec, order.orderTicks),
    match_price: order.matchTicks === null ? '' : formatTicks(spec, order.matchTicks),
    qty: formatAmount(order.quantity),
    match_qty: formatAmount(order.matchQuantity),
    match_amount: formatAmount(order.matchAmount),
    fee: formatAmount(order.fee),
    status: isRunning ? 'running' : 'finished',
    finish_as: order.state === 'running' ? '' : order.state,
    create_time: toSeconds(order.timeMs),
  };
}
