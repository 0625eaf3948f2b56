import type { MarginGridParams } from '../margin-grid-params.ts';

/** On which terms a bot borrows: which asset, how much of its investment again, interest, and when everything is closed. */
export type LoanTerms = Pick<MarginGridParams, 'side' | 'leverage' | 'hourlyInterestE8' | 'forcedCloseRatioE8'>;

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
