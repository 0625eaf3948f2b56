import type { FinishReason, OperationType } from '../../contract/bot-words.ts';
import type { EngineSink, OrderEvent, OrderReason } from '../machine.ts';
import type { LadderBot } from './ladder-bot.ts';

/** Tells the record about an order; `lots` as the bot counts. Level −1 is an order that is not the ladder's. */
export function tellOrder(
  bot: LadderBot,
  timeMs: number,
  kind: OrderEvent['kind'],
  reason: OrderReason,
  order: { readonly side: 'buy' | 'sell'; readonly level: number; readonly ticks: number; readonly lots: number },
): void {
  if (!bot.isHeard) return;
  const { side, level, ticks, lots } = order;
  bot.sink.order({ timeMs, kind, reason, side, level, ticks, quantity: bot.unitsOf(lots) });
}

/** The same of the order that slot i carries or would carry. */
export function tellSlot(
  bot: LadderBot,
  i: number,
  timeMs: number,
  kind: OrderEvent['kind'],
  reason: OrderReason,
  lots: number,
): void {
  if (!bot.isHeard) return;
  const order =
    i < bot.cursor
      ? ({ side: 'buy', level: i, ticks: bot.line(i), lots } as const)
      : ({ side: 'sell', level: bot.sellLevel(i), ticks: bot.sellLine(i), lots } as const);
  tellOrder(bot, timeMs, kind, reason, order);
}

/** Who tells, and whether anybody listens. */
export interface Told {
  readonly isHeard: boolean;
  readonly sink: EngineSink;
}

/** Tells the record what was done with the bot, if somebody listens. */
export function tellOperation(
  { isHeard, sink }: Told,
  type: OperationType,
  timeMs: number,
  from: unknown,
  to: unknown,
  explain = '',
): void {
  if (isHeard) sink.operation(type, timeMs, from, to, explain);
}

/** A loss that is stopped, whoever stops it. */
export function isStopped(reason: FinishReason): boolean {
  return reason === 'stop_loss' || reason === 'liquidated';
}

/** The record's word for the orders of a position that ends with its bot. */
export function endingReason(reason: FinishReason): OrderReason {
  return isStopped(reason) ? 'stop-loss' : 'closing';
}
