import type { EquityStatement } from './machine.ts';

/** What a bot's books say, in EquityStatement's scale; what is left out is nothing. */
type Books = Pick<EquityStatement, 'start' | 'gridProfit' | 'positionProfit' | 'fees' | 'equity'> &
  Partial<Pick<EquityStatement, 'deposits' | 'withdrawals' | 'funding' | 'interest'>>;

/**
 * A bot's equity, and what its owner took out before the end. EquityStatement's scale. Drawdowns are those of this: taking
 * profit out is no loss.
 */
export function withTakenOut({ equity, withdrawals }: EquityStatement): bigint {
  return equity + withdrawals;
}

/** The statement of books that agree with the equity counted from what is held: the residual tells whether they do. */
export function statementOf(books: Books): EquityStatement {
  const { start, gridProfit, positionProfit, fees, equity } = books;
  const { deposits = 0n, withdrawals = 0n, funding = 0n, interest = 0n } = books;
  return {
    start,
    deposits,
    withdrawals,
    gridProfit,
    positionProfit,
    fees,
    funding,
    interest,
    profitShare: 0n,
    equity,
    residual: equity - (start + deposits - withdrawals + gridProfit + positionProfit - fees + funding - interest),
  };
}
