import type { BotMachine, EngineSink, Holdings, OrderEvent, OrderReason } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { ClosingOrder } from './spot-grid-state.ts';

/** What stands behind a bot with one position – coins, or a contract – as far as closing it is concerned. */
export interface ClosableAccount {
  /** What closing everything at a price trades: 0n when nothing is held or the market would not take the order. */
  exitQuantity(kind: 'close', ticks: number): bigint;
  /** Held by the position, in recorded quantity. */
  held(): bigint;
  /** How records count a quantity: contracts × the quantity of one. */
  recorded(quantity: bigint): bigint;
  marketTicks(side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number;
  holdings(): Holdings;
}

/** A bot with one position in one market, long (`side` buy) or short. Martingales and indicator bots are one. */
export interface AccountHolder {
  readonly params: { readonly spec: MarketSpec; readonly side: 'buy' | 'sell' };
  readonly sink: EngineSink;
  readonly isHeard: boolean;
  readonly account: ClosableAccount;
  status: BotMachine['status'];
  step: BotMachine['step'];
  closing: ClosingOrder | null;
}

export function exitSide({ params }: Pick<AccountHolder, 'params'>): 'buy' | 'sell' {
  return params.side === 'buy' ? 'sell' : 'buy';
}

/** Whether a price is at or past a level on the side where a buyer loses: below for buyers, above for sellers. */
export function isLosing({ params }: Pick<AccountHolder, 'params'>, ticks: number, level: number): boolean {
  return params.side === 'buy' ? ticks <= level : ticks >= level;
}

export function isWinning({ params }: Pick<AccountHolder, 'params'>, ticks: number, level: number): boolean {
  return params.side === 'buy' ? ticks >= level : ticks <= level;
}

/** Tells the record about an order. Level −1 is an order that is not one of a ladder’s. */
export function tellOrder(
  holder: AccountHolder,
  timeMs: number,
  kind: OrderEvent['kind'],
  reason: OrderReason,
  order: Pick<OrderEvent, 'side' | 'level' | 'ticks' | 'quantity'>,
): void {
  if (holder.isHeard) {
    holder.sink.order({ timeMs, kind, reason, ...order, quantity: holder.account.recorded(order.quantity) });
  }
}
