import { mulDivDown, UNITS_PER_COIN } from '../money/amount.ts';

/** What a copier owes his provider, and up to which profit he has paid afterwards; units of the asset that profits are counted in. */
export interface ProfitShare {
  readonly share: bigint;
  readonly mark: bigint;
}

/**
 * The provider's share of a copy's profit (H41): its part of what the profit is above the high-water mark, rounded down, so that he
 * never gets more than was agreed. `profit` is all that the copy has made since its beginning, shares not taken off; below the mark,
 * and of a loss, nothing is owed. The mark only rises. `rateE8` is a fraction in 1e-8.
 */
export function profitShare(profit: bigint, mark: bigint, rateE8: bigint): ProfitShare {
  if (profit <= mark) return { share: 0n, mark };
  return { share: mulDivDown(profit - mark, rateE8, UNITS_PER_COIN), mark: profit };
}
