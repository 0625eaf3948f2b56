import type { CandleColumns } from '../engine/candles.ts';

/** A move takes this long, in a straight line: interest and dates of a day are in its result, funding is not. */
export const MOVE_MINUTES = 1440;

type Prices = Pick<CandleColumns, 'open' | 'high' | 'low' | 'close'>;

/** Where a price of `ticks` is after so many of all minutes on its way to a price that is this fraction away. */
export function onTheWay(ticks: number, by: number, minute: number, minutes: number): number {
  return Math.max(1, Math.round(ticks * (1 + (by * minute) / minutes)));
}

/** Writes the minutes of a straight line from `ticks` into columns, from minute `before` on. */
export function drawLine(columns: Prices, before: number, ticks: number, by: number, minutes: number): void {
  for (let minute = 0; minute < minutes; minute += 1) {
    const [open, close] = [onTheWay(ticks, by, minute, minutes), onTheWay(ticks, by, minute + 1, minutes)];
    columns.open[before + minute] = open;
    columns.close[before + minute] = close;
    columns.high[before + minute] = Math.max(open, close);
    columns.low[before + minute] = Math.min(open, close);
  }
}
