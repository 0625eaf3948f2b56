import { setFree } from '../../engine/body/books.ts';
import { resetOuter } from '../../engine/body/path.ts';
import { readLife, type StoredLife, takeLife } from '../../engine/body/snapshot.ts';
import type { InfiniteGridParams } from '../../engine/infinite-grid-params.ts';
import type { EngineSink, MarketView, OrderReason } from '../../engine/machine.ts';
import type { NextOrder } from '../../formulas/infinite-grid.ts';
import {
  BUY,
  BUY_LINE,
  type InfiniteBot,
  LAST_TRADE,
  newInfiniteBot,
  nextBuyOf,
  nextSaleOf,
  SALE,
  SALE_LINE,
} from './infinite-bot.ts';
import { leaveEmpty, setOrder } from './orders.ts';

interface StoredOrder {
  readonly ticks: number;
  readonly quantity: string;
}

interface EmptyLine {
  readonly ticks: number;
  readonly reason: OrderReason;
}

/** Version 1: the life, the last trade, what rests on each line or why nothing does, and the sales that are open, oldest first. */
interface InfiniteSnapshot extends StoredLife {
  readonly anchor: number;
  readonly buy: StoredOrder | null;
  readonly sale: StoredOrder | null;
  readonly emptyBuy: EmptyLine | null;
  readonly emptySale: EmptyLine | null;
  readonly soldLots: readonly { readonly quantity: string; readonly quote: string; readonly fee: string }[];
}

export function takeInfinite(bot: InfiniteBot): InfiniteSnapshot {
  const life = takeLife(bot);
  const orderOf = (slot: number, line: number): StoredOrder | null =>
    bot.resting(slot) > 0 ? { ticks: bot.line(line), quantity: `${bot.unitsOf(bot.resting(slot))}` } : null;
  const emptyOf = (next: NextOrder): EmptyLine | null => ('reason' in next ? next : null);
  return {
    ...life,
    anchor: bot.line(LAST_TRADE),
    buy: orderOf(BUY, BUY_LINE),
    sale: orderOf(SALE, SALE_LINE),
    emptyBuy: bot.isRunning ? emptyOf(nextBuyOf(bot)) : null,
    emptySale: bot.isRunning ? emptyOf(nextSaleOf(bot)) : null,
    soldLots: (bot.soldLots ?? []).map(({ quantity, quote, fee }) => ({
      quantity: `${quantity}`,
      quote: `${quote}`,
      fee: `${fee}`,
    })),
    amounts: { ...life.amounts, value: `${bot.constantValue}` },
  };
}

/** The bot that `takeInfinite` saw, for the same params. The store is our own: another version is a bug and throws. */
export function readInfinite(
  params: InfiniteGridParams,
  value: unknown,
  view: MarketView,
  sink: EngineSink,
): InfiniteBot {
  const snapshot = value as InfiniteSnapshot;
  const bot = newInfiniteBot(params, view, sink);
  readLife(bot, snapshot);
  bot.constantValue = Number(snapshot.amounts.value);
  bot.soldLots = snapshot.soldLots.map(({ quantity, quote, fee }) => ({
    quantity: BigInt(quantity),
    quote: BigInt(quote),
    fee: BigInt(fee),
  }));
  bot.cursor = SALE;
  bot.setLine(LAST_TRADE, snapshot.anchor);
  bot.hasLadder = bot.isRunning;
  if (!bot.isRunning) return bot;
  readLine(bot, BUY, snapshot.buy, snapshot.emptyBuy);
  readLine(bot, SALE, snapshot.sale, snapshot.emptySale);
  setFree(bot);
  resetOuter(bot);
  return bot;
}

function readLine(
  bot: InfiniteBot,
  slot: typeof BUY | typeof SALE,
  order: StoredOrder | null,
  empty: EmptyLine | null,
): void {
  if (order === null) {
    leaveEmpty(bot, slot, empty?.reason ?? 'below-minimum');
    return;
  }
  const quantity = BigInt(order.quantity);
  setOrder(bot, slot, { ticks: order.ticks, quantity });
  bot.setResting(slot, bot.lotsOf(quantity));
}
