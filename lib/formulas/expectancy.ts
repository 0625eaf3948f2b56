export interface Expectancy {
  /** Mean profit of a trade, units, truncated toward zero. */
  readonly amount: bigint;
  /** The same as a part of the mean loss: (1 + mean gain ÷ mean loss) × share of winners − 1. Null without a loss. */
  readonly ratio: number | null;
}

/** What a trade may be expected to bring (freqtrade, calculate_expectancy). Null without trades. */
export function expectancyOf(profits: readonly bigint[]): Expectancy | null {
  if (profits.length === 0) return null;
  const gains = profits.filter((profit) => profit > 0n);
  const losses = profits.filter((profit) => profit < 0n);
  const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n);
  const amount = sum(profits) / BigInt(profits.length);
  if (losses.length === 0) return { amount, ratio: null };
  const meanGain = gains.length === 0 ? 0 : Number(sum(gains)) / gains.length;
  const meanLoss = -Number(sum(losses)) / losses.length;
  return { amount, ratio: (1 + meanGain / meanLoss) * (gains.length / profits.length) - 1 };
}
