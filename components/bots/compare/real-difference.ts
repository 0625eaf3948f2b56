import type { ReplyOf } from '#lib/contract/contract.ts';

export type Comparison = NonNullable<ReplyOf<'strategyComparison'>['data']>;

/** What a copy and its original came to since the first day that is compared, and by how much the copy differs: fractions as text. */
export interface RealDifference {
  readonly mine: string;
  readonly origin: string;
  readonly difference: string;
}

/** Why there is none: the first day has not ended, and – of a copy that has – never will; or nothing is known of the original. */
export type NoDifference = 'young' | 'short' | 'unknown';

/** At the copy's last day: an original that goes on after it, or ended before it, is taken as it was then. */
export function realDifference({ mine, origin }: Comparison, isEnded: boolean): RealDifference | NoDifference {
  const last = mine.at(-1);
  if (last === undefined || mine.length < 2)
    return isEnded ? 'short' : origin.length < mine.length ? 'unknown' : 'young';
  const original = origin.findLast(({ trading_date }) => trading_date <= last.trading_date);
  if (original === undefined) return 'unknown';
  const difference = (Number(last.profit_rate) - Number(original.profit_rate)).toFixed(8);
  return { mine: last.profit_rate, origin: original.profit_rate, difference };
}
