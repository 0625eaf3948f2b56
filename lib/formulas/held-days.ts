import { type EquityStretch, fallOver } from './drawdown.ts';
import { sharpeOfWholeDays } from './sharpe.ts';

const DAY_SECONDS = 86_400;
const RATE_UNITS = 1e8;

/** A UTC day of a market: when it begins, seconds; open, high, low, close. */
type DayCandle = readonly [time: number, open: string, high: string, low: string, close: string, ...more: unknown[]];

/** What just holding did; statistics, floats. */
export interface HeldDays {
  /** Of the days' closes, by the bots' own definition; null with fewer than seven days or none that differ. */
  readonly sharpe: number | null;
  /** The deepest fall from an earlier high, 0…1, along each day's candle path. */
  readonly fall: number;
}

/** A day as its candle path runs: open → low → high → close when it closed no lower than it opened, else open → high → low → close. */
function stretchOf(candle: DayCandle): EquityStretch & { readonly open: number; readonly close: number } {
  const [open, high, low, close] = [Number(candle[1]), Number(candle[2]), Number(candle[3]), Number(candle[4])];
  const fall = close >= open ? Math.max((open - low) / open, (high - close) / high) : (high - low) / high;
  return { open, high, low, close, fall };
}

/**
 * Just holding a market's coin over the whole UTC days between two moments, seconds. Null where there is none, one of them is missing
 * among the candles, or a price is none.
 */
export function heldOver(candles: readonly DayCandle[], from: number, until: number): HeldDays | null {
  const begin = Math.ceil(from / DAY_SECONDS) * DAY_SECONDS;
  const end = Math.floor(until / DAY_SECONDS) * DAY_SECONDS;
  const days = candles.filter(([time]) => time >= begin && time < end).map(stretchOf);
  const [first] = days;
  if (first === undefined || days.length !== (end - begin) / DAY_SECONDS) return null;
  if (days.some(({ open, low }) => !(open > 0 && low > 0))) return null;
  const rates = days.map(({ close }) => BigInt(Math.trunc((close / first.open - 1) * RATE_UNITS)));
  return { sharpe: sharpeOfWholeDays([0n, ...rates]), fall: fallOver(days, first.open) };
}
