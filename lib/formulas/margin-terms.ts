/**
 * Terms of the paper exchange's margin loans, the same for forms, engine and exchange. Rates in 1e-8.
 * Interest: 0.001 % an hour on what is owed, rounded up. Forced close when assets are at or below 1.1 times the debt.
 */
export const MARGIN_HOURLY_INTEREST_E8 = 1_000n;
export const MARGIN_FORCED_CLOSE_RATIO_E8 = 110_000_000n;

/**
 * What lenders get in a year, a fraction in 1e-8: all that borrowers pay, without interest on interest (H36). What is borrowed is lent to the unit – the lender of a paper
 * exchange is issued what he lacks –, so no coin lies idle that the interest would have to be shared with.
 */
export function lendersRateE8(): bigint {
  return MARGIN_HOURLY_INTEREST_E8 * 24n * 365n;
}
