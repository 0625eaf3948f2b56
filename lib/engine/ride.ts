import { MINUTE_MS } from '../time/durations.ts';
import type { CandleColumns } from './candles.ts';
import type { BotMachine } from './machine.ts';

/** A machine on its way along recorded minutes. */
export interface Ride {
  readonly machine: BotMachine;
  /** Last known prices by feed: what the machine starts with, and where it is after `advance`. */
  readonly prices: readonly number[];
  /** Takes the started machine over minutes [from, until); returns early when it finishes. */
  advance(from: number, until: number): void;
  /**
   * What happens at the very beginning of minute `index`, up to which the machine has been taken: time wakes and mark
   * prices, which `advance` then finds done. It is what a live bot has seen when a point is put into its daily curve.
   */
  visitBoundary(index: number): void;
}

/** Which candles begin and end with a minute: all of them, or of finer ones every `stride`-th. */
export interface MinutesOfCandles {
  /** The first one at or after `index` that ends with a minute. */
  first(index: number): number;
  /** Whether a minute begins with candle `index`: only then is a mark price published. */
  begins(index: number): boolean;
  readonly stride: number;
}

export function minutesOf({ startMs, stepMs }: Pick<CandleColumns, 'startMs' | 'stepMs'>): MinutesOfCandles {
  const stride = Math.max(1, Math.round(MINUTE_MS / stepMs));
  // Asked at every candle that is looked at: no division where a candle is a minute.
  if (stride === 1) return { first: (index) => index, begins: () => true, stride };
  const shift = Math.floor((startMs % MINUTE_MS) / stepMs);
  return {
    first: (index) => index + ((stride - 1 - ((index + shift) % stride) + stride) % stride),
    begins: (index) => (index + shift) % stride === 0,
    stride,
  };
}
