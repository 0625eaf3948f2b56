/**
 * Candles as few bytes: whole days travel and are cached like this. A candle follows the one before closely, so it is
 * written as small differences – open from the last close, close from the open, how far the wicks reach beyond the
 * body – each a zigzag varint (7 bits a byte, low bits first). A minute of BTC takes about 7 bytes instead of 16.
 *
 * Layout: magic byte, version byte, then varints startMs, stepMs, count, then the candles. A candle starts with
 * zigzag(open − last close) + 1; a gap is the single number 0. Wicks are never negative, so they have no sign. Version 2
 * has the volumes of all candles after them, gaps included: counts of 1e-8 coins.
 */
import type { CandleColumns } from './candles.ts';

const MAGIC = 0xcd;
const VERSION = 1;
const VERSION_WITH_VOLUMES = 2;
const UNITS_PER_COIN = 1e8;
/** No day has more seconds; a header that says more is not ours. */
const MOST_CANDLES = 1_000_000;

/** Bytes from which `decodeDay` makes the same columns. Gap candles come back as −1 in all four columns. */
export function encodeDay(candles: CandleColumns): Uint8Array<ArrayBuffer> {
  const { open, high, low, close, volume } = candles;
  const writer = new VarintWriter(32 + open.length * (volume === undefined ? 8 : 14));
  writer.byte(MAGIC);
  writer.byte(volume === undefined ? VERSION : VERSION_WITH_VOLUMES);
  writer.varint(candles.startMs);
  writer.varint(candles.stepMs);
  writer.varint(open.length);
  let last = 0;
  for (let i = 0; i < open.length; i += 1) {
    const from = open[i] as number;
    if (from < 0) {
      writer.varint(0);
      continue;
    }
    const to = close[i] as number;
    writer.varint(zigzag(from - last) + 1);
    writer.varint(zigzag(to - from));
    writer.varint((high[i] as number) - Math.max(from, to));
    writer.varint(Math.min(from, to) - (low[i] as number));
    last = to;
  }
  for (const coins of volume ?? []) writer.varint(Math.round(coins * UNITS_PER_COIN));
  return writer.bytes();
}

/** The columns that `encodeDay` was given, volumes to the unit. Throws RangeError on bytes that it cannot have written. */
export function decodeDay(bytes: Uint8Array): CandleColumns {
  const reader = new VarintReader(bytes);
  const magic = reader.byte();
  const version = reader.byte();
  const hasVolumes = version === VERSION_WITH_VOLUMES;
  if (magic !== MAGIC || (version !== VERSION && !hasVolumes)) throw new RangeError('Not a day of candles');
  const startMs = reader.varint();
  const stepMs = reader.varint();
  const count = reader.varint();
  if (count > MOST_CANDLES) throw new RangeError('Not a day of candles');
  const columns = {
    open: new Int32Array(count).fill(-1),
    high: new Int32Array(count).fill(-1),
    low: new Int32Array(count).fill(-1),
    close: new Int32Array(count).fill(-1),
  };
  let last = 0;
  for (let i = 0; i < count; i += 1) {
    const first = reader.varint();
    if (first === 0) continue;
    const open = last + unzigzag(first - 1);
    const close = open + unzigzag(reader.varint());
    columns.open[i] = open;
    columns.close[i] = close;
    columns.high[i] = Math.max(open, close) + reader.varint();
    columns.low[i] = Math.min(open, close) - reader.varint();
    last = close;
  }
  const volume = hasVolumes ? new Float64Array(count) : undefined;
  for (let i = 0; volume !== undefined && i < count; i += 1) volume[i] = reader.varint() / UNITS_PER_COIN;
  if (!reader.isAtEnd) throw new RangeError('A day of candles has bytes too many');
  return { startMs, stepMs, ...columns, ...(volume === undefined ? {} : { volume }) };
}

/** 0, −1, 1, −2, 2 … become 0, 1, 2, 3, 4 …; by arithmetic, because differences of ticks may exceed 31 bits. */
function zigzag(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

class VarintWriter {
  declare private buffer: Uint8Array<ArrayBuffer>;
  private length = 0;

  constructor(capacity: number) {
    this.buffer = new Uint8Array(capacity);
  }

  byte(value: number): void {
    if (this.length === this.buffer.length) {
      const larger = new Uint8Array(this.buffer.length * 2);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer[this.length] = value;
    this.length += 1;
  }

  /** `value` is an integer from 0 to 2^53 − 1. */
  varint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('Candle columns hold impossible values');
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.buffer.slice(0, this.length);
  }
}

class VarintReader {
  declare private readonly buffer: Uint8Array;
  private at = 0;

  constructor(buffer: Uint8Array) {
    this.buffer = buffer;
  }

  get isAtEnd(): boolean {
    return this.at === this.buffer.length;
  }

  byte(): number {
    const value = this.buffer[this.at];
    if (value === undefined) throw new RangeError('A day of candles ends too early');
    this.at += 1;
    return value;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const next = this.byte();
      value += (next % 128) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('Not a day of candles');
      if (next < 128) return value;
      scale *= 128;
    }
  }
}
