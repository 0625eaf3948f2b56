import type { OperationType } from '#lib/contract/bot-words.ts';
import { compareDecimals } from '#lib/money/decimal-text.ts';
import type { StoreReader } from '../store/store.ts';
import { STREAM } from './bot-book.ts';
import { type FillRow, type OperationRow, type OrderRow, readFill } from './journal-rows.ts';
import type { LiveBot } from './live-bot.ts';

/** What brought orders about: found in the journal by the moment, which an order has in common with its cause. */

/** What happened at an order's moment; see orderReasons in the contract. */
export interface OrderCause {
  readonly fill: {
    readonly number: number;
    readonly side: 'buy' | 'sell';
    readonly price: string;
    readonly time: number;
  } | null;
  readonly operation: OperationType | '';
  readonly round: number;
}

interface TimedOrder {
  readonly timeMs: number;
  readonly order: OrderRow;
}

interface NumberedFill {
  readonly number: number;
  readonly fill: FillRow;
}

/** A restart is told at some moment of the catch-up: what it stands beside was not its doing. */
const NO_CAUSES: readonly OperationType[] = ['catch_up'];
/** What a start or a change brings with it: told beside it, and no cause of its own. */
const CONSEQUENCE: OperationType = 'open_position';
/**
 * Orders that end the round that they are of; what else is placed at a round's end is of the next one. So is a take profit that a purchase of that
 * moment laid: the one that filled rested before, or was put where the price was past it already.
 */
const ENDING: readonly string[] = ['stop-loss', 'closing'];

/** The causes of some orders of a bot, in their order. Reads the bot's fills, operations and rounds in chunks. */
export async function findCauses(
  store: Pick<StoreReader, 'since'>,
  { record, spec, machine }: Pick<LiveBot, 'record' | 'spec' | 'machine'>,
  orders: readonly TimedOrder[],
): Promise<readonly OrderCause[]> {
  const moments = new Set(orders.map(({ timeMs }) => timeMs));
  const key = `${record.id}`;
  const fills = new Map<number, NumberedFill[]>();
  const operations = new Map<number, OperationType>();
  const ends: number[] = [];
  if (moments.size > 0) {
    let number = 0;
    for await (const { timeMs, value } of store.since(STREAM.fills, key, 0)) {
      number += 1;
      if (moments.has(timeMs))
        fills.set(timeMs, [...(fills.get(timeMs) ?? []), { number, fill: readFill(spec, value) }]);
    }
    for await (const { timeMs, value } of store.since(STREAM.operations, key, 0)) {
      if (!moments.has(timeMs)) continue;
      const { op_type: type } = JSON.parse(value) as OperationRow;
      if (NO_CAUSES.includes(type) || (type === CONSEQUENCE && operations.has(timeMs))) continue;
      operations.set(timeMs, type);
    }
  }
  const hasRounds = record.rounds > 0 || (machine?.round?.() ?? null) !== null;
  if (hasRounds) for await (const { timeMs } of store.since(STREAM.rounds, key, 0)) ends.push(timeMs);
  return orders.map(({ timeMs, order }) => {
    const answered = answeredBy(order, fills.get(timeMs) ?? [], ends.includes(timeMs));
    return {
      fill: answered,
      operation: answered === null ? (operations.get(timeMs) ?? '') : '',
      round: hasRounds ? roundOf(order, timeMs, ends, answered !== null) : 0,
    };
  });
}

/** The fill that an order came or went with; null: none did that. `atEnd`: a round ended at that moment. */
function answeredBy(order: OrderRow, fills: readonly NumberedFill[], atEnd: boolean): OrderCause['fill'] {
  if (order.reason === 'counter-order') return answeredFill(order, fills);
  if (order.reason !== 'take-profit') return null;
  // Of a purchase at a round's end the next round's take profit came; none went.
  if (atEnd && order.kind === 'cancelled' && order.level < 0) return null;
  // A take profit is laid – and laid anew – with each purchase of its round, with a gain on it; what of the round still rested went as it filled.
  const gains = order.side === 'sell' ? 1 : -1;
  return told(
    fills.findLast(({ fill }) => fill.side !== order.side && compareDecimals(order.price, fill.match_price) === gains),
  );
}

function told(found: NumberedFill | undefined): OrderCause['fill'] {
  if (found === undefined) return null;
  const { number, fill } = found;
  return { number, side: fill.side, price: fill.match_price, time: fill.finish_time };
}

/**
 * The fill whose other half a counter-order is: of the other side, one line away. An infinite grid lays both its orders anew with each fill: the one
 * of the side that filled has no other half, and answers that fill.
 */
function answeredFill(order: OrderRow, fills: readonly NumberedFill[]): OrderCause['fill'] {
  const near = fills.filter(
    ({ fill }) =>
      fill.market === order.market && fill.account === order.account && Math.abs(fill.level - order.level) <= 1,
  );
  return told(near.findLast(({ fill }) => fill.side !== order.side) ?? near.at(-1));
}

/** Which round an order is of, from 1; `ends`: when the rounds so far ended, rising. */
function roundOf({ kind, reason }: OrderRow, timeMs: number, ends: readonly number[], isAnswer: boolean): number {
  const before = ends.filter((end) => end < timeMs).length;
  const isAtEnd = ends[before] === timeMs;
  const isOfTheEnded = kind === 'cancelled' || ENDING.includes(reason) || (reason === 'take-profit' && !isAnswer);
  return before + (isAtEnd && !isOfTheEnded ? 2 : 1);
}
