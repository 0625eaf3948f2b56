import type { CURVE_PERIODS } from '#lib/formulas/period-curve.ts';

export type Period = (typeof CURVE_PERIODS)[number];

/** Word of a period: message key and value of its radio. */
export const PERIOD_WORDS = { all_period: 'all', week: 'week', month: 'month', three_mon: 'threeMonths' } as const;

/** Shown while the radio of its period is chosen within `group/period`: the browser does it, without JavaScript. */
export const IN_PERIOD: Readonly<Record<Period, string>> = {
  all_period: 'hidden group-has-[[value=all]:checked]/period:block',
  week: 'hidden group-has-[[value=week]:checked]/period:block',
  month: 'hidden group-has-[[value=month]:checked]/period:block',
  three_mon: 'hidden group-has-[[value=threeMonths]:checked]/period:block',
};
