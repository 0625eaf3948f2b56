export type DataPeriod = 'all_period' | 'week' | 'month' | 'three_mon';

/** Points of a period, the present one included (E-335). */
const PERIOD_POINTS: Readonly<Record<Exclude<DataPeriod, 'all_period'>, number>> = {
  week: 8,
  month: 31,
  three_mon: 91,
};

/** The last points of a daily curve that belong to a period, oldest first. */
export function pointsOfPeriod<T>(curve: readonly T[], period: DataPeriod): readonly T[] {
  return period === 'all_period' ? curve : curve.slice(-PERIOD_POINTS[period]);
}
