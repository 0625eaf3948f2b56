import { createStream, type RandomStream } from './hash-random.ts';
import { DAY_MINUTES } from './market-day.ts';

/**
 * One day of one noise source (the factor, or a coin's own), in units of its daily volatility: a bridge that begins
 * and ends at 0, on the day's own clock. Minute m goes from `open[m]` to `close[m]`; `open[m]` differs from
 * `close[m − 1]` only where the source jumps.
 */
export interface ActivityDay {
  readonly open: Float64Array;
  readonly close: Float64Array;
  /** Share of the day's variance in each minute; the sum is 1. */
  readonly share: Float64Array;
  /** Share of the day's variance before each minute's end; the last is 1. */
  readonly elapsed: Float64Array;
}

/** Log activity is AR(1) within the day: bursts of about half an hour. */
const BURST_PERSISTENCE = 0.97;
const BURST_SHOCK = 0.1;
/** One minute in forty is a surge of three times the volatility: fat tails. */
const SURGE_PROBABILITY = 0.025;
const SURGE_VARIANCE = 9;
/** About one jump in two days and source; its size in daily volatilities. */
const JUMP_PROBABILITY = 1 / 2880;
const JUMP_MINIMUM = 0.06;
const JUMP_MEAN_EXCESS = 0.09;

/** Variance of each minute before it is scaled to a share: time of day (busiest about 14:30 UTC), bursts, surges. */
function fillShares(share: Float64Array, stream: RandomStream): void {
  let burst = (BURST_SHOCK / Math.sqrt(1 - BURST_PERSISTENCE ** 2)) * stream.normal();
  let total = 0;
  for (let m = 0; m < DAY_MINUTES; m += 1) {
    burst = BURST_PERSISTENCE * burst + BURST_SHOCK * stream.normal();
    const daytime = 1 + 0.35 * Math.cos((2 * Math.PI * (m - 870)) / DAY_MINUTES);
    const surge = stream.uniform() < SURGE_PROBABILITY ? SURGE_VARIANCE : 1;
    const variance = daytime * surge * Math.exp(2 * burst);
    share[m] = variance;
    total += variance;
  }
  for (let m = 0; m < DAY_MINUTES; m += 1) share[m] = (share[m] as number) / total;
}

function jumpSize(stream: RandomStream): number {
  const size = JUMP_MINIMUM - JUMP_MEAN_EXCESS * Math.log(stream.uniform());
  return stream.uniform() < 0.5 ? -size : size;
}

/** The day that belongs to `key`. The walk is made first, then bent so that it ends where it began. */
export function makeActivityDay(key: number): ActivityDay {
  const stream = createStream(key);
  const open = new Float64Array(DAY_MINUTES);
  const close = new Float64Array(DAY_MINUTES);
  const share = new Float64Array(DAY_MINUTES);
  const elapsed = new Float64Array(DAY_MINUTES);
  fillShares(share, stream);
  let walk = 0;
  for (let m = 0; m < DAY_MINUTES; m += 1) {
    // The day's first minute never jumps: its open is the anchor that the day before ended at.
    if (m > 0 && stream.uniform() < JUMP_PROBABILITY) walk += jumpSize(stream);
    open[m] = walk;
    walk += Math.sqrt(share[m] as number) * stream.normal();
    close[m] = walk;
  }
  let before = 0;
  for (let m = 0; m < DAY_MINUTES; m += 1) {
    const after = m === DAY_MINUTES - 1 ? 1 : before + (share[m] as number);
    open[m] = (open[m] as number) - before * walk;
    close[m] = (close[m] as number) - after * walk;
    elapsed[m] = after;
    before = after;
  }
  return { open, close, share, elapsed };
}
