import { close } from '../../engine/body/closing.ts';
import { CLOSES_ALL, endSpent } from '../../engine/body/contract-closing.ts';
import { crossContracts, fillBuy, fillSell, isSpent, restSlot } from '../../engine/body/contract-ladder.ts';
import { meetStops, resetWake } from '../../engine/body/path.ts';
import { type LadderDecisions, TRAILS_NOT } from '../../engine/body/rules.ts';
import type { FuturesGridBot } from './grid-bot.ts';
import { openGrid } from './opening.ts';
import { setStops } from './stops.ts';

/**
 * The futures grid: orders on lines as the spot grid has them, but each fill changes one position in a contract – long, short or
 * either – that the whole investment is margin for. A long grid buys at its opening what its sells close, a short one sells what its
 * buys close, a neutral one begins with nothing.
 *
 * Where what is decided:
 * - opening: `opening.ts` – the position at the market, then an order a slot; `engine.ts` says which price a trigger looks at;
 * - levels: `grid-bot.ts` – lines as the spot grid's, contracts by slot;
 * - path: `lib/engine/body/path.ts` – order by order the way that the last price goes; each fill is answered here, or is the last one when the
 *   account is spent;
 * - stops: `stops.ts` – one tick outside the range, and where the equity at the last price is what its owner set; they move with every fill and funding;
 * - pause: `catchUp` below – one order at the market makes up for the lines that were crossed; stops, funding and liquidation go on;
 * - end: `lib/engine/body/contract-closing.ts` – everything is closed at the market, contracts cannot be kept;
 * - what its owner changes: `changing.ts` – another range or number of grids, or more money, lays it anew; `engine.ts` – stops and leverage, which move no order;
 *   `lib/engine/body/contract-machine.ts` – margin that comes or goes;
 * - funding and liquidation: `lib/engine/body/contract-machine.ts` – the mark price calls, the position is closed around the last price, the whole
 *   equity stands behind it; funding that is due in the same moment comes first.
 */
export const FUTURES_GRID: LadderDecisions<FuturesGridBot> = {
  ...TRAILS_NOT,
  ...CLOSES_ALL,
  range: ({ lowTicks, highTicks }) => ({ lowTicks, highTicks }),
  open(bot, ticks, timeMs) {
    openGrid(bot, ticks, timeMs);
    if (bot.isRunning) lookAtStops(bot, ticks, timeMs);
    if (bot.isRunning) resetWake(bot, timeMs);
  },
  crossDown(bot, timeMs) {
    const slot = fillBuy(bot, timeMs);
    answer(bot, slot, bot.fillsBuyAt(bot.line(bot.cursor)), timeMs);
  },
  crossUp(bot, timeMs) {
    const slot = fillSell(bot, timeMs);
    answer(bot, slot, bot.fillsSellAt(bot.line(bot.cursor)), timeMs);
  },
  afterFills: lookAtStops,
  /** One order at the market makes up for the lines that were crossed during a pause; it may take the last of the account. */
  catchUp(bot, ticks, timeMs) {
    crossContracts(bot, ticks, timeMs);
    if (isSpent(bot)) endSpent(bot, ticks, timeMs);
  },
  stop: (bot, reason, ticks, timeMs) => close(bot, FUTURES_GRID, reason, { type: 'market' }, ticks, timeMs),
};

/** A fill, at a price of `ticks`, is answered by the counter-order in the same slot, unless it took the last of the account. */
function answer(bot: FuturesGridBot, slot: number, ticks: number, timeMs: number): void {
  if (isSpent(bot)) endSpent(bot, ticks, timeMs);
  else restSlot(bot, slot, timeMs, 'counter-order');
}

/**
 * Position or balance have changed, and the price is seen at `ticks`. A fee or a funding payment can take the equity past a
 * target where it is: then the stop is reached here and now.
 */
export function lookAtStops(bot: FuturesGridBot, ticks: number, timeMs: number): void {
  setStops(bot);
  meetStops(bot, FUTURES_GRID, ticks, timeMs);
}
