import fc from 'fast-check';
import { describe, it, vi } from 'vitest';
import { type BacktestInput, type BacktestResult, runBacktest } from '#lib/backtest/backtest.ts';
import type { EngineKind } from '#lib/engine/engine-kind.ts';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import { type BotMachine, EQUITY_SCALE, type EquityLine, type WakeSlot } from '#lib/engine/machine.ts';
import { MinuteEnds } from '#lib/engine/minute-ends.ts';
import { RideWatch } from '#lib/engine/ride-watch.ts';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { PRICE } from './engine-scenario.ts';
import { inputOf, KIND_RUNS, type KindRun } from './every-kind-scenario.ts';

const MINUTE_MS = 60_000;
const START = 1_000;

/** A stretch in which the books stand still: how the equity goes with the price, and the closes, null = no price. */
interface Sleep {
  readonly factor: number;
  readonly closes: readonly (number | null)[];
}

const sleeps: fc.Arbitrary<Sleep[]> = fc.array(
  fc.record({
    factor: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 }), fc.integer({ min: -40, max: -1 })),
    closes: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.array(fc.option(fc.integer({ min: -6, max: 6 }), { freq: 12 }), { minLength: 1, maxLength: 70 }),
      },
      { weight: 1, arbitrary: fc.array(fc.constant(null), { minLength: 1, maxLength: 3 }) },
    ),
  }),
  { minLength: 1, maxLength: 16 },
);

/** A watch over all stretches; slots are laid a tick around the prices of each. */
function play(stretches: readonly Sleep[], isInverse: boolean, isTold: 'by stretch' | 'by minute') {
  const slot: WakeSlot = { below: -1, above: Number.MAX_SAFE_INTEGER };
  const line: { -readonly [K in keyof EquityLine]: EquityLine[K] } = { feed: 0, fixed: 50_000, factor: 0 };
  const machine = {
    slots: [slot],
    status: 'running' as const,
    equityLine: () => ({ ...line }),
    equity: () => {
      throw new Error('lines are enough');
    },
  };
  const spec = isInverse ? testContract({ isInverse: true }) : testSpec();
  const watch = new RideWatch(machine, spec);
  const falls: number[] = [];
  let price = START;
  watch.takeExact(50_000n * 100_000_000n);
  for (const [i, stretch] of stretches.entries()) {
    const prices = pricesOf(price)(stretch);
    const known = prices.filter((ticks) => ticks >= 0);
    // Books change where the price is: the equity goes on from there.
    const worth = isInverse ? 1 / price : price;
    const factor = isInverse ? stretch.factor * START ** 2 : stretch.factor;
    line.fixed += (line.factor - factor) * worth;
    line.factor = factor;
    slot.below = Math.min(price, ...known) - 1;
    slot.above = Math.max(price, ...known) + 1;
    watch.changed();
    const columns = Int32Array.from(prices);
    if (isTold === 'by stretch') watch.sleepMinutes([columns], 0, columns.length, 1);
    else {
      // Where no price moves the equity, a minute without one ends at it as well.
      const ends = factor === 0 ? prices : known;
      for (const [minute, ticks] of ends.entries()) watch.endMinute([ticks], minute * MINUTE_MS);
    }
    price = known.at(-1) ?? price;
    if (i % 3 === 2) falls.push(watch.takeFall());
  }
  falls.push(watch.takeFall());
  return { span: watch.span(), falls };
}

function pricesOf(from: number): (stretch: Sleep) => number[] {
  return ({ closes }) => closes.map((offset) => (offset === null ? -1 : from + offset));
}

describe('a bot that sleeps', () => {
  it.each([
    ['whose equity goes with the price', false],
    ['whose equity goes with its reciprocal', true],
  ])('%s: has the drawdown of every minute, told of its sleep at once (A2)', (_title, isInverse) => {
    let fell = 0;
    fc.assert(
      fc.property(sleeps, (stretches) => {
        const expected = play(stretches, isInverse, 'by minute');
        expect(play(stretches, isInverse, 'by stretch')).toEqual(expected);
        if (expected.span.fall > 0) fell += 1;
      }),
      { numRuns: 2_000 },
    );
    expect(fell).toBeGreaterThan(100);
  });
});

/** A backtest whose watch is told of every minute of a sleep. */
function runAwake(input: BacktestInput<RunnableKind>): BacktestResult {
  const spy = vi.spyOn(RideWatch.prototype, 'sleepMinutes').mockImplementation(function (this: RideWatch, ...told) {
    this.endMinutes(...told);
  });
  const result = runBacktest(input);
  spy.mockRestore();
  return result;
}

describe('the drawdown of a backtest', () => {
  it.each(RUNNABLE_KINDS)('of a %s is that of every minute: it sleeps within its bounds (A2)', (kind) => {
    fc.assert(
      fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, fc.integer({ min: 1, max: 40 }), (run, curvePoints) => {
        const input = { ...inputOf(run), curvePoints };
        expect(runBacktest(input)).toEqual(runAwake(input));
      }),
      { numRuns: 40 },
    );
  });
});

/** The machine of a run, at its end. */
function machineAfter(run: KindRun): BotMachine {
  const engine = MACHINES[run.kind].engine as EngineKind<unknown>;
  const { create } = engine;
  const made: BotMachine[] = [];
  const spy = vi.spyOn(engine, 'create').mockImplementation((...given) => {
    const machine = create(...given);
    made.push(machine);
    return machine;
  });
  runBacktest(inputOf(run));
  spy.mockRestore();
  return made[0] as BotMachine;
}

describe('the line that a bot’s equity is followed along', () => {
  it.each(RUNNABLE_KINDS)('is the equity of a %s at every price (A2)', (kind) => {
    let lines = 0;
    fc.assert(
      fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, fc.integer({ min: 800, max: 1200 }), (run, permille) => {
        const machine = machineAfter(run);
        const line = machine.equityLine?.();
        if (line === undefined) return;
        const ticks = Math.round((PRICE * permille) / 1000);
        const isInverse = run.params.spec.contract?.isInverse === true;
        const told = line.fixed + line.factor * (isInverse ? 1 / ticks : ticks);
        const exact = Number(machine.equity(machine.feeds.map(() => ticks)).equity / EQUITY_SCALE);
        // A contract's value is rounded to whole units.
        expect(Math.abs(told - exact)).toBeLessThan(3 + Math.abs(exact) * 1e-12);
        if (line.factor !== 0) lines += 1;
      }),
      { numRuns: 40 },
    );
    if (['spot_grid', 'infinite_grid', 'margin_grid', 'futures_grid'].includes(kind)) expect(lines).toBeGreaterThan(5);
  });
});

/** What happens to a live bot: a minute ends, its machine is called, its owner acts, its day ends, somebody asks. */
type Happening =
  | { readonly what: 'end'; readonly ticks: number }
  | { readonly what: 'call' | 'follow' | 'exact'; readonly amount: number }
  | { readonly what: 'restart' | 'stamp' | 'span' | 'until' | 'leave' | 'finish' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ what: fc.constant('end' as const), ticks: fc.integer({ min: 900, max: 1100 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('call' as const, 'call', 'follow', 'exact'),
      amount: fc.integer({ min: -40, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('restart' as const, 'stamp', 'span', 'until', 'leave', 'finish') }),
  },
);

/** A bot on two markets, to which all that happens. What it has said, when asked and in the end. */
function watched(happenings: readonly Happening[], isVisited: boolean): unknown[] {
  const spec = testSpec();
  const books = { status: 'running' as 'running' | 'finished', fixed: 50_000, factor: 1 };
  const machine = () => ({
    slots: [],
    get status() {
      return books.status;
    },
    equityLine: () => ({ feed: 0, fixed: books.fixed, factor: books.factor }),
    equity: () => {
      throw new Error('lines are enough');
    },
  });
  const watch = new EquityWatch(machine(), spec);
  const ends = new MinuteEnds();
  const join = () => (isVisited ? undefined : watch.join(ends, [1]));
  // What ended before it came is none of its minutes.
  ends.add([1, 1], 1);
  join();
  const said: unknown[] = [];
  let timeMs = 1;
  for (const one of happenings) {
    timeMs += 1;
    if (one.what === 'end') {
      if (isVisited) watch.changed();
      if (isVisited) watch.endMinute([one.ticks], timeMs);
      else ends.add([1, one.ticks], timeMs);
    } else if (one.what === 'call') {
      books.factor = one.amount;
      books.fixed += one.amount;
    } else if (one.what === 'finish') books.status = 'finished';
    else if (one.what === 'follow') watch.follow(machine(), one.amount, 0.001);
    else if (one.what === 'exact') watch.takeExact(50_000n * 100_000_000n + BigInt(one.amount));
    else if (one.what === 'restart') watch.restart({ high: 51_000, low: 49_000, fall: 0.01 });
    else if (one.what === 'stamp') watch.untilMs = timeMs;
    else if (one.what === 'span') said.push(watch.span());
    else if (one.what === 'until') said.push(watch.untilMs);
    else {
      watch.leave();
      if (!isVisited) ends.add([1, 5_000], timeMs);
      join();
    }
    if (!isVisited && ['call', 'finish', 'follow'].includes(one.what)) watch.called();
  }
  return [...said, watch.untilMs, watch.span()];
}

describe('a live bot that no minute’s end visits', () => {
  it('has, whenever it is asked and whatever happens to it, the figures of one that each visits (A2)', () => {
    let fell = 0;
    fc.assert(
      fc.property(fc.array(happening, { minLength: 1, maxLength: 60 }), (happenings) => {
        const expected = watched(happenings, true);
        expect(watched(happenings, false)).toEqual(expected);
        if ((expected.at(-1) as { readonly fall: number }).fall > 0.01) fell += 1;
      }),
      { numRuns: 2_000 },
    );
    expect(fell).toBeGreaterThan(50);
  });
});
