export interface LossRun {
  /** Losing trades in a row. */
  readonly losses: number;
  /** Their sum, ≤ 0. */
  readonly amount: bigint;
}

/** Of all runs of losing trades without a trade between that did not lose, the one that lost the most. */
export function worstRun(profits: readonly bigint[]): LossRun {
  let worst: LossRun = { losses: 0, amount: 0n };
  let losses = 0;
  let amount = 0n;
  for (const profit of profits) {
    if (profit < 0n) {
      losses += 1;
      amount += profit;
    } else {
      losses = 0;
      amount = 0n;
    }
    if (amount < worst.amount) worst = { losses, amount };
  }
  return worst;
}
