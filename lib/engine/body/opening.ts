import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { PricedOpening } from '../opening-price.ts';
import { bookTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import { setFree } from './owner-money.ts';
import { tellOperation, tellOrder } from './tell.ts';

/** The market order that a bot opens with. Its price is the book's; it is told as placed around the last one. */
type OpeningOrder = Pick<PricedOpening<unknown>, 'side' | 'quantity' | 'fillTicks'>;

/** Trades the opening order, whole lots. */
export function tradeOpening(bot: CoinBot, order: OpeningOrder, ticks: number, timeMs: number): void {
  const { side, quantity, fillTicks } = order;
  const lots = bot.lotsOf(quantity);
  tellOrder(bot, timeMs, 'placed', 'opening', { side, level: -1, ticks, lots });
  bookTrade(bot, { side, role: 'open', lots, ticks: fillTicks }, timeMs);
  setFree(bot);
}

/** The record of what a bot opened with. */
export function tellOpened(bot: CoinBot, { side, quantity, fillTicks }: OpeningOrder, timeMs: number): void {
  if (!bot.isHeard) return;
  const told = { side, price: formatTicks(bot.spec, fillTicks), quantity: formatAmount(quantity) };
  tellOperation(bot, 'open_position', timeMs, null, told);
}
