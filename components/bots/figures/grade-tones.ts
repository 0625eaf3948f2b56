/** How much a grade of the AI search promises. */
export const GRADE_TONES = { A: 'rise', B: 'accent', C: 'warn', D: 'danger' } as const;
