import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '#lib/contract/is-record.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { CandleTicks } from './canonical-path.ts';
import { DAY_MINUTES, DAY_MS } from './market-day.ts';

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

type RecordKind = 'points' | 'minutes';

function fileName(market: string, day: number, kind: RecordKind): string {
  return `${market}.${new Date(day * DAY_MS).toISOString().slice(0, 10)}.${kind}.jsonl`;
}

/** Opens the tape's folder for appending; makes it when it is not there. */
export async function openTape(folder: string): Promise<LiveTape> {
  await mkdir(folder, { recursive: true });
  let pending = new Map<string, string>();
  let writing: Promise<void> = Promise.resolve();

  function add(name: string, record: unknown): void {
    pending.set(name, `${pending.get(name) ?? ''}\n${JSON.stringify(record)}`);
  }

  async function write(batch: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, text] of batch) await appendFile(join(folder, name), text);
  }

  return {
    addPoint(spec, { timeMs, ticks }) {
      const name = fileName(spec.market, Math.floor(timeMs / DAY_MS), 'points');
      add(name, { t: timeMs, p: ticks, d: spec.priceDecimals });
    },
    addMinute(spec, { minute, open, high, low, close, volume }) {
      const name = fileName(spec.market, Math.floor(minute / DAY_MINUTES), 'minutes');
      add(name, { m: minute, c: [open, high, low, close], v: volume, d: spec.priceDecimals });
    },
    flush() {
      const batch = pending;
      pending = new Map();
      const previous = writing;
      writing = previous.then(
        () => write(batch),
        () => write(batch),
      );
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

async function* readRecords(folder: string, spec: MarketSpec, day: number, kind: RecordKind) {
  const text = await readFile(join(folder, fileName(spec.market, day, kind)), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    },
  );
  for (const line of text.split('\n')) {
    const record = line === '' ? null : parseRecord(line);
    // Ticks of another tick size are not this market's prices.
    if (record !== null && record.d === spec.priceDecimals) yield record;
  }
}

/** Points of one market and UTC day, in the order of the tape. */
export async function readTapedPoints(folder: string, spec: MarketSpec, day: number): Promise<readonly TapedPoint[]> {
  const points: TapedPoint[] = [];
  for await (const { t, p } of readRecords(folder, spec, day, 'points')) {
    if (isWhole(t) && isWhole(p) && p > 0) points.push({ timeMs: t, ticks: p });
  }
  return points;
}

/** Minutes of one market and UTC day; a minute that was taped twice counts as it was last. */
export async function readTapedMinutes(folder: string, spec: MarketSpec, day: number): Promise<readonly TapedMinute[]> {
  const minutes = new Map<number, TapedMinute>();
  for await (const { m, c, v } of readRecords(folder, spec, day, 'minutes')) {
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
