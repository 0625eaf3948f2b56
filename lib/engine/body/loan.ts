/** On which terms a bot borrows. Rates in 1e-8. */
export interface LoanTerms {
  /** What it owes: quote (buy), base (sell), or half of the loan in each (neutral). */
  readonly side: 'buy' | 'sell' | 'neutral';
  /** How many times its investment it works with. Whole, ≥ 2 (C-284). */
  readonly leverage: number;
  /** Interest of one hour on the debt, rounded up and added to it. */
  readonly hourlyInterestE8: bigint;
  /** Assets ÷ debt at or below which everything is closed: 1.1 is 110,000,000. Above 1. */
  readonly forcedCloseRatioE8: bigint;
}

/**
 * What a bot works with that is not its own. It is owed, not paid, until the end: interest is added to it every hour, and
 * everything is closed when what is held is worth no more than a given multiple of what is owed. Written a few times a day,
 * so with bigint.
 */
export interface Debt {
  readonly terms: LoanTerms;
  /** What is owed, interest included; units. */
  quote: bigint;
  base: bigint;
  /** All interest so far, that in coins valued at the price of its hour; 1e-16 of the quote asset. */
  interest: bigint;
}
