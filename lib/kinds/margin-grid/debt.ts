import type { Debt, LoanTerms } from '../../engine/body/loan.ts';
import type { GridBot } from '../spot-grid/grid-bot.ts';

/** The debt of a bot that has not borrowed yet. */
export function noDebt(terms: LoanTerms): Debt {
  return { terms, quote: 0n, base: 0n, interest: 0n };
}

/** Every margin grid has one, if only of nothing. */
export function debtOf({ debt }: GridBot): Debt {
  if (debt === null) throw new Error('A margin grid without a debt');
  return debt;
}
