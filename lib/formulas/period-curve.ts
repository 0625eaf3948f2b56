import { type DataPeriod, pointsOfPeriod } from './periods.ts';

/**
 * The one reader of a bot's daily curve, for every screen that draws it: the call answers newest first, a chart runs from
 * the oldest day to the newest.
 */

/** A day as the curve call tells it; rates are cumulative fractions. */
export interface CurveDay {
  /** UTC day, YYYY-MM-DD. */
  readonly trading_date: string;
  readonly profit_rate: string;
}

/** The periods of the detail page (E-335), in the order of their tabs. */
export const CURVE_PERIODS = ['all_period', 'week', 'month', 'three_mon'] as const satisfies readonly DataPeriod[];

export interface PeriodCurve {
  readonly from: string;
  readonly to: string;
  /** Yield since the period's first point, as a fraction with 8 decimals. */
  readonly rate: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** The oldest first, as charts and files have them: the documents know no order, and an exchange may send the newest first. */
export function oldestFirst<D extends { readonly trading_date: string }>(days: readonly D[]): readonly D[] {
  return days.toSorted((a, b) => (a.trading_date < b.trading_date ? -1 : 1));
}

/**
 * The curve of a period: cumulative yields less that of the period's first point, so that a week shows the week. The
 * whole life begins at 0, where its first day begins: that point belongs to the first day as well. Null without any day.
 */
export function periodCurve(days: readonly CurveDay[], period: DataPeriod): PeriodCurve | null {
  const whole = oldestFirst(days);
  const shown = pointsOfPeriod(whole, period);
  const [first] = shown;
  const last = shown[shown.length - 1];
  if (first === undefined || last === undefined) return null;
  const isWhole = shown.length === whole.length;
  const base = isWhole ? 0 : Number(first.profit_rate);
  const points = shown.map((day, index) => ({ x: index + 1, y: Number(day.profit_rate) - base }));
  const rate = (Number(last.profit_rate) - base).toFixed(8);
  return {
    from: first.trading_date,
    to: last.trading_date,
    rate,
    points: isWhole ? [{ x: 0, y: 0 }, ...points] : points,
  };
}
