import { restBuy, restSell } from '../../engine/body/ladder.ts';
import { tellOrder } from '../../engine/body/tell.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type OrderReason } from '../../engine/machine.ts';
import { BUY, BUY_LINE, type InfiniteBot, LAST_TRADE, SALE, SALE_LINE } from './infinite-bot.ts';
import { type NextOrder, nextBuy, nextSale } from './next-orders.ts';

/** Lays both orders around the last trade, and says what rests, and what does not and why. */
export function layOrders(bot: InfiniteBot, lastTrade: number, timeMs: number, reason: OrderReason): void {
  bot.cursor = SALE;
  bot.setLine(LAST_TRADE, lastTrade);
  const buy = nextBuy(bot);
  const sale = nextSale(bot);
  setOrder(bot, BUY, buy);
  if ('lots' in buy) restBuy(bot, BUY, timeMs, reason);
  else tellOrder(bot, timeMs, 'withheld', buy.reason, { side: 'buy', level: BUY, ticks: buy.ticks, lots: 0 });
  setOrder(bot, SALE, sale);
  if ('lots' in sale) restSell(bot, SALE, timeMs, reason);
  else tellOrder(bot, timeMs, 'withheld', sale.reason, { side: 'sell', level: SALE, ticks: sale.ticks, lots: 0 });
}

/** Puts an order that does not rest yet into its slot. A line without one is beyond every price: nothing happens there. */
export function setOrder(bot: InfiniteBot, slot: typeof BUY | typeof SALE, next: NextOrder): void {
  const line = slot === BUY ? BUY_LINE : SALE_LINE;
  if ('lots' in next) {
    bot.setLine(line, next.ticks);
    bot.setSlot(slot, next.lots, next.lots);
  } else {
    bot.setLine(line, slot === BUY ? NO_LEVEL_BELOW : NO_LEVEL_ABOVE);
    bot.withhold(slot, next.reason);
  }
}
