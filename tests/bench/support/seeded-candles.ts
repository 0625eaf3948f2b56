import type { CandleColumns } from '#lib/engine/candles.ts';

/** A uniform generator of [0, 1): mulberry32. */
export function seededUniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface WalkOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly startTicks: number;
  /** Standard deviation of a day's return, a fraction. */
  readonly dailyVolatility: number;
  /** Pull back to the start, share of the distance a minute: keeps a year inside a grid's range. */
  readonly pull: number;
}

/** One-minute candles of a random walk: eight steps a minute make the wicks. */
export function seededCandles(options: WalkOptions): CandleColumns {
  const uniform = seededUniform(options.seed);
  const { minutes, startTicks } = options;
  const columns = {
    open: new Int32Array(minutes),
    high: new Int32Array(minutes),
    low: new Int32Array(minutes),
    close: new Int32Array(minutes),
  };
  const deviation = options.dailyVolatility / Math.sqrt(1440 * 8);
  let exact = startTicks;
  let ticks = startTicks;
  for (let i = 0; i < minutes; i += 1) {
    columns.open[i] = ticks;
    let high = ticks;
    let low = ticks;
    for (let step = 0; step < 8; step += 1) {
      const normal = Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
      exact *= 1 + deviation * normal - (exact / startTicks - 1) * (options.pull / 8);
      ticks = Math.max(1, Math.round(exact));
      if (ticks > high) high = ticks;
      if (ticks < low) low = ticks;
    }
    columns.high[i] = high;
    columns.low[i] = low;
    columns.close[i] = ticks;
  }
  return { startMs: 1_735_689_600_000, stepMs: 60_000, ...columns };
}
