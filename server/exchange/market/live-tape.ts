import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '#lib/contract/is-record.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { errorCode } from '../../log/error-code.ts';
import type { CandleTicks } from './canonical-path.ts';
import { DAY_MINUTES } from './market-day.ts';

/**
 * What a live feed saw, on disk: per market and UTC day one append-only file of points and one of minutes,
 * `<MARKET>.<YYYY-MM-DD>.points.jsonl` and `….minutes.jsonl`. One file a day, so that a start reads days, not years.
 * A line is `{"t":ms,"p":ticks,"d":decimals}` or `{"m":minute,"c":[open,high,low,close],"v":volume,"d":decimals}`;
 * prices are ticks of 10^-d. Each batch begins with a line break: a line that a crash tore stands alone and is skipped.
 */
export interface TapedPoint {
  readonly timeMs: number;
  readonly ticks: number;
}

export interface TapedMinute extends CandleTicks {
  readonly minute: number;
  /** Base units. */
  readonly volume: number;
}

export interface LiveTape {
  /** Puts a record into the next batch. */
  addPoint(spec: MarketSpec, point: TapedPoint): void;
  addMinute(spec: MarketSpec, minute: TapedMinute): void;
  /** Appends what was added. One batch at a time. */
  flush(): Promise<void>;
}

export type RecordKind = 'points' | 'minutes';

/** The text that is appended to each file, by its name. */
export type TapeBatch = ReadonlyMap<string, string>;

export function tapeFileName(market: string, day: number, kind: RecordKind): string {
  return `${market}.${new Date(day * DAY_MS).toISOString().slice(0, 10)}.${kind}.jsonl`;
}

/** What a file of the tape is of; null for any other name. */
export function tapeFileOf(name: string): { readonly market: string; readonly kind: RecordKind } | null {
  const match = /^([A-Z0-9]+_[A-Z0-9]+)\.\d{4}-\d{2}-\d{2}\.(points|minutes)\.jsonl$/.exec(name);
  const [, market, kind] = match ?? [];
  return market !== undefined && (kind === 'points' || kind === 'minutes') ? { market, kind } : null;
}

/** What a disk that is full keeps waiting at most, characters: beyond it points are let go of, and the minutes alone are kept. */
const MOST_WAITING = 8_000_000;

/**
 * Opens the tape's folder for appending; makes it when it is not there. `onWritten` hears of each batch that was appended. What was not is
 * part of the next: whoever follows would lack it for as long as the recorder runs, which knows it and does not ask for it again.
 */
export async function openTape(folder: string, onWritten: (batch: TapeBatch) => void = () => {}): Promise<LiveTape> {
  await mkdir(folder, { recursive: true });
  let pending = new Map<string, string>();
  let writing: Promise<void> = Promise.resolve();

  function add(name: string, record: unknown): void {
    pending.set(name, `${pending.get(name) ?? ''}\n${JSON.stringify(record)}`);
  }

  async function write(): Promise<void> {
    const batch = pending;
    pending = new Map();
    const written = new Map<string, string>();
    try {
      for (const [name, text] of batch) {
        await appendFile(join(folder, name), text);
        written.set(name, text);
        batch.delete(name);
      }
    } catch (error) {
      waitAgain(batch);
      throw error;
    } finally {
      if (written.size > 0) onWritten(written);
    }
  }

  /** Before what was added meanwhile. */
  function waitAgain(batch: TapeBatch): void {
    const added = pending;
    pending = new Map(batch);
    for (const [name, text] of added) pending.set(name, (pending.get(name) ?? '') + text);
    const waiting = [...pending.values()].reduce((sum, text) => sum + text.length, 0);
    if (waiting <= MOST_WAITING) return;
    for (const name of [...pending.keys()]) if (tapeFileOf(name)?.kind === 'points') pending.delete(name);
  }

  return {
    addPoint(spec, { timeMs, ticks }) {
      const name = tapeFileName(spec.market, Math.floor(timeMs / DAY_MS), 'points');
      add(name, { t: timeMs, p: ticks, d: spec.priceDecimals });
    },
    addMinute(spec, { minute, open, high, low, close, volume }) {
      const name = tapeFileName(spec.market, Math.floor(minute / DAY_MINUTES), 'minutes');
      add(name, { m: minute, c: [open, high, low, close], v: volume, d: spec.priceDecimals });
    },
    flush() {
      writing = writing.then(write, write);
      return writing;
    },
  };
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function parseRecord(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Text of a file of the tape; '' when there is none. Other errors of the disk are thrown. */
export async function readTapeFile(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
}

function* recordsIn(text: string, spec: MarketSpec) {
  for (const line of text.split('\n')) {
    const record = line === '' ? null : parseRecord(line);
    // Ticks of another tick size are not this market's prices.
    if (record !== null && record.d === spec.priceDecimals) yield record;
  }
}

/** Points of a market in a text of its tape, in the order of the tape. */
export function pointsIn(text: string, spec: MarketSpec): readonly TapedPoint[] {
  const points: TapedPoint[] = [];
  for (const { t, p } of recordsIn(text, spec)) {
    if (isWhole(t) && isWhole(p) && p > 0) points.push({ timeMs: t, ticks: p });
  }
  return points;
}

/** Minutes of a market in a text of its tape, oldest first; a minute that was taped twice counts as it was last. */
export function minutesIn(text: string, spec: MarketSpec): readonly TapedMinute[] {
  const minutes = new Map<number, TapedMinute>();
  for (const { m, c, v } of recordsIn(text, spec)) {
    if (!isWhole(m) || !isWhole(v) || !Array.isArray(c) || c.length !== 4 || !c.every(isWhole)) continue;
    const [open, high, low, close] = c as [number, number, number, number];
    if (low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close)) {
      minutes.set(m, { minute: m, open, high, low, close, volume: v });
    }
  }
  return [...minutes.values()].sort((a, b) => a.minute - b.minute);
}

/** UTC days of which a folder has taped minutes of a market, oldest first. */
export async function tapedDays(folder: string, market: string): Promise<readonly number[]> {
  const names = await readdir(folder);
  const days = names.flatMap((name) => {
    const [symbol, date = '', kind] = name.split('.');
    return symbol === market && kind === 'minutes' ? [Date.parse(`${date}T00:00:00Z`) / DAY_MS] : [];
  });
  return days.filter(Number.isInteger).sort((a, b) => a - b);
}
