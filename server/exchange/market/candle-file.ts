import type { MarketSpec } from '#lib/money/market-spec.ts';
import { type CandleTicks, canonicalPath } from './canonical-path.ts';
import { csvRows } from './csv-rows.ts';
import { hashKey } from './hash-random.ts';
import { DAY_MINUTES, emptyDay, type MarketDay, setMinute } from './market-day.ts';

/** Steps of candle files that can be replayed, in minutes. */
export const FILE_STEP_MINUTES = { '1m': 1, '15m': 15 } as const;
export type FileStep = keyof typeof FILE_STEP_MINUTES;

const HEADER = 'time,open,high,low,close,volume';
const PRICE = /^\d{1,12}(\.\d{1,18})?$/;

export interface FileCandle extends CandleTicks {
  /** Minutes since the Unix epoch at which it opens. */
  readonly minute: number;
  /** Base units. */
  readonly volume: number;
}

/** A recorded price in ticks. Prices finer than the market's tick are rounded to the nearest; never below one tick. */
export function roundToTicks(spec: MarketSpec, price: number): number {
  return Math.max(1, Math.round(price * 10 ** spec.priceDecimals));
}

function parseLine(line: string, spec: MarketSpec): FileCandle | null {
  const cells = line.split(',');
  if (cells.length !== 6 || !cells.every((cell) => PRICE.test(cell))) return null;
  const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = cells.map(Number);
  if (time % 60 !== 0 || low > Math.min(open, close) || high < Math.max(open, close) || low <= 0) return null;
  return {
    minute: time / 60,
    open: roundToTicks(spec, open),
    high: roundToTicks(spec, high),
    low: roundToTicks(spec, low),
    close: roundToTicks(spec, close),
    volume: Math.round(volume * 1e8),
  };
}

/**
 * Reads a candle file: CSV, gzipped or plain, header `time,open,high,low,close,volume`; `time` is the candle's opening
 * in Unix seconds UTC, volume is in base coins. Throws an error that names file and line where a line is malformed or
 * time does not advance: a replay of doubtful prices is worse than none.
 */
export function parseCandleFile(content: Uint8Array, spec: MarketSpec, step: FileStep, name: string): FileCandle[] {
  const candles: FileCandle[] = [];
  let last = -1;
  for (const { line, number } of csvRows(content, HEADER, name)) {
    const candle = parseLine(line, spec);
    if (candle === null || candle.minute <= last || candle.minute % FILE_STEP_MINUTES[step] !== 0) {
      throw new Error(`${name}, line ${number}: not a ${step} candle after the one before: ${line.slice(0, 120)}`);
    }
    last = candle.minute;
    candles.push(candle);
  }
  return candles;
}

/** Candles by day number. */
export type CandleDays = Map<number, MarketDay>;

/** Writes one minute into its day, which is made when it is the first. */
export function putMinute(days: CandleDays, minute: number, candle: CandleTicks, volume: number): void {
  const number = Math.floor(minute / DAY_MINUTES);
  let day = days.get(number);
  if (day === undefined) {
    day = emptyDay();
    days.set(number, day);
  }
  setMinute(day, minute - number * DAY_MINUTES, candle, volume);
}

/**
 * A longer candle as one-minute candles along its canonical path: each minute runs one way, its extremes are its ends,
 * so the minutes put together again are the candle, and bots meet the same prices in the same order. The volume is
 * spread evenly, the remainder in the last minute. Deterministic: the key is the candle's own time.
 */
function putRefined(days: CandleDays, candle: FileCandle, minutes: number, key: number): void {
  const path = canonicalPath(candle, minutes + 1, hashKey(key, candle.minute));
  const share = Math.floor(candle.volume / minutes);
  for (let i = 0; i < minutes; i += 1) {
    const open = path[i] as number;
    const close = path[i + 1] as number;
    const volume = i === minutes - 1 ? candle.volume - share * (minutes - 1) : share;
    const one = { open, close, high: Math.max(open, close), low: Math.min(open, close) };
    putMinute(days, candle.minute + i, one, volume);
  }
}

/** Candles of a file as days of minutes; what the file does not hold stays a gap. */
export function candlesToDays(candles: readonly FileCandle[], step: FileStep, key: number): CandleDays {
  const days: CandleDays = new Map();
  const minutes = FILE_STEP_MINUTES[step];
  for (const candle of candles) {
    if (minutes === 1) putMinute(days, candle.minute, candle, candle.volume);
    else putRefined(days, candle, minutes, key);
  }
  return days;
}

/** The whole UTC days between the first and the last candle, gaps or not: [first, end). */
export function wholeDays(
  candles: readonly FileCandle[],
  step: FileStep,
): { readonly first: number; readonly end: number } {
  const from = candles[0]?.minute ?? 0;
  const to = (candles[candles.length - 1]?.minute ?? -1) + FILE_STEP_MINUTES[step];
  return { first: Math.ceil(from / DAY_MINUTES), end: Math.floor(to / DAY_MINUTES) };
}
