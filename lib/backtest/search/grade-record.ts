import { excessOf, GRADES, type Grade, meanOf } from './grade.ts';
import type { PastCase } from './walk-forward.ts';

/** Fewer cases than this of a grade say nothing about it. */
const LEAST_CASES = 5;

/** How suggestions of one grade did in the week after: means, fractions. */
export interface GradeOutcome {
  readonly grade: Grade;
  readonly cases: number;
  readonly rate: number;
  readonly overHold: number;
  readonly overMedian: number;
}

export interface GradeRecord {
  /** Only grades that there were. */
  readonly outcomes: readonly GradeOutcome[];
  /**
   * Whether better grades were followed by better weeks, beyond holding and beyond the median candidate: `few` when
   * fewer than two grades have five cases.
   */
  readonly order: 'ordered' | 'unordered' | 'few';
}

/** The grades' own record (H51). */
export function gradeRecord(cases: readonly PastCase[]): GradeRecord {
  const outcomes = GRADES.flatMap((grade) => {
    const own = cases.filter((one) => one.grade === grade);
    if (own.length === 0) return [];
    const excesses = own.map(excessOf);
    return {
      grade,
      cases: own.length,
      rate: meanOf(own.map(({ rate }) => rate)),
      overHold: meanOf(excesses.map(({ overHold }) => overHold)),
      overMedian: meanOf(excesses.map(({ overMedian }) => overMedian)),
    };
  });
  return { outcomes, order: orderOf(outcomes.filter((outcome) => outcome.cases >= LEAST_CASES)) };
}

function orderOf(known: readonly GradeOutcome[]): GradeRecord['order'] {
  if (known.length < 2) return 'few';
  const isOrdered = known.every((one, i) => {
    const next = known[i + 1];
    return next === undefined || (one.overHold > next.overHold && one.overMedian > next.overMedian);
  });
  return isOrdered ? 'ordered' : 'unordered';
}
