import { keepValue } from '../../engine/body/books.ts';
import { sellAllNeed, tellTooSmall } from '../../engine/body/closing.ts';
import { affordableLots, smallestLots } from '../../engine/body/coin-scale.ts';
import { heldBy } from '../../engine/body/debt.ts';
import { finish } from '../../engine/body/ending.ts';
import { wholeUnitsOf } from '../../engine/body/exact.ts';
import { tellOpened, tradeOpening } from '../../engine/body/opening.ts';
import { beginOpening, setStage } from '../../engine/body/stage.ts';
import { tellOperation, tellOrder } from '../../engine/body/tell.ts';
import { priceOpening } from '../../engine/opening-price.ts';
import { fitsLadder } from '../../formulas/largest-order.ts';
import { formatAmount } from '../../money/amount.ts';
import { type InfiniteBot, LAST_TRADE } from './infinite-bot.ts';
import { layOrders } from './orders.ts';

/**
 * Opens at the present price: a quote investment buys all the coins it can, invested coins are the position as they
 * are. What they are worth at that price is V. Ends as money_not_enough when the market takes no such order.
 */
export function openInfiniteGrid(bot: InfiniteBot, ticks: number, timeMs: number): void {
  const { params, spec } = bot;
  beginOpening(bot);
  bot.sleep();
  // Creation refuses what cannot be counted; the price may have moved since.
  if (!fitsLadder(spec, [heldBy(bot).base + affordable(bot, ticks)], 0)) {
    finish(bot, 'failed', ticks, timeMs);
    return;
  }
  if (params.investIn === 'quote' && !buyCoins(bot, ticks, timeMs)) {
    finish(bot, 'money_not_enough', ticks, timeMs);
    return;
  }
  const coins = heldBy(bot).base;
  keepValue(bot, ticks);
  bot.setLine(LAST_TRADE, ticks);
  const all = sellAllNeed(bot, coins, ticks);
  if (all.lots === 0) {
    tellTooSmall(bot, all, ticks, timeMs);
    finish(bot, 'money_not_enough', ticks, timeMs);
    return;
  }
  bot.hasLadder = true;
  layOrders(bot, ticks, timeMs, 'grid-line');
  setStage(bot, 'running');
  tellOperation(bot, 'run', timeMs, null, { value: formatAmount(wholeUnitsOf(bot.keptValue)), asset: spec.quote });
}

/** The coins, whole lots, that its money buys at a price; units. */
function affordable(bot: InfiniteBot, ticks: number): bigint {
  return bot.unitsOf(affordableLots(bot.scale, bot.quote, ticks));
}

/** Buys coins with all of the money; false when the market takes no such order, and then the record says why. */
function buyCoins(bot: InfiniteBot, ticks: number, timeMs: number): boolean {
  const planAt = (openTicks: number) => ({ layout: null, side: 'buy', quantity: affordable(bot, openTicks) }) as const;
  const plan = priceOpening(ticks, planAt, (side, size) => bot.view.marketFillTicks(0, side, size, ticks, timeMs));
  if (plan === null) return false;
  const lots = bot.lotsOf(plan.quantity);
  if (lots === 0 || lots < smallestLots(bot.scale, plan.fillTicks)) {
    tellOrder(bot, timeMs, 'withheld', 'below-minimum', { side: 'buy', level: -1, ticks: plan.fillTicks, lots });
    return false;
  }
  tradeOpening(bot, plan, ticks, timeMs);
  tellOpened(bot, plan, timeMs);
  return true;
}
