import type { LeverageLimits } from '../definition.ts';

/** Equal steps beside the mark of 1X (M-198). */
const STEPS = 5;

/**
 * Marks of a leverage slider: every integer up to a maximum below 6 (M-197); of a multiple of five, five equal steps
 * and 1X (M-198); otherwise the ends alone (M-199). Marks below the least legal leverage are left out.
 */
export function leverageMarks({ min, max }: LeverageLimits): readonly number[] {
  const marks =
    max <= STEPS
      ? Array.from({ length: max }, (_, index) => index + 1)
      : max % STEPS === 0
        ? [1, ...Array.from({ length: STEPS }, (_, index) => ((index + 1) * max) / STEPS)]
        : [1, max];
  const legal = marks.filter((mark) => mark >= min);
  return legal[0] === min ? legal : [min, ...legal];
}
