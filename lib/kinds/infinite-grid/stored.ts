import { setFree } from '../../engine/body/owner-money.ts';
import { resetOuter } from '../../engine/body/path.ts';
import {
  readKeeper,
  readLife,
  type StoredKeeper,
  type StoredLife,
  takeKeeper,
  takeLife,
} from '../../engine/body/snapshot.ts';
import type { EngineSink, MarketView } from '../../engine/machine.ts';
import { BUY, BUY_LINE, type InfiniteBot, LAST_TRADE, newInfiniteBot, SALE, SALE_LINE } from './infinite-bot.ts';
import { type NextOrder, nextBuy, nextSale } from './next-orders.ts';
import { setOrder } from './orders.ts';
import type { InfiniteGridParams } from './params.ts';

interface StoredOrder {
  readonly ticks: number;
  readonly quantity: string;
}

type EmptyLine = Extract<NextOrder, { reason: unknown }>;

/** Version 1: the life, the last trade, what rests on each line or why nothing does, and the sales that are open, oldest first. */
interface InfiniteSnapshot extends StoredLife {
  readonly anchor: number;
  readonly buy: StoredOrder | null;
  readonly sale: StoredOrder | null;
  readonly emptyBuy: EmptyLine | null;
  readonly emptySale: EmptyLine | null;
  readonly soldLots: StoredKeeper['soldLots'];
}

export function takeInfinite(bot: InfiniteBot): InfiniteSnapshot {
  const life = takeLife(bot);
  const isLaid = bot.isRunning || bot.isPaused;
  const { value, soldLots } = takeKeeper(bot);
  const orderOf = (slot: number, line: number): StoredOrder | null =>
    bot.resting(slot) > 0 || bot.pieces?.parts.has(slot) === true
      ? { ticks: bot.line(line), quantity: `${bot.unitsOf(bot.resting(slot))}` }
      : null;
  const buy = orderOf(BUY, BUY_LINE);
  const sale = orderOf(SALE, SALE_LINE);
  // The reason is that of the laying: pieces of the other order may have changed what would be laid now.
  const emptyOf = (slot: number, { ticks }: NextOrder): EmptyLine | null => {
    const reason = bot.reasonOf(slot);
    return reason === 'no-funds' || reason === 'below-minimum' ? { ticks, reason } : null;
  };
  return {
    ...life,
    anchor: bot.line(LAST_TRADE),
    buy,
    sale,
    emptyBuy: isLaid && buy === null ? emptyOf(BUY, nextBuy(bot)) : null,
    emptySale: isLaid && sale === null ? emptyOf(SALE, nextSale(bot)) : null,
    soldLots,
    amounts: { ...life.amounts, value },
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
  const { soldLots, amounts } = snapshot;
  readKeeper(bot, { value: amounts.value as string, soldLots });
  bot.setLine(LAST_TRADE, snapshot.anchor);
  bot.cursor = SALE;
  bot.hasLadder = bot.isRunning || bot.isPaused;
  if (!bot.hasLadder) return bot;
  readLine(bot, BUY, snapshot.buy ?? snapshot.emptyBuy);
  readLine(bot, SALE, snapshot.sale ?? snapshot.emptySale);
  setFree(bot);
  resetOuter(bot);
  return bot;
}

function readLine(bot: InfiniteBot, slot: typeof BUY | typeof SALE, stored: StoredOrder | EmptyLine | null): void {
  if (stored === null) throw new Error('A running infinite grid with neither an order nor a reason on a line');
  if ('reason' in stored) {
    setOrder(bot, slot, stored);
    return;
  }
  const lots = bot.lotsOf(BigInt(stored.quantity));
  // A part may have been executed: the order was made for both.
  const executed = bot.pieces?.parts.get(slot)?.lots ?? 0;
  setOrder(bot, slot, { ticks: stored.ticks, lots: lots + executed });
  bot.setResting(slot, lots);
}
