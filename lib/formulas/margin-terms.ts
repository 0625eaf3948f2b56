/**
 * Terms of the paper exchange's margin loans, the same for forms, engine and exchange. Rates in 1e-8.
 * Interest: 0.001 % an hour on what is owed, rounded up. Forced close when assets are at or below 1.1 times the debt.
 */
export const MARGIN_HOURLY_INTEREST_E8 = 1_000n;
export const MARGIN_FORCED_CLOSE_RATIO_E8 = 110_000_000n;
