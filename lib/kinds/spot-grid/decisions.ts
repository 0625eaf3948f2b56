import { costBought, takeSpare } from '../../engine/body/books.ts';
import { closeAtStop, sellOrKeepNeed } from '../../engine/body/closing.ts';
import type { Coins } from '../../engine/body/coin-scale.ts';
import { fillBuyLots, fillSell, restBuy, restSell, retryStarvedBuys } from '../../engine/body/ladder.ts';
import { crossSlots } from '../../engine/body/life.ts';
import { leap } from '../../engine/body/path.ts';
import { OWES_NOTHING } from '../../engine/body/rules.ts';
import type { GridBot, GridDecisions } from './grid-bot.ts';
import { openGrid, SPOT_OPENING } from './opening.ts';
import { trailDown, trailUp } from './trailing.ts';

/**
 * The spot grid. Between its lines it always has one order a slot: a buy below the price, a sell above it; the line at
 * the price is empty. A fill is answered by the counter-order in the same slot: what was bought on a line is sold on the next one
 * up, and the money of a sale buys on the line below again.
 *
 * Where what is decided:
 * - opening: `opening.ts` – at its price, or once the trigger is met, it buys what the sells above will offer and rests an order a slot;
 * - levels: `levels.ts` – lines from the lowest to the highest price in equal steps or ratios, the empty one nearest to the price;
 * - path: `lib/engine/body/path.ts` – order by order the way that the price goes, a stop before the lines beyond it; each fill is answered here;
 * - trailing: `trailing.ts` – at the top (bottom) line and a spacing the ladder moves by one, within its limit and its momentum;
 * - stops: `lib/engine/body/path.ts` finds the level that is reached first, `stop` below closes there, or at the price seen after a jump;
 * - pause: nothing rests and stops go on; going on, `catchUp` below makes up for the lines that were crossed by one order at the market, which completes no pair;
 * - end: `lib/engine/body/closing.ts` – its orders are taken back and its coins sold, or kept where the owner wants that;
 * - what its owner changes: `changing.ts` – other stops and limits of trailing leave its orders alone; another range or number of grids, or more money, lays it anew;
 *   `engine.ts` – profit of completed pairs is taken out, and what its orders need never;
 * - liquidation: none, as it owes nothing (`OWES_NOTHING`).
 */

/** The coins that were spare before the fill that is being answered. */
const spare: Coins = { lots: 0, parts: 0 };

/** The highest buy filled: its coins are offered one line higher. A slot without an order sells what coins are spare. */
function onBuyReached(bot: GridBot, timeMs: number): void {
  const { freeBase } = bot;
  spare.lots = freeBase.lots;
  spare.parts = freeBase.parts;
  const lots = fillBuyLots(bot, timeMs);
  const slot = bot.cursor;
  restSell(bot, slot, timeMs, 'counter-order');
  if (lots > 0) costBought(bot, slot, spare);
  else takeSpare(bot, slot, spare);
}

/** The lowest sell filled: its money buys one line lower, and whatever had no money is tried again. */
function onSellReached(bot: GridBot, timeMs: number): void {
  const slot = fillSell(bot, timeMs);
  restBuy(bot, slot, timeMs, 'counter-order');
  retryStarvedBuys(bot, timeMs);
}

/** What every grid between two lines decides: a fill is answered, a stop sells the coins or keeps them. */
export const GRID = {
  range: ({ lowTicks, highTicks }) => ({ lowTicks, highTicks }),
  crossDown: onBuyReached,
  crossUp: onSellReached,
  catchUp: crossSlots,
  stop(bot, reason, ticks, timeMs) {
    closeAtStop(bot, this, reason, ticks, timeMs);
  },
  trailDown,
  trailUp,
} satisfies Pick<GridDecisions, 'range' | 'crossDown' | 'crossUp' | 'catchUp' | 'stop' | 'trailDown' | 'trailUp'> &
  ThisType<GridDecisions>;

export const SPOT_GRID: GridDecisions = {
  ...GRID,
  ...OWES_NOTHING,
  open(bot, ticks, timeMs) {
    openGrid(bot, SPOT_OPENING, ticks, timeMs);
    // A stop that the price is past already acts at once, at that price.
    if (bot.isRunning) leap(bot, this, ticks, timeMs);
  },
  closingNeed: sellOrKeepNeed,
};
