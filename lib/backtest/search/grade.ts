/** How far a found set of parameters is to be believed. */
export const GRADES = ['A', 'B', 'C', 'D'] as const;
export type Grade = (typeof GRADES)[number];

/** One week that a search did not know: what its choice gave there, what just holding gave, and what its median candidate gave. */
export interface JudgedWeek {
  readonly rate: number;
  readonly holdRate: number;
  readonly medianRate: number;
}

/** Weeks that a full judgement rests on (H51). */
export const FOLDS = 8;
/** Fewer weeks than this are no ground for a grade above C. */
const LEAST_FOLDS = 4;
const CLEARLY = 0.75;

/** What a week's choice gave beyond just holding, and beyond the median candidate. */
export function excessOf({ rate, holdRate, medianRate }: JudgedWeek): { overHold: number; overMedian: number } {
  return { overHold: rate - holdRate, overMedian: rate - medianRate };
}

/**
 * A: on average more than just holding and more than the median candidate, both in three weeks of four. B: both on
 * average, and each in more than half of the weeks. C: both on average. D: not even that; such parameters are shown for
 * what they are and never chosen. With fewer than four weeks, C at best.
 */
export function gradeOf(weeks: readonly JudgedWeek[]): Grade {
  const excesses = weeks.map(excessOf);
  const worse = (pick: (values: readonly number[]) => number): number =>
    Math.min(pick(excesses.map(({ overHold }) => overHold)), pick(excesses.map(({ overMedian }) => overMedian)));
  if (weeks.length === 0 || worse(meanOf) <= 0) return 'D';
  if (weeks.length < LEAST_FOLDS) return 'C';
  const wins = worse((values) => values.filter((value) => value > 0).length / values.length);
  return wins >= CLEARLY ? 'A' : wins > 0.5 ? 'B' : 'C';
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
