import { studentT90 } from './student-t.ts';

/** Size, mean and spread of a set of returns; sets are put together without looking at their returns again. */
export interface ReturnSample {
  readonly count: number;
  readonly mean: number;
  /** Σ (return − mean)². */
  readonly squares: number;
}

export const NO_RETURNS: ReturnSample = { count: 0, mean: 0, squares: 0 };

/** Floats: a statistic, not money (Welford). */
export function sampleOf(returns: readonly number[]): ReturnSample {
  return returns.reduce((sample, value) => pooled(sample, { count: 1, mean: value, squares: 0 }), NO_RETURNS);
}

/** Both sets as one (Chan, Golub, LeVeque). */
export function pooled(a: ReturnSample, b: ReturnSample): ReturnSample {
  const count = a.count + b.count;
  if (count === 0) return NO_RETURNS;
  const apart = b.mean - a.mean;
  return {
    count,
    mean: a.mean + (apart * b.count) / count,
    squares: a.squares + b.squares + (apart * apart * a.count * b.count) / count,
  };
}

const DAYS_OF_YEAR = 365;

/**
 * How much a record has shown (H57): m − t₀.₉₀(n − 1) · s ÷ √n − maxDD ÷ 365, with mean m and deviation s of the n whole-day
 * log returns: what the mean is at least worth in nine cases of ten, less a year's share of the worst fall. Short records rank
 * low by themselves. `days`: on how many different days the returns were, where several are of one day – they say no more together than
 * that day does. Null below two days, which have no deviation.
 */
export function recordScore(sample: ReturnSample, maxDrawdown: number, days: number = sample.count): number | null {
  const { mean } = sample;
  const deviation = deviationOf(sample);
  if (deviation === null || days < 2) return null;
  return mean - (studentT90(days - 1) * deviation) / Math.sqrt(days) - maxDrawdown / DAYS_OF_YEAR;
}

/**
 * What a bot is ranked by (H57): the average of its own score and that of all that its provider ever listed – which counts for no more
 * than its own. So no other bot lifts one, however many there are and whatever they did: they can only lower it.
 */
export function providedScore(own: number, provider: number): number {
  return (own + Math.min(own, provider)) / 2;
}

/** Sample deviation (n − 1) of the returns; null below two. */
export function deviationOf({ count, squares }: ReturnSample): number | null {
  return count < 2 ? null : Math.sqrt(squares / (count - 1));
}
