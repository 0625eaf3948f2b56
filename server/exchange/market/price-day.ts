import type { CandleColumns, FundingColumns } from '#lib/engine/candles.ts';
import { decodeDay, encodeDay } from '#lib/engine/day-codec.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { DAY_MS, MINUTE_MS, midnightOf } from '#lib/time/durations.ts';
import type { MarketFeed } from './feed.ts';
import type { MarketColumns } from './gather-columns.ts';

/**
 * All that a bot may ask of an instrument on one UTC day as bytes: its minutes with volumes, and of a contract its marks and what funding
 * settled. Layout: three sections, each after its length (4 bytes, little-endian): the minutes and the marks as encoded days
 * (lib/engine/day-codec.ts), the settlements as JSON, the interval in ms and then [time ms, rate 1e-8 as text] each. Of a spot market the last two are empty.
 *
 * The settlements begin one interval before the day, so that whoever begins on it knows the last one.
 */

const SECTIONS = 3;
const LENGTH_BYTES = 4;

type Settlement = readonly [timeMs: number, rateE8: bigint];

/** Such a day, read. */
export interface PriceDay {
  readonly candles: CandleColumns;
  readonly marks?: Int32Array;
  readonly funding?: { readonly intervalMs: number; readonly settled: readonly Settlement[] };
}

/** The minutes of [dayMs, toMs) of a feed's instrument; `toMs` is a minute of the day or its end. Throws when the feed has no such instrument. */
export function encodePriceDay(
  feed: MarketFeed,
  instrument: string,
  dayMs: number,
  toMs: number,
): Uint8Array<ArrayBuffer> {
  const spec = feed.spec(instrument);
  if (spec === undefined) throw new Error(`prices of ${instrument}, which is no market of the feed`);
  const minutes = feed.minutes(instrument, dayMs, toMs, toMs);
  const units = feed.minuteVolumes(instrument, dayMs, toMs, toMs);
  const candles = encodeDay({ ...minutes, volume: units.map((one) => one / Number(UNITS_PER_COIN)) });
  if (spec.contract === undefined) return joined([candles, new Uint8Array(), new Uint8Array()]);
  const marks = feed.marks(instrument, dayMs, toMs);
  const columns = { startMs: dayMs, stepMs: MINUTE_MS, open: marks, high: marks, low: marks, close: marks };
  const { fundingIntervalMs } = spec.contract;
  const { timesMs, ratesE8 } = feed.fundingRates(instrument, dayMs - fundingIntervalMs, toMs);
  const settled = Array.from(timesMs, (timeMs, i) => [timeMs, `${ratesE8[i]}`]);
  return joined([
    candles,
    encodeDay(columns),
    new TextEncoder().encode(JSON.stringify([fundingIntervalMs, ...settled])),
  ]);
}

/** Throws RangeError on bytes that `encodePriceDay` cannot have written. */
export function decodePriceDay(bytes: Uint8Array): PriceDay {
  const [minutes, marks, settled] = sectionsOf(bytes);
  const candles = decodeDay(minutes);
  if (marks.length === 0) return { candles };
  return { candles, marks: decodeDay(marks).open, funding: readSettled(settled) };
}

/**
 * The days that hold the minutes of [fromMs, toMs), with the end of each: that of the last may be in its middle.
 */
export function daysOf(fromMs: number, toMs: number): { readonly dayMs: number; readonly toMs: number }[] {
  const days: { dayMs: number; toMs: number }[] = [];
  for (let dayMs = midnightOf(fromMs); dayMs < toMs; dayMs += DAY_MS) {
    days.push({ dayMs, toMs: Math.min(toMs, dayMs + DAY_MS) });
  }
  return days;
}

/** The minutes of [fromMs, toMs) of an instrument out of its days (daysOf), the oldest first; marks and settlements of contracts. */
export function columnsOfDays(days: readonly PriceDay[], fromMs: number, toMs: number): MarketColumns {
  const count = Math.max(0, (toMs - fromMs) / MINUTE_MS);
  const columns = { open: unknown(count), high: unknown(count), low: unknown(count), close: unknown(count) };
  const volume = new Float64Array(count);
  const isContract = days[0]?.marks !== undefined;
  const marks = isContract ? unknown(count) : undefined;
  const settled: Settlement[] = [];
  for (const { candles, marks: ofDay, funding } of days) {
    const { startMs } = candles;
    // Of the first day what is before is left out.
    const skipped = Math.max(0, (fromMs - startMs) / MINUTE_MS);
    const at = Math.max(0, (startMs - fromMs) / MINUTE_MS);
    for (const name of ['open', 'high', 'low', 'close'] as const)
      columns[name].set(candles[name].subarray(skipped), at);
    if (candles.volume !== undefined) volume.set(candles.volume.subarray(skipped), at);
    if (ofDay !== undefined) marks?.set(ofDay.subarray(skipped), at);
    if (funding === undefined) continue;
    // One settlement more: what is known of the next one at the start.
    const knownMs = settled.at(-1)?.[0] ?? fromMs - funding.intervalMs - 1;
    settled.push(...funding.settled.filter(([timeMs]) => timeMs > knownMs));
  }
  const candles = { startMs: fromMs, stepMs: MINUTE_MS, ...columns, volume };
  return marks === undefined ? { candles } : { candles, marks, funding: fundingOf(settled) };
}

function fundingOf(settled: readonly Settlement[]): FundingColumns {
  return {
    timesMs: Float64Array.from(settled, ([timeMs]) => timeMs),
    ratesE8: settled.map(([, rateE8]) => rateE8),
  };
}

function unknown(count: number): Int32Array {
  return new Int32Array(count).fill(-1);
}

function joined(sections: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sections.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const section of sections) {
    view.setUint32(at, section.length, true);
    bytes.set(section, at + LENGTH_BYTES);
    at += LENGTH_BYTES + section.length;
  }
  return bytes;
}

function sectionsOf(bytes: Uint8Array): readonly [Uint8Array, Uint8Array, Uint8Array] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sections: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; i < SECTIONS; i += 1) {
    const end = at + LENGTH_BYTES + view.getUint32(at, true);
    if (end > bytes.length) throw new RangeError('A day of prices ends too early');
    sections.push(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  const [minutes, marks, settled] = sections;
  if (at !== bytes.length || minutes === undefined || marks === undefined || settled === undefined)
    throw new RangeError('A day of prices has bytes too many');
  return [minutes, marks, settled];
}

function readSettled(bytes: Uint8Array): PriceDay['funding'] {
  const read: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const [intervalMs, ...rows]: unknown[] = Array.isArray(read) ? read : [];
  if (typeof intervalMs !== 'number') throw new RangeError('A day of prices without its settlements');
  const settled = rows.map((row): Settlement => {
    const [timeMs, rate]: unknown[] = Array.isArray(row) ? row : [];
    if (typeof timeMs !== 'number' || typeof rate !== 'string')
      throw new RangeError('No settlement of a day of prices');
    return [timeMs, BigInt(rate)];
  });
  return { intervalMs, settled };
}
