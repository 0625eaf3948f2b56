import { borrow } from '../../engine/body/debt.ts';
import { loanOf } from '../../formulas/margin-loan.ts';
import type { Relaying } from '../spot-grid/changing.ts';
import { debtOf } from './debt.ts';
import { MARGIN_GRID } from './decisions.ts';

/** A margin grid that is laid anew owes what it owed; money that comes in is lent as much for as the investment was. */
export const LENT_MONEY: Relaying = {
  decisions: MARGIN_GRID,
  bring(next, bot, deposit, ticks) {
    const debt = debtOf(bot);
    next.debt = { ...debt };
    next.timerAtMs = bot.timerAtMs;
    return loanOf({ ...next.params, ...debt.terms, investIn: 'quote', investment: deposit, ticks });
  },
  fund(next, loan, timeMs) {
    if (loan.quote === 0n && loan.base === 0n) return;
    const { timerAtMs } = next;
    borrow(next, debtOf(next), loan, timeMs);
    // Interest on what is owed already is due when it was.
    if (timerAtMs < next.timerAtMs) next.timerAtMs = timerAtMs;
  },
};
