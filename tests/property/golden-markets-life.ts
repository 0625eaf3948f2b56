import fc from 'fast-check';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import type { BotMachine, CloseInstruction } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { goLive, type LiveRun, type Scenario, startPrices, viewOfMarkets } from './engine-markets-scenario.ts';
import { START_MS } from './engine-scenario.ts';
import { type Bookmark, type House, LifeRecord, stored, type Telling } from './golden-life.ts';

const MINUTE_MS = 60_000;

/** All that can be asked of a bot of several markets. */
function pictureOf(machine: BotMachine, prices: readonly number[]): readonly unknown[] {
  const { status, step, wakeAtMs, slots } = machine;
  return [
    ...[status, step, wakeAtMs, slots, machine.openOrders(), machine.withheldOrders(), machine.statistics()],
    ...[machine.holdings(), machine.equity(prices), machine.portfolio?.(prices), machine.position?.(prices)],
    ...[machine.liquidations?.(12_345_678n), machine.snapshot()],
  ];
}

/** Something that happens to a bot at a minute boundary, or – inside a minute – after a point. */
export interface MarketsInterruption {
  readonly at: number;
  readonly what: 'restore' | 'restore inside' | 'deleverage' | 'pause' | 'resume' | CloseInstruction['type'];
}

export interface MarketsLife<P> {
  readonly scenario: Scenario<P>;
  readonly refine: number;
  /** Of the order in which markets are heard. */
  readonly seed: number;
  readonly interruptions: readonly MarketsInterruption[];
  /** What the owner may have changed when a bot is restored. */
  readonly change?: (params: P) => P;
}

/** Lives it on a house's machines, minute after minute: all that they say, what can be asked of them and what their equity is watched to be. */
export function liveMarkets<P extends { readonly spec: MarketSpec }>(
  house: House<P>,
  { scenario, refine, seed, interruptions, change = (params) => params }: MarketsLife<P>,
  bookmark: Bookmark | null,
): Telling {
  const view = viewOfMarkets(scenario);
  const record = new LifeRecord();
  let { params } = scenario;
  const first = house.create(params, view, record.sink);
  first.start(startPrices(first, scenario.columns), START_MS);
  const run = goLive(first, scenario.columns, refine, seed);
  let watch = new EquityWatch(first, params.spec);
  const restore = (snapshot: unknown): void => {
    const machine = house.restore(params, stored(snapshot), view, record.sink);
    run.replace(machine);
    watch = new EquityWatch(machine, params.spec);
  };
  let snapshot: unknown = null;
  let minute = 0;
  for (; ; minute += 1) {
    const timeMs = START_MS + minute * MINUTE_MS;
    const due = interruptions.filter(({ at }) => at === minute);
    restoreInside(run, due.length > 0 ? 3 : 0, restore);
    for (const { what } of due) {
      if (what === 'restore') params = change(params);
      if (what === 'restore') restore(run.machine.snapshot());
      else if (what !== 'restore inside') record.say(interrupt(run, what, timeMs));
    }
    if (bookmark?.at === minute) {
      snapshot = stored(run.machine.snapshot());
      if (bookmark.snapshot !== undefined) restore(bookmark.snapshot);
    }
    if (!run.step()) break;
    record.say(pictureOf(run.machine, run.prices()));
    // The books are read off anew each minute.
    watch.changed();
    watch.endMinute(run.prices(), timeMs + MINUTE_MS);
    record.say(watch.span());
  }
  return { digest: record.digest(), length: minute, snapshot };
}

function interrupt({ machine, prices }: LiveRun, what: MarketsInterruption['what'], timeMs: number): unknown {
  const now = prices();
  if (what === 'deleverage') machine.deleverage?.(now[1] as number, now, timeMs);
  else if (what === 'pause') machine.pause?.(now, timeMs);
  else if (what === 'resume') return machine.resume?.(now, timeMs);
  else if (what === 'limit') machine.terminate({ type: what, ticks: 1, expiresAtMs: timeMs }, now, timeMs);
  else machine.terminate({ type: what as 'market' | 'no_close' }, now, timeMs);
  return null;
}

/** In a minute that something happens in, the bot is also stored and read back after its first points: it may be about to look. */
function restoreInside(run: LiveRun, after: number, restore: (snapshot: unknown) => void): void {
  let left = after;
  run.afterPoint =
    left === 0
      ? null
      : () => {
          left -= 1;
          if (left === 0) restore(run.machine.snapshot());
        };
}

const anything = (
  what: readonly MarketsInterruption['what'][],
  maxLength: number,
): fc.Arbitrary<Omit<MarketsLife<never>, 'scenario' | 'change'>> =>
  fc.record({
    refine: fc.integer({ min: 0, max: 3 }),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    interruptions: fc.array(fc.record({ at: fc.integer({ min: 0, max: 250 }), what: fc.constantFrom(...what) }), {
      maxLength,
    }),
  });

export const marketsCases = anything(
  ['restore', 'restore', 'restore inside', 'deleverage', 'limit', 'market', 'no_close'],
  3,
);
export const marketsPauses = anything(['restore', 'pause', 'resume', 'pause', 'resume', 'restore inside'], 12);
