import { performance } from 'node:perf_hooks';
import { BotPages } from '#lib/engine/body/layout.ts';
import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { EngineSink, MarketView } from '#lib/engine/machine.ts';
import { createSpotGrid } from '#lib/kinds/spot-grid/engine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { benchGrid } from './support/bench-grid.ts';
import { seededUniform } from './support/seeded-candles.ts';

const BOTS = 100_000;
const GRIDS = 20;
const START_TICKS = 600_000;
const WARM_TICKS = 1500;
const TICKS = 1500;
/** The largest step of a tick; most are far smaller. */
const STEP_TICKS = 150;

const view: MarketView = {
  movingAverage: () => Number.NaN,
  marketFillTicks: (_feed, side, _quantity, ticks) => (side === 'buy' ? ticks + 1 : ticks - 1),
};

/** As bots of an exchange live: in pages that they share. */
function sinkOf(isQuiet: boolean): EngineSink {
  return { isQuiet, memory: new BotPages(), fill() {}, order() {}, operation() {}, finish() {} };
}

/** A running grid of 2–22 % to each side of about the price, 500–5,500 USDT. */
function anyGrid(uniform: () => number): SpotGridParams {
  const half = Math.round(START_TICKS * (0.02 + 0.2 * uniform()));
  const middle = START_TICKS + Math.round((uniform() - 0.5) * half);
  return benchGrid({
    lowTicks: middle - half,
    highTicks: middle + half,
    gridCount: GRIDS,
    investment: BigInt(500 + Math.round(5000 * uniform())) * 100_000_000n,
  });
}

/** The whole engine of a live market: index, machines, exact fills; no store. `isQuiet`: nobody is told of fills and orders. */
function liveSpotGrids(isQuiet: boolean): Record<string, unknown> {
  const uniform = seededUniform(7);
  const driver = new LiveDriver();
  const sink = sinkOf(isQuiet);
  for (let i = 0; i < BOTS; i += 1) {
    const machine = createSpotGrid(anyGrid(uniform), view, sink);
    machine.start([START_TICKS], 0);
    driver.add(`${i}`, machine);
  }
  let ticks = START_TICKS;
  let woken = 0;
  const go = (count: number): void => {
    for (let i = 0; i < count; i += 1) {
      ticks += Math.round((uniform() - 0.5) ** 3 * 8 * STEP_TICKS);
      woken += driver.advance({ timeMs: 0, ticks, jump: false }).length;
    }
  };
  go(WARM_TICKS);
  woken = 0;
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  go(TICKS);
  const seconds = (performance.now() - begin) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  return {
    size: `${BOTS} running spot grids of ${GRIDS}, ${TICKS} ticks`,
    seconds: Number(seconds.toFixed(4)),
    /** What all threads worked, the collector's included; less than `seconds` where other processes share the machine. */
    cpuSeconds: Number(cpuSeconds.toFixed(4)),
    rate: Math.round(woken / cpuSeconds),
    unit: 'woken grids/s',
    woken,
    microsecondsPerWoken: Number(((cpuSeconds * 1e6) / woken).toFixed(3)),
    shareOfTarget: Number(((cpuSeconds * 1e6) / (TICKS * 2 + woken * 3)).toFixed(3)),
  };
}

export const benches = [
  { name: 'live-spot-grids-100k', run: () => liveSpotGrids(true) },
  { name: 'live-spot-grids-100k-told', run: () => liveSpotGrids(false) },
] as const;
