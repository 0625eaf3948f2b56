import { close, sellAllNeed } from '../../engine/body/closing.ts';
import { chargeInterest, heldBy, insure, repay, resetForced } from '../../engine/body/debt.ts';
import { tradeAtMarket } from '../../engine/body/ending.ts';
import { leap, resetWake } from '../../engine/body/path.ts';
import { GRID } from '../spot-grid/decisions.ts';
import type { GridBot, GridDecisions } from '../spot-grid/grid-bot.ts';
import { openGrid } from '../spot-grid/opening.ts';
import { debtOf } from './debt.ts';
import { FUNDED_OPENING } from './funded-opening.ts';
import { buyBackNeed, repayNeed } from './repaying.ts';

/**
 * The margin grid: a spot grid of `leverage` times the investment with a loan around it. What is owed follows from the
 * side – quote, base, or half of each – and the grid is the same for all three: what differs is which way of the price makes
 * the debt dearer. Interest is added every hour; where assets ÷ debt reach the limit everything is closed at the market.
 *
 * Where what is decided:
 * - opening: `funded-opening.ts` – borrows (`debt.ts`), then opens as the spot grid does, with investment and loan together;
 * - levels, path, stops and pause: the spot grid's (`../spot-grid/decisions.ts`); it never trails, so its form and its call refuse limits of trailing;
 * - interest: `onTimer` below, once an hour, and nowhere else;
 * - end: `closingNeed` and `settle` below with `repaying.ts` – the loan is paid back before anything else, coins that it owes are bought back;
 * - what its owner changes: as of the spot grid (`../spot-grid/changing.ts`); `changing.ts` – it owes what it owed, and money that comes in is lent as much for as the
 *   investment was; profit stays until its end;
 * - liquidation: `lookAtDebt` below after every fill, part and hour; `lib/engine/body/debt.ts` says at which price, on the last price, and
 *   who pays what the coins do not.
 */
export const MARGIN_GRID: GridDecisions = {
  ...GRID,
  open(bot, ticks, timeMs) {
    openGrid(bot, FUNDED_OPENING, ticks, timeMs);
    if (bot.isRunning) lookAtDebt(bot, ticks, timeMs);
    if (!bot.isRunning) return;
    resetWake(bot, timeMs);
    // A stop that the price is past already acts at once, at that price.
    leap(bot, this, ticks, timeMs);
  },
  afterFills: lookAtDebt,
  afterPart: lookAtDebt,
  forceClose: liquidate,
  onTimer(bot, ticks, timeMs) {
    chargeInterest(bot, debtOf(bot), ticks, timeMs);
    lookAtDebt(bot, ticks, timeMs);
  },
  closingNeed(bot, instruction, ticks, timeMs) {
    if (instruction.type === 'no_close') return repayNeed(bot, debtOf(bot), ticks, timeMs);
    const net = heldBy(bot).base - debtOf(bot).base;
    if (net < 0n) return buyBackNeed(bot, -net, ticks, instruction.type === 'limit' ? null : timeMs);
    return sellAllNeed(bot, net, ticks);
  },
  settle(bot, ticks, timeMs) {
    const debt = debtOf(bot);
    const { side, lots } = repayNeed(bot, debt, ticks, timeMs);
    if (lots > 0) tradeAtMarket(bot, side, lots, ticks, timeMs);
    repay(bot, debt, timeMs);
    insure(bot, debt, ticks, timeMs);
    bot.timerAtMs = Number.POSITIVE_INFINITY;
    bot.askedAtMs = Number.POSITIVE_INFINITY;
  },
};

/** Holdings or debts have changed: everything is closed, or the price at which it would be is another. */
function lookAtDebt(bot: GridBot, ticks: number, timeMs: number): void {
  if (!resetForced(bot, debtOf(bot), ticks)) liquidate(bot, ticks, timeMs);
}

/** What is held is worth too little for what is owed. */
function liquidate(bot: GridBot, ticks: number, timeMs: number): void {
  close(bot, MARGIN_GRID, 'liquidated', { type: 'market' }, ticks, timeMs);
}
