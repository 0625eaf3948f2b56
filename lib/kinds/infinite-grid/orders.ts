import { restBuy, restSell } from '../../engine/body/ladder.ts';
import { tellOrder } from '../../engine/body/tell.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type OrderReason } from '../../engine/machine.ts';
import type { InfiniteOrder } from '../../formulas/infinite-grid.ts';
import {
  BUY,
  BUY_LINE,
  type InfiniteBot,
  LAST_TRADE,
  nextBuyOf,
  nextSaleOf,
  SALE,
  SALE_LINE,
} from './infinite-bot.ts';

/** Lays both orders around the last trade, and says what rests, and what does not and why. */
export function layOrders(bot: InfiniteBot, lastTrade: number, timeMs: number, reason: OrderReason): void {
  bot.cursor = SALE;
  bot.setLine(LAST_TRADE, lastTrade);
  const buy = nextBuyOf(bot);
  const sale = nextSaleOf(bot);
  if ('reason' in buy) {
    leaveEmpty(bot, BUY, buy.reason);
    tellOrder(bot, timeMs, 'withheld', buy.reason, { side: 'buy', level: BUY, ticks: buy.ticks, lots: 0 });
  } else {
    setOrder(bot, BUY, buy);
    restBuy(bot, BUY, timeMs, reason);
  }
  if ('reason' in sale) {
    leaveEmpty(bot, SALE, sale.reason);
    tellOrder(bot, timeMs, 'withheld', sale.reason, { side: 'sell', level: SALE, ticks: sale.ticks, lots: 0 });
  } else {
    setOrder(bot, SALE, sale);
    restSell(bot, SALE, timeMs, reason);
  }
}

type Slot = typeof BUY | typeof SALE;

/** The slot's line without an order: beyond every price, because nothing happens there. */
export function leaveEmpty(bot: InfiniteBot, slot: Slot, reason: OrderReason): void {
  if (slot === BUY) bot.setLine(BUY_LINE, NO_LEVEL_BELOW);
  else bot.setLine(SALE_LINE, NO_LEVEL_ABOVE);
  bot.withhold(slot, reason);
}

/** The slot's line and order, which does not rest yet. A buy brings no more coins than can be counted. */
export function setOrder(bot: InfiniteBot, slot: Slot, { ticks, quantity }: InfiniteOrder): void {
  bot.setLine(slot === BUY ? BUY_LINE : SALE_LINE, ticks);
  const lots = Math.min(bot.lotsOf(quantity), Number.MAX_SAFE_INTEGER - (slot === BUY ? bot.base.lots : 0));
  bot.setSlot(slot, lots, lots);
}
