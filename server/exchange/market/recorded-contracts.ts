import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { type CandleDays, candlesToDays, parseCandleFile, wholeDays } from './candle-file.ts';
import type { FollowedSpot } from './contract-days.ts';
import { csvRows } from './csv-rows.ts';
import { hashText } from './hash-random.ts';

/** Minutes of a perpetual as they were recorded. */
export interface RecordedPerpetual {
  readonly days: CandleDays;
  /** Whole UTC days of the file: [first, end). Outside of them the contract follows spot. */
  readonly first: number;
  readonly end: number;
}

/** A recorded mark price candle of a funding interval; prices in ticks, not rounded. */
export interface RecordedMark {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** What was recorded of one contract. */
export interface RecordedContract {
  readonly perpetual: RecordedPerpetual | null;
  /** By the settlement time, recorded ms: rates in 1e-8. Times between the first and the last that are missing stay unknown. */
  readonly funding: ReadonlyMap<number, bigint>;
  /** By the opening time, recorded ms. */
  readonly marks: ReadonlyMap<number, RecordedMark>;
}

type RecordKind = 'perp' | 'funding' | 'mark';

/**
 * Where recordings of a kind may be: a folder `perp`, `funding` or `mark` inside the folder of candles, or beside a
 * folder whose name begins with "spot" the one that has the other word there (spot-2025: perp-2025).
 */
function foldersOf(folder: string, kind: RecordKind): readonly string[] {
  const full = resolve(folder);
  const name = basename(full);
  const inside = join(full, kind);
  return name.startsWith('spot') ? [inside, join(dirname(full), kind + name.slice('spot'.length))] : [inside];
}

/** The first file `<market>.<step>.csv.gz` (or unpacked) of a kind; null when there is none. */
async function readRecord(folder: string, kind: RecordKind, market: string, step: string) {
  for (const place of foldersOf(folder, kind)) {
    const names = await readdir(place).catch((error: NodeJS.ErrnoException): string[] => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const name = [`${market}.${step}.csv.gz`, `${market}.${step}.csv`].find((each) => names.includes(each));
    if (name !== undefined) return { name: `${kind}/${name}`, content: await readFile(join(place, name)) };
  }
  return null;
}

const NUMBER = /^-?\d{1,12}(\.\d{1,18})?$/;

/** Rows of numbers by their time, ms. Throws an error that names file and line where a row is malformed or not later than the one before. */
function numbersByTime(content: Uint8Array, header: string, name: string, stepMs: number): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  let last = -1;
  for (const { line, number } of csvRows(content, header, name)) {
    const cells = line.split(',');
    const [time = -1, ...values] = cells.map(Number);
    const isRow = cells.length === header.split(',').length && cells.every((cell) => NUMBER.test(cell));
    if (!isRow || time <= last || (time * 1000) % stepMs !== 0) {
      throw new Error(`${name}, line ${number}: not "${header}" after the row before: ${line.slice(0, 120)}`);
    }
    last = time;
    rows.set(time * 1000, values);
  }
  return rows;
}

function mapValues<V>(rows: ReadonlyMap<number, number[]>, make: (values: number[]) => V): Map<number, V> {
  return new Map([...rows].map(([timeMs, values]) => [timeMs, make(values)]));
}

async function readContract(folder: string, { spec, spotMarket }: FollowedSpot): Promise<RecordedContract> {
  const stepMs = spec.contract.fundingIntervalMs;
  const perp = await readRecord(folder, 'perp', spotMarket, '1m');
  const candles = perp === null ? [] : parseCandleFile(perp.content, spec, '1m', perp.name);
  const perpetual =
    candles.length === 0
      ? null
      : { days: candlesToDays(candles, '1m', hashText(instrumentOf(spec))), ...wholeDays(candles, '1m') };
  const funding = await readRecord(folder, 'funding', spotMarket, '8h');
  const marks = await readRecord(folder, 'mark', spotMarket, '8h');
  const toTicks = 10 ** spec.priceDecimals;
  return {
    perpetual,
    funding:
      funding === null
        ? new Map()
        : mapValues(numbersByTime(funding.content, 'time,rate', funding.name, stepMs), ([rate = 0]) =>
            BigInt(Math.round(rate * 1e8)),
          ),
    marks:
      marks === null
        ? new Map()
        : mapValues(
            numbersByTime(marks.content, 'time,open,high,low,close', marks.name, stepMs),
            ([open = 0, high = 0, low = 0, close = 0]) => ({
              open: open * toTicks,
              high: high * toTicks,
              low: low * toTicks,
              close: close * toTicks,
            }),
          ),
  };
}

/**
 * Recordings of contracts that belong to a folder of spot candles, by instrument key: one-minute perpetual candles,
 * funding rates and mark candles of eight hours. The inverse contract has those of its coin's linear one.
 */
export async function readRecordedContracts(
  folder: string,
  contracts: readonly FollowedSpot[],
): Promise<ReadonlyMap<string, RecordedContract>> {
  const recorded = new Map<string, RecordedContract>();
  for (const followed of contracts) recorded.set(instrumentOf(followed.spec), await readContract(folder, followed));
  return recorded;
}
