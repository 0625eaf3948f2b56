import { closeAtStop, sellOrKeepNeed } from '../../engine/body/closing.ts';
import { cancelSlot, fillBuyLots, fillSell, releaseSlot, retryStarvedBuys } from '../../engine/body/ladder.ts';
import { affordable, tellResting, tradeCrossed } from '../../engine/body/life.ts';
import { hasReachedBuy, hasReachedSell, leap, resetWake } from '../../engine/body/path.ts';
import { OWES_NOTHING, TRAILS_NOT } from '../../engine/body/rules.ts';
import { BUY, BUY_LINE, type InfiniteBot, type InfiniteDecisions, SALE, SALE_LINE } from './infinite-bot.ts';
import { excessLots, lackLots } from './next-orders.ts';
import { openInfiniteGrid } from './opening.ts';
import { layOrders } from './orders.ts';

/**
 * The infinite grid: coins of a constant value V. A sale rests a rise above the last trade, of what the coins will be worth more
 * than V there; a buy rests a fall below it and brings them back to V with what sales have brought in. Whichever fills, both
 * move there, so that there is no upper and no lower end.
 *
 * Where what is decided:
 * - opening: `opening.ts` – at its price, or once the trigger is met, all the money buys coins or the coins are there; what they are worth is V;
 * - levels: `next-orders.ts` – where the next sale and the next buy lie and how much they trade; `orders.ts` lays them;
 * - path: `lib/engine/body/path.ts` – order by order the way that the price goes; each fill moves both orders, below;
 * - stops: `infinite-bot.ts` – the prices that its owner set, which nothing moves; `stop` below closes there, or at the price seen after a jump;
 * - pause: `catchUp` below – past one of its orders one order at the market brings its coins back to V, else both rest again; stops go on;
 * - end: `lib/engine/body/closing.ts` – its orders are taken back and its coins sold, or kept where the owner wants that;
 * - what its owner changes: `changing.ts` – fall, rise and money lay both orders anew; `engine.ts` – other stops leave them alone;
 * - liquidation: none, as it owes nothing (`OWES_NOTHING`); it never trails (`TRAILS_NOT`).
 */
export const INFINITE_GRID: InfiniteDecisions = {
  ...OWES_NOTHING,
  ...TRAILS_NOT,
  range: null,
  open(bot, ticks, timeMs) {
    openInfiniteGrid(bot, ticks, timeMs);
    if (!bot.isRunning) return;
    resetWake(bot, timeMs);
    // A stop that the price is past already acts at once.
    leap(bot, this, ticks, timeMs);
  },
  crossDown: onBuyReached,
  crossUp: onSaleReached,
  catchUp,
  stop(bot, reason, ticks, timeMs) {
    closeAtStop(bot, this, reason, ticks, timeMs);
  },
  closingNeed: sellOrKeepNeed,
};

/** The buy filled, and completed pairs with the latest sales: both orders move to its price. */
function onBuyReached(bot: InfiniteBot, timeMs: number): void {
  fillBuyLots(bot, timeMs);
  cancelSlot(bot, SALE, timeMs, 'counter-order');
  layOrders(bot, bot.line(BUY_LINE), timeMs, 'counter-order');
}

/** The sale filled; its coins are open to be bought back: both orders move to its price. */
function onSaleReached(bot: InfiniteBot, timeMs: number): void {
  fillSell(bot, timeMs);
  cancelSlot(bot, BUY, timeMs, 'counter-order');
  layOrders(bot, bot.line(SALE_LINE), timeMs, 'counter-order');
}

/**
 * It was paused. Where the price has reached neither order meanwhile both rest again. Else one order at the market brings the
 * coins back to V as far as the money goes, completes no pair, and is the last trade.
 */
function catchUp(bot: InfiniteBot, ticks: number, timeMs: number): void {
  if (!hasReachedBuy(bot, ticks) && !hasReachedSell(bot, ticks)) {
    tellResting(bot, timeMs, 'placed');
    retryStarvedBuys(bot, timeMs);
    return;
  }
  releaseSlot(bot, BUY);
  releaseSlot(bot, SALE);
  rebalance(bot, ticks, timeMs);
}

/** One order at the market brings the coins to V as far as the money goes, completes no pair, and is the last trade. No order may rest. */
export function rebalance(bot: InfiniteBot, ticks: number, timeMs: number): void {
  const excess = excessLots(bot, ticks);
  if (excess > 0) tradeCrossed(bot, 'sell', excess, ticks, timeMs);
  else tradeCrossed(bot, 'buy', affordable(bot, lackLots(bot, ticks), ticks, timeMs), ticks, timeMs);
  layOrders(bot, ticks, timeMs, 'grid-line');
  retryStarvedBuys(bot, timeMs);
}
