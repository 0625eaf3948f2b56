import fc from 'fast-check';
import { expect } from 'vitest';
import type { DriverPoint } from '#lib/engine/live-driver.ts';
import type { BotMachine, CloseInstruction, EngineSink, MarketView, WakeSlot } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FuturesPoint } from './engine-futures-scenario.ts';
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
      cash: note('cash'),
    },
  };
}

interface Stored {
  readonly status: BotMachine['status'];
  /** Kinds between two prices. */
  readonly intervals?: readonly (readonly unknown[])[];
  readonly hasStarvedBuys?: boolean;
  /** Kinds whose ladder is laid around the last trade. */
  readonly emptyBuy?: unknown;
  readonly emptySale?: unknown;
  readonly armedAt?: number;
  readonly times?: readonly unknown[];
  readonly account?: Readonly<Record<string, string>>;
}

/** What a kind's machines are made with. */
export interface House<P> {
  create(params: P, view: MarketView, sink: EngineSink): BotMachine;
  restore(params: P, snapshot: unknown, view: MarketView, sink: EngineSink): BotMachine;
}

/**
 * Without the carry of coins that complete no pair, which the machine before left as it had been and nobody reads, and whether
 * any buy waits for money: that follows from the intervals, and the machine before found out only at the next sale that none did any more.
 * Nor why a bot that is being ended or has ended had no order on a line: there are no lines then.
 */
function comparable({ intervals, hasStarvedBuys: _hint, emptyBuy, emptySale, ...rest }: Stored): unknown {
  const slots = intervals?.map((one) => (one[4] === '-1' ? one.slice(0, 5) : one));
  const empty = rest.status === 'running' ? [emptyBuy, emptySale] : [];
  return { ...(slots === undefined ? withoutWatch(rest) : rest), slots, empty };
}

function storedOf(machine: BotMachine): unknown {
  const whole = machine.snapshot() as Stored & { readonly grid?: Stored };
  return whole.grid === undefined ? comparable(whole) : { ...whole, grid: comparable(whole.grid) };
}

/**
 * A bot that has ended looks at no stop, K-line or funding any more: where and when it would have is nobody's. Nor is in a
 * contract the price that stops of conditions were set at: they fill around the last one.
 */
function withoutWatch({ armedAt, times, ...rest }: Stored): object {
  if (rest.status === 'finished') return rest;
  return rest.account?.openCosts === undefined ? { ...rest, armedAt, times } : { ...rest, times };
}

function pictureOf(machine: BotMachine, prices: readonly number[], line: unknown): string {
  const { status, step, wakeAtMs, slots } = machine;
  const figures = [machine.openOrders(), machine.withheldOrders(), machine.statistics(), machine.holdings()];
  return JSON.stringify(
    [
      ...[status, step, wakeAtMs, slots, ...figures, machine.equity(prices), line, machine.position?.(prices)],
      ...[machine.loan?.(prices), machine.liquidations?.(12_345_678n), machine.round?.(), storedOf(machine)],
    ],
    plain,
  );
}

export interface Interruption {
  /** Share of the points after which it comes, permille. */
  readonly at: number;
  readonly what: 'restore' | 'deleverage' | CloseInstruction['type'];
  readonly offset: number;
}

/** `prices`: the last known of each feed, which the point's takes the place of. What a mark price decides happens around the last price before it. */
function live(
  machine: BotMachine,
  { feed, point: { ticks, timeMs, ...seen } }: FuturesPoint,
  prices: number[],
  wakesLate: boolean,
): void {
  const wake = (): void => {
    while (machine.wakeAtMs <= timeMs) machine.wakeByTime(machine.wakeAtMs, prices);
  };
  wake();
  prices[feed] = ticks;
  const { below, above } = machine.slots[feed] as WakeSlot;
  if (ticks <= below || ticks >= above) {
    if (feed === 1 || (seen as Partial<DriverPoint>).jump === true) machine.jump(feed, ticks, timeMs);
    else machine.move(feed, ticks, timeMs);
  }
  if (feed === 1 && !wakesLate) wake();
}

/** Both are in the same state; of their lines of equity only what the machine before told can be compared. */
function expectTwins(first: BotMachine, second: BotMachine, prices: readonly number[]): void {
  const line = first.equityLine?.();
  const other = line === undefined ? undefined : second.equityLine?.();
  expect(pictureOf(second, prices, other)).toBe(pictureOf(first, prices, line));
}

/** What a bot lives through. */
export interface Course {
  readonly view: MarketView;
  readonly startMs: number;
  /** By feed. */
  readonly start: readonly number[];
  readonly points: readonly FuturesPoint[];
  /** A bot that a mark price calls is woken before the next point only: something else may come between. */
  readonly wakesLate?: boolean;
}

/** Drives both over the same points; restored machines are the other one's picture, so stored bots change houses too. `change`: what the owner changes meanwhile. */
export function compareHouses<P extends { readonly spec: MarketSpec }>(
  old: House<P>,
  body: House<P>,
  params: P,
  points: readonly DriverPoint[],
  interruptions: readonly Interruption[],
  change?: (params: P, offset: number) => P,
): void {
  const { ticks, timeMs } = points[0] as DriverPoint;
  const course = {
    view: fixedView(params.spec, PRICE),
    startMs: timeMs,
    start: [ticks],
    points: points.map((point) => ({ feed: 0, point }) as const),
  };
  compareLives(old, body, params, course, interruptions, change);
}

/** The same over any course: with K-lines, with the mark prices and the funding of a contract. */
export function compareLives<P extends { readonly spec: MarketSpec }>(
  old: House<P>,
  body: House<P>,
  params: P,
  { view, startMs, start, points, wakesLate = false }: Course,
  interruptions: readonly Interruption[],
  change: (params: P, offset: number) => P = (params) => params,
): void {
  const before = listener();
  const after = listener();
  let first = old.create(params, view, before.sink);
  let second = body.create(params, view, after.sink);
  let prices = [...start];
  for (const machine of [first, second]) machine.start(start, startMs);
  for (const [index, point] of points.entries()) {
    const next = [...prices];
    live(first, point, prices, wakesLate);
    live(second, point, next, wakesLate);
    prices = next;
    for (const { at, what, offset } of interruptions) {
      if (Math.floor((at * points.length) / 1000) !== index) continue;
      if (what === 'restore') {
        const [one, two] = [first.snapshot(), second.snapshot()];
        const changed = change(params, offset);
        first = old.restore(changed, JSON.parse(JSON.stringify(two)), view, before.sink);
        second = body.restore(changed, JSON.parse(JSON.stringify(one)), view, after.sink);
        continue;
      }
      for (const machine of [first, second]) endIt(machine, what, offset, prices, point.point.timeMs);
    }
    if (index % 7 === 0) expectTwins(first, second, prices);
  }
  expect(after.log).toEqual(before.log);
  expectTwins(first, second, prices);
}

function endIt(
  machine: BotMachine,
  what: Exclude<Interruption['what'], 'restore'>,
  offset: number,
  prices: readonly number[],
  timeMs: number,
): void {
  const last = prices[0] as number;
  if (what === 'deleverage') machine.deleverage?.(last, timeMs);
  else if (what === 'limit')
    machine.terminate({ type: what, ticks: last + offset, expiresAtMs: timeMs + 600_000 }, prices, timeMs);
  else machine.terminate({ type: what }, prices, timeMs);
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
