import { performance } from 'node:perf_hooks';
import { TriggerIndex } from '#lib/engine/trigger-index.ts';
import { seededUniform } from './support/seeded-candles.ts';

const START_TICKS = 6_000_000;
/** The largest step of a tick; half of the ticks move less than a tenth of it. */
const STEP_TICKS = 600;
const IDLE_TICKS = 1_000_000;

/**
 * Running grids as the index sees them: each has an empty line and sleeps between the lines beside it; a woken one
 * makes the touched line its empty one. The spacings (0.2–4 %) decide how many a tick wakes.
 */
interface Grids {
  readonly index: TriggerIndex;
  readonly empty: Float64Array;
  readonly spacing: Float64Array;
}

function register(count: number, uniform: () => number): Grids {
  const index = new TriggerIndex();
  const grids = { index, empty: new Float64Array(count), spacing: new Float64Array(count) };
  for (let i = 0; i < count; i += 1) {
    const spacing = Math.round(START_TICKS * (0.002 + 0.038 * uniform()));
    const empty = START_TICKS + Math.floor((uniform() - 0.5) * spacing);
    grids.spacing[i] = spacing;
    grids.empty[i] = empty;
    index.register(empty - spacing, empty + spacing, Number.POSITIVE_INFINITY);
  }
  return grids;
}

/** Moves the price to `ticks` and every grid that this wakes to its next range. Returns how many woke. */
function advance({ index, empty, spacing }: Grids, ticks: number): number {
  const woken = index.advance(ticks);
  for (const handle of woken) {
    const step = spacing[handle] as number;
    let line = empty[handle] as number;
    while (ticks <= line - step) line -= step;
    while (ticks >= line + step) line += step;
    empty[handle] = line;
    index.update(handle, line - step, line + step, Number.POSITIVE_INFINITY);
  }
  return woken.length;
}

/** Ticks that wake nobody: the price stays where it is. */
function measureIdle(index: TriggerIndex, ticks: number): number {
  const begin = performance.now();
  let woken = 0;
  for (let i = 0; i < IDLE_TICKS; i += 1) woken += index.advance(ticks).length;
  if (woken > 0) throw new Error('A grid woke twice for one price');
  return ((performance.now() - begin) * 1000) / IDLE_TICKS;
}

function measure(count: number, tickCount: number): Record<string, unknown> {
  const uniform = seededUniform(count);
  const grids = register(count, uniform);
  const path = new Float64Array(tickCount);
  let ticks = START_TICKS;
  for (let i = 0; i < tickCount; i += 1) {
    ticks += Math.round((uniform() - 0.5) ** 3 * 8 * STEP_TICKS);
    path[i] = ticks;
  }
  // Half of the way is for the compiler: it takes some ten thousand woken grids to see the hot paths.
  const warm = tickCount >> 1;
  for (let i = 0; i < warm; i += 1) advance(grids, path[i] as number);
  let woken = 0;
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  for (let i = warm; i < tickCount; i += 1) {
    woken += advance(grids, path[i] as number);
  }
  const seconds = (performance.now() - begin) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  const ticked = tickCount - warm;
  const allowed = (ticked * 2 + woken * 3) / 1e6;
  return {
    size: `${count} grids on one market, ${ticked} ticks`,
    seconds: Number(seconds.toFixed(4)),
    /** What one core worked; less than `seconds` where other processes share the machine. */
    cpuSeconds: Number(cpuSeconds.toFixed(4)),
    rate: Math.round(woken / cpuSeconds),
    unit: 'woken grids/s',
    woken,
    microsecondsPerIdleTick: Number(measureIdle(grids.index, ticks).toFixed(4)),
    microsecondsPerTick: Number(((cpuSeconds * 1e6) / ticked).toFixed(3)),
    microsecondsPerWoken: Number(((cpuSeconds * 1e6) / woken).toFixed(3)),
    /** Core time taken ÷ (2 µs a tick + 3 µs a woken grid); the target is at most 1 at 100,000 grids and 4 at 1,000,000. */
    shareOfTarget: Number((cpuSeconds / allowed).toFixed(3)),
  };
}

export const benches = [
  { name: 'trigger-index-100k', run: () => measure(100_000, 80_000) },
  { name: 'trigger-index-1m', run: () => measure(1_000_000, 12_000) },
] as const;
