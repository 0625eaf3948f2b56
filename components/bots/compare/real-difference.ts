import type { ReplyOf } from '#lib/contract/contract.ts';
import { oldestFirst } from '#lib/formulas/period-curve.ts';

export type Comparison = NonNullable<ReplyOf<'strategyComparison'>['data']>;

/** What a copy and its original came to since the first day that is compared, and by how much the copy differs: fractions as text. */
export interface RealDifference {
  readonly mine: string;
  readonly origin: string;
  readonly difference: string;
  /** The days of both, the oldest first. */
  readonly days: { readonly [Whose in 'mine' | 'origin']: readonly Comparison[Whose][number][] };
}

/** Why there is none: the first day has not ended, and – of a copy that has – never will; or nothing is known of the original. */
export type NoDifference = 'young' | 'short' | 'unknown';

/** At the copy's last day: an original that goes on after it, or ended before it, is taken as it was then. */
export function realDifference(compared: Comparison, isEnded: boolean): RealDifference | NoDifference {
  const [mine, origin] = [oldestFirst(compared.mine), oldestFirst(compared.origin)];
  const last = mine.at(-1);
  if (last === undefined || mine.length < 2)
    return isEnded ? 'short' : origin.length < mine.length ? 'unknown' : 'young';
  const original = origin.findLast(({ trading_date }) => trading_date <= last.trading_date);
  if (original === undefined) return 'unknown';
  const difference = (Number(last.profit_rate) - Number(original.profit_rate)).toFixed(8);
  return { mine: last.profit_rate, origin: original.profit_rate, difference, days: { mine, origin } };
}
