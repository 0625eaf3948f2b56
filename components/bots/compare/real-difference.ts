import type { ReplyOf } from '#lib/contract/contract.ts';

export type Comparison = NonNullable<ReplyOf<'strategyComparison'>['data']>;

/** What a copy and its original came to since the first day that is compared, and by how much the copy differs: fractions as text. */
export interface RealDifference {
  readonly mine: string;
  readonly origin: string;
  readonly difference: string;
}

/** Null on the first day: both begin at nothing on it. */
export function realDifference({ mine, origin }: Comparison): RealDifference | null {
  const [last, original] = [mine.at(-1), origin.at(-1)];
  if (last === undefined || original === undefined || mine.length < 2) return null;
  const difference = (Number(last.profit_rate) - Number(original.profit_rate)).toFixed(8);
  return { mine: last.profit_rate, origin: original.profit_rate, difference };
}
