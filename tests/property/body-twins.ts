import fc from 'fast-check';
import { expect } from 'vitest';
import type { DriverPoint } from '#lib/engine/live-driver.ts';
import type { BotMachine, CloseInstruction, EngineSink, MarketView } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { fixedView, PRICE } from './engine-scenario.ts';

/** As JSON says it, whatever the order of an object's fields. */
const plain = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
};

function listener(): { readonly log: string[]; readonly sink: EngineSink } {
  const log: string[] = [];
  const note =
    (what: string) =>
    (...said: unknown[]): void =>
      void log.push(JSON.stringify([what, ...said], plain));
  return {
    log,
    sink: {
      ...{ fill: note('fill'), order: note('order'), operation: note('operation'), finish: note('finish') },
      round: note('round'),
    },
  };
}

interface Stored {
  readonly intervals?: readonly (readonly unknown[])[];
  readonly hasStarvedBuys: boolean;
}

/** What a kind's machines are made with. */
export interface House<P> {
  create(params: P, view: MarketView, sink: EngineSink): BotMachine;
  restore(params: P, snapshot: unknown, view: MarketView, sink: EngineSink): BotMachine;
}

/**
 * Without the carry of coins that complete no pair, which the machine before left as it had been and nobody reads, and whether
 * any buy waits for money: that follows from the intervals, and the machine before found out only at the next sale that none did any more.
 */
function storedOf(machine: BotMachine): unknown {
  const whole = machine.snapshot() as Stored & { readonly grid?: Stored };
  const { intervals, hasStarvedBuys: _hint, ...rest } = whole.grid ?? whole;
  if (intervals === undefined) return whole;
  const grid = { ...rest, intervals: intervals.map((one) => (one[4] === '-1' ? one.slice(0, 5) : one)) };
  return whole.grid === undefined ? grid : { ...whole, grid };
}

function pictureOf(machine: BotMachine, ticks: number, line: unknown): string {
  const { status, step, wakeAtMs, slots } = machine;
  const figures = [machine.openOrders(), machine.withheldOrders(), machine.statistics(), machine.holdings()];
  return JSON.stringify(
    [
      ...[status, step, wakeAtMs, slots, ...figures, machine.equity([ticks]), line],
      ...[machine.loan?.([ticks]), machine.liquidations?.(12_345_678n), machine.round?.(), storedOf(machine)],
    ],
    plain,
  );
}

export interface Interruption {
  /** Share of the points after which it comes, permille. */
  readonly at: number;
  readonly what: 'restore' | CloseInstruction['type'];
  readonly offset: number;
}

function live(machine: BotMachine, { ticks, timeMs, jump }: DriverPoint, last: number): void {
  while (machine.wakeAtMs <= timeMs) machine.wakeByTime(machine.wakeAtMs, [last]);
  const [slot] = machine.slots;
  if (slot === undefined || (ticks > slot.below && ticks < slot.above)) return;
  if (jump) machine.jump(0, ticks, timeMs);
  else machine.move(0, ticks, timeMs);
}

/** Both are in the same state; of their lines of equity only what the machine before told can be compared. */
function expectTwins(first: BotMachine, second: BotMachine, ticks: number): void {
  const line = first.equityLine?.();
  const other = line === undefined ? undefined : second.equityLine?.();
  expect(pictureOf(second, ticks, other)).toBe(pictureOf(first, ticks, line));
}

/** Drives both over the same points; restored machines are the other one's picture, so stored bots change houses too. `change`: what the owner changes meanwhile. */
export function compareHouses<P extends { readonly spec: MarketSpec }>(
  old: House<P>,
  body: House<P>,
  params: P,
  points: readonly DriverPoint[],
  interruptions: readonly Interruption[],
  change: (params: P, offset: number) => P = (params) => params,
): void {
  const view = fixedView(params.spec, PRICE);
  const before = listener();
  const after = listener();
  let first = old.create(params, view, before.sink);
  let second = body.create(params, view, after.sink);
  let last = (points[0] as DriverPoint).ticks;
  for (const machine of [first, second]) machine.start([last], (points[0] as DriverPoint).timeMs);
  for (const [index, point] of points.entries()) {
    live(first, point, last);
    live(second, point, last);
    last = point.ticks;
    for (const { at, what, offset } of interruptions) {
      if (Math.floor((at * points.length) / 1000) !== index) continue;
      if (what === 'restore') {
        const [one, two] = [first.snapshot(), second.snapshot()];
        const changed = change(params, offset);
        first = old.restore(changed, JSON.parse(JSON.stringify(two)), view, before.sink);
        second = body.restore(changed, JSON.parse(JSON.stringify(one)), view, after.sink);
        continue;
      }
      const close: CloseInstruction =
        what === 'limit' ? { type: what, ticks: last + offset, expiresAtMs: point.timeMs + 600_000 } : { type: what };
      for (const machine of [first, second]) machine.terminate(close, [last], point.timeMs);
    }
    if (index % 7 === 0) expectTwins(first, second, last);
  }
  expect(after.log).toEqual(before.log);
  expectTwins(first, second, last);
}

export const interruptions = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 999 }),
    what: fc.constantFrom(
      'restore' as const,
      'restore' as const,
      'limit' as const,
      'market' as const,
      'no_close' as const,
    ),
    offset: fc.integer({ min: -800, max: 800 }),
  }),
  { maxLength: 3 },
);
