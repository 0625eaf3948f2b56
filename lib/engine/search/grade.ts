/** How far a found set of parameters is to be believed. */
export type Grade = 'A' | 'B' | 'C' | 'D';

/** What a grade follows from: rates of the held-out part, which the search has not seen. */
export interface HeldOutFigures {
  readonly heldOutRate: number;
  readonly holdRate: number;
  /** The worst neighbouring parameters on the same part. */
  readonly neighbourLow: number;
}

/**
 * A: gained, more than just holding, and so did not only these parameters gain but all next to them. B: gained more
 * than just holding. C: gained. D: did not; such parameters are shown for what they are.
 */
export function gradeOf({ heldOutRate, holdRate, neighbourLow }: HeldOutFigures): Grade {
  if (heldOutRate <= 0) return 'D';
  if (heldOutRate <= holdRate) return 'C';
  return neighbourLow > 0 ? 'A' : 'B';
}
