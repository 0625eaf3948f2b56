import type { CandleColumns, FundingColumns } from '#lib/engine/candles.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import type { MarketFeed } from './feed.ts';

/** Minutes that are asked of the feed at once: between two pieces, ticks and calls have their turn. */
const PIECE_MINUTES = 360;

/** One market's minutes in memory that threads share; marks and funding of contracts. */
export interface MarketColumns {
  readonly candles: CandleColumns;
  readonly marks?: Int32Array;
  readonly funding?: FundingColumns;
}

export interface Gathered extends MarketColumns {
  /** Minutes with a price. */
  readonly known: number;
}

export interface GatherOptions {
  /** Nobody wants them any more. */
  readonly isOver: () => boolean;
  /** Traded volumes too, in coins. */
  readonly withVolumes?: boolean;
  /** Part that is done, 0…1. */
  readonly onProgress?: (part: number) => void;
}

/** The minutes of [fromMs, toMs), gathered piece by piece so that the exchange's thread is never held. Null when it is over. */
export async function gatherColumns(
  feed: MarketFeed,
  spec: MarketSpec,
  fromMs: number,
  toMs: number,
  { isOver, withVolumes = false, onProgress }: GatherOptions,
): Promise<Gathered | null> {
  const count = (toMs - fromMs) / MINUTE_MS;
  const instrument = instrumentOf(spec);
  const columns = { open: column(count), high: column(count), low: column(count), close: column(count) };
  const marks = isContract(spec) ? column(count) : undefined;
  const volume = withVolumes
    ? new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT))
    : undefined;
  let known = 0;
  for (let at = 0; at < count; at += PIECE_MINUTES) {
    if (isOver()) return null;
    const beginMs = fromMs + at * MINUTE_MS;
    const endMs = Math.min(toMs, beginMs + PIECE_MINUTES * MINUTE_MS);
    const minutes = feed.minutes(instrument, beginMs, endMs, toMs);
    columns.open.set(minutes.open, at);
    columns.high.set(minutes.high, at);
    columns.low.set(minutes.low, at);
    columns.close.set(minutes.close, at);
    if (volume !== undefined) copyVolumes(volume, feed.minuteVolumes(instrument, beginMs, endMs, toMs), at);
    marks?.set(feed.marks(instrument, beginMs, endMs), at);
    for (const ticks of minutes.open) if (ticks >= 0) known += 1;
    onProgress?.(Math.min(1, (at + PIECE_MINUTES) / count));
    await giveWay();
  }
  const candles = { startMs: fromMs, stepMs: MINUTE_MS, ...columns, ...(volume === undefined ? {} : { volume }) };
  if (marks === undefined) return { candles, known };
  // One settlement more: what is known of the next one at the start.
  const sinceMs = fromMs - (spec.contract?.fundingIntervalMs ?? 0);
  return { candles, known, marks, funding: feed.fundingRates(instrument, sinceMs, toMs) };
}

function copyVolumes(to: Float64Array, units: Float64Array, at: number): void {
  const perCoin = Number(UNITS_PER_COIN);
  for (let i = 0; i < units.length; i += 1) to[at + i] = (units[i] as number) / perCoin;
}

function column(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}
