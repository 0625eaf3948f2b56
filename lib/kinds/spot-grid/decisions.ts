import { costBought, takeSpare } from '../../engine/body/books.ts';
import { close } from '../../engine/body/closing.ts';
import type { CoinBot } from '../../engine/body/coin-bot.ts';
import type { CoinDecisions } from '../../engine/body/coin-machine.ts';
import { fillBuy, fillSell, restBuy, restSell, retryStarvedBuys } from '../../engine/body/ladder.ts';
import { openGrid } from './opening.ts';
import { trailDown, trailUp } from './trailing.ts';

/**
 * The spot grid. Between its lines it always has one order a slot: a buy below the price, a sell above it; the line at
 * the price is empty. A fill is answered by the counter-order in the same slot: what was bought on a line is sold on the next one
 * up, and the money of a sale buys on the line below again.
 */

/** The highest buy filled: its coins are offered one line higher. A slot without an order sells what coins are spare. */
function onBuyReached(bot: CoinBot, timeMs: number): void {
  const spare = { lots: bot.freeBase.lots, parts: bot.freeBase.parts };
  const lots = fillBuy(bot, timeMs);
  const slot = bot.cursor;
  restSell(bot, slot, timeMs, 'counter-order');
  if (lots > 0) costBought(bot, slot, spare);
  else takeSpare(bot, slot, spare);
}

/** The lowest sell filled: its money buys one line lower, and whatever had no money is tried again. */
function onSellReached(bot: CoinBot, timeMs: number): void {
  fillSell(bot, timeMs);
  restBuy(bot, bot.cursor - 1, timeMs, 'counter-order');
  retryStarvedBuys(bot, timeMs);
}

export const SPOT_GRID: CoinDecisions = {
  open: openGrid,
  crossDown: onBuyReached,
  crossUp: onSellReached,
  stop: (bot, reason, ticks, timeMs) =>
    close(bot, reason, { type: bot.params.keepCoins ? 'no_close' : 'market' }, ticks, timeMs),
  trailDown,
  trailUp,
};
