import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { EngineKind } from '#lib/engine/engine-kind.ts';
import type { DriverPoint } from '#lib/engine/live-driver.ts';
import type { BotMachine, CloseInstruction, EngineSink, MarketView, WakeSlot } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FuturesPoint } from './engine-futures-scenario.ts';
import { fixedView, PRICE } from './engine-scenario.ts';

/** What a kind's machines are made with. */
export interface House<P> {
  create(params: P, view: MarketView, sink: EngineSink): BotMachine;
  restore(params: P, snapshot: unknown, view: MarketView, sink: EngineSink): BotMachine;
  /** Kinds whose owner's change is told at its price. Absent: reading a bot back by other params is the change. */
  readonly change?: EngineKind<P>['change'];
}

/** After so many points (of several markets: minutes) a bot is written down, or goes on as what was written down there. */
export interface Bookmark {
  readonly at: number;
  /** What the store has; absent where it is to be written down. */
  readonly snapshot?: unknown;
}

/** A life, told to the last unit. */
export interface Telling {
  readonly digest: string;
  /** Points, or minutes, that it was. */
  readonly length: number;
  /** The bot at the bookmark; null without one. */
  readonly snapshot: unknown;
}

/** As JSON says it, whatever the order of an object's fields; undefined for what it leaves out. */
export function plain(value: unknown): string | undefined {
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => plain(one) ?? 'null').join()}]`;
  if (ArrayBuffer.isView(value)) return plain([...(value as Int32Array)]);
  const fields: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const text = plain((value as Readonly<Record<string, unknown>>)[name]);
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join()}}`;
}

/** As the store gives a bot back. */
export const stored = (snapshot: unknown): unknown => JSON.parse(JSON.stringify(snapshot));

/** What is said, one after the other, as a digest. */
export class LifeRecord {
  readonly #hash = createHash('sha256');
  readonly sink: EngineSink;

  constructor() {
    const note =
      (what: string) =>
      (...said: unknown[]): void =>
        this.say(what, ...said);
    this.sink = {
      ...{ fill: note('fill'), order: note('order'), operation: note('operation'), finish: note('finish') },
      ...{ round: note('round'), cash: note('cash') },
    };
  }

  say(...said: readonly unknown[]): void {
    this.#hash.update(plain(said) as string);
  }

  digest(): string {
    return this.#hash.digest('hex').slice(0, 12);
  }
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
  /** Kinds with rounds. */
  readonly exits?: readonly unknown[];
  readonly times?: readonly unknown[];
  readonly account?: Readonly<{ [name: string]: string }>;
}

/**
 * Without what the first houses wrote down and nobody reads: the carry of coins that complete no pair, and whether any buy waits
 * for money, which follows from the intervals; of a round, whether its exits were changed since the last touch, which a bot that nothing
 * had been changed of never said. Nor why a bot that is being ended or has ended had no order on a line: there are no lines then.
 */
function readOf({ intervals, hasStarvedBuys: _hint, emptyBuy, emptySale, ...others }: Stored): unknown {
  const rest = others.exits === undefined ? others : { ...others, isRearmed: false };
  const slots = intervals?.map((one) => (one[4] === '-1' ? one.slice(0, 5) : one));
  const empty = rest.status === 'running' ? [emptyBuy, emptySale] : [];
  return { ...(slots === undefined ? withoutWatch(rest) : rest), slots, empty };
}

/**
 * A bot that has ended looks at no stop, K-line or funding any more: where and when it would have is nobody's. Nor is in a
 * contract the price that stops of conditions were set at: they fill around the last one.
 */
function withoutWatch({ armedAt, times, ...rest }: Stored): object {
  if (rest.status === 'finished') return rest;
  return rest.account?.openCosts === undefined ? { ...rest, armedAt, times } : { ...rest, times };
}

function writtenOf(machine: BotMachine): unknown {
  const whole = machine.snapshot() as Stored & { readonly grid?: Stored };
  return whole.grid === undefined ? readOf(whole) : { ...whole, grid: readOf(whole.grid) };
}

/** All that can be asked of a bot in one market. */
function pictureOf(machine: BotMachine, prices: readonly number[], hasLine: boolean): readonly unknown[] {
  const { status, step, wakeAtMs, slots } = machine;
  return [
    ...[status, step, wakeAtMs, slots, machine.openOrders(), machine.withheldOrders(), machine.statistics()],
    ...[machine.holdings(), machine.equity(prices), hasLine ? machine.equityLine?.() : null],
    ...[machine.position?.(prices), machine.loan?.(prices), machine.liquidations?.(12_345_678n), machine.round?.()],
    writtenOf(machine),
  ];
}

/** What owners do, and what the exchange does to a winner. */
export interface Interruption {
  /** Share of the points after which it comes, permille. */
  readonly at: number;
  readonly what: 'restore' | 'deleverage' | 'pause' | 'resume' | 'withdraw' | CloseInstruction['type'];
  readonly offset: number;
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

export interface Life<P> {
  readonly params: P;
  readonly course: Course;
  readonly interruptions: readonly Interruption[];
  /** What the owner changes when a bot is restored. */
  readonly change?: (params: P, offset: number) => P;
  /** Whether its line of equity is told, too. */
  readonly hasLine?: boolean;
}

/** One market's points under a view whose mean is the first price. */
export function spotCourse(spec: MarketSpec, points: readonly DriverPoint[]): Course {
  const { ticks, timeMs } = points[0] as DriverPoint;
  const seen = points.map((point) => ({ feed: 0, point }) as const);
  return { view: fixedView(spec, PRICE), startMs: timeMs, start: [ticks], points: seen };
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

/** Lives it on a house's machines: all that they say, and what can be asked of them after every seventh point. */
export function liveThrough<P>(house: House<P>, life: Life<P>, bookmark: Bookmark | null): Telling {
  const { course, change = (params) => params, interruptions, hasLine = false } = life;
  const { view, points, wakesLate = false } = course;
  const record = new LifeRecord();
  let own = life.params;
  let machine = house.create(own, view, record.sink);
  let snapshot: unknown = null;
  const prices = [...course.start];
  machine.start(prices, course.startMs);
  for (const [index, point] of points.entries()) {
    live(machine, point, prices, wakesLate);
    for (const { at, what, offset } of interruptions) {
      if (Math.floor((at * points.length) / 1000) !== index) continue;
      if (what === 'restore') {
        const after = change(life.params, offset);
        const { timeMs } = point.point;
        const asked = { deposit: 0n, isLaidAnew: false, prices: [...prices], timeMs };
        const changed =
          after === own ? null : house.change?.(own, after, stored(machine.snapshot()), asked, view, record.sink);
        const isRefused = typeof changed === 'string';
        if (!isRefused) own = after;
        machine = isRefused ? machine : (changed ?? machine);
        machine = house.restore(own, stored(machine.snapshot()), view, record.sink);
      } else record.say(interrupt(machine, what, offset, prices, point.point.timeMs));
    }
    if (bookmark?.at === index) {
      snapshot = stored(machine.snapshot());
      if (bookmark.snapshot !== undefined) machine = house.restore(own, bookmark.snapshot, view, record.sink);
    }
    if (index % 7 === 0) record.say(pictureOf(machine, prices, hasLine));
  }
  record.say(pictureOf(machine, prices, hasLine));
  return { digest: record.digest(), length: points.length, snapshot };
}

/** Answers with what the machine answers. */
function interrupt(
  machine: BotMachine,
  what: Exclude<Interruption['what'], 'restore'>,
  offset: number,
  prices: readonly number[],
  timeMs: number,
): unknown {
  const last = prices[0] as number;
  if (what === 'deleverage') machine.deleverage?.(last, prices, timeMs);
  else if (what === 'pause') machine.pause?.(prices, timeMs);
  else if (what === 'resume') return machine.resume?.(prices, timeMs);
  else if (what === 'withdraw') {
    const part = ((machine.withdrawable?.().amount ?? 0n) * BigInt(Math.abs(offset) % 100)) / 100n;
    return part > 0n ? machine.withdraw?.(part, timeMs) : null;
  } else if (what === 'limit')
    machine.terminate({ type: what, ticks: last + offset, expiresAtMs: timeMs + 600_000 }, prices, timeMs);
  else machine.terminate({ type: what }, prices, timeMs);
  return null;
}

const anything = (what: readonly Interruption['what'][], maxLength: number): fc.Arbitrary<readonly Interruption[]> =>
  fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 999 }),
      what: fc.constantFrom(...what),
      offset: fc.integer({ min: -800, max: 800 }),
    }),
    { maxLength },
  );

export const interruptions = anything(['restore', 'restore', 'limit', 'market', 'no_close'], 3);

/** With what the exchange does to a winner. */
export const contractInterruptions: fc.Arbitrary<readonly Interruption[]> = fc
  .tuple(interruptions, fc.option(fc.integer({ min: 0, max: 999 }), { freq: 3 }))
  .map(([asked, at]) => (at === null ? asked : [...asked, { at, what: 'deleverage' as const, offset: 0 }]));

/** What owners may do with a bot that runs, restarts between it. */
export const pauses = anything(['pause', 'resume', 'pause', 'resume', 'withdraw', 'restore', 'market'], 12).map(
  (list) => list.filter(({ what }, i) => what !== 'market' || i === list.length - 1),
);
