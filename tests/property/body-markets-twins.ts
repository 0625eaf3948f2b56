import fc from 'fast-check';
import { expect } from 'vitest';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import type { BotMachine, CloseInstruction, EngineSink, MarketView } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { House } from './body-twins.ts';
import { goLive, type LiveRun, type Scenario, startPrices, viewOfMarkets } from './engine-markets-scenario.ts';
import { START_MS } from './engine-scenario.ts';

const MINUTE_MS = 60_000;

/** As JSON says it, whatever the order of an object's fields. */
function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function listener(): { readonly log: string[]; readonly sink: EngineSink } {
  const log: string[] = [];
  const note =
    (what: string) =>
    (...said: unknown[]): void =>
      void log.push(JSON.stringify([what, ...said], plain));
  const [fill, order, operation, finish] = ['fill', 'order', 'operation', 'finish'].map(note) as [
    EngineSink['fill'],
    EngineSink['order'],
    EngineSink['operation'],
    EngineSink['finish'],
  ];
  return { log, sink: { fill, order, operation, finish, cash: note('cash') } };
}

function pictureOf(machine: BotMachine, prices: readonly number[]): string {
  const { status, step, wakeAtMs, slots } = machine;
  const figures = [machine.openOrders(), machine.withheldOrders(), machine.statistics(), machine.holdings()];
  const facts = [machine.equity(prices), machine.portfolio?.(prices), machine.position?.(prices)];
  const told = [machine.liquidations?.(12_345_678n), machine.snapshot()];
  return JSON.stringify([status, step, wakeAtMs, slots, ...figures, ...facts, ...told], plain);
}

/** Something that happens to both bots at a minute boundary, or – inside a minute – after a point. */
export interface MarketsInterruption {
  readonly at: number;
  readonly what: 'restore' | 'restore inside' | 'deleverage' | CloseInstruction['type'];
}

interface Run<P> {
  readonly house: House<P>;
  readonly log: readonly string[];
  readonly live: LiveRun;
  readonly watch: { machine: BotMachine; follow: EquityWatch };
  restore(params: P, snapshot: unknown): void;
}

function runOf<P extends { readonly spec: MarketSpec }>(
  house: House<P>,
  { params, columns }: Scenario<P>,
  view: MarketView,
  refine: number,
  seed: number,
): Run<P> {
  const { log, sink } = listener();
  const machine = house.create(params, view, sink);
  machine.start(startPrices(machine, columns), START_MS);
  const live = goLive(machine, columns, refine, seed);
  const watch = { machine, follow: new EquityWatch(machine, params.spec) };
  return {
    house,
    log,
    live,
    watch,
    restore(own, snapshot) {
      const restored = house.restore(own, JSON.parse(JSON.stringify(snapshot)), view, sink);
      live.replace(restored);
      watch.follow = new EquityWatch(restored, params.spec);
    },
  };
}

/** What the watch makes of the books, which is read off anew each minute. */
function spanOf({ live, watch }: Run<unknown>, timeMs: number): string {
  watch.follow.changed();
  watch.follow.endMinute(live.prices(), timeMs);
  return JSON.stringify(watch.follow.span());
}

export interface MarketsCase {
  readonly refine: number;
  readonly seed: number;
  readonly cuts: readonly MarketsInterruption[];
}

/**
 * Drives both over the same points of all their markets; restored machines are the other one's picture, so stored bots change
 * houses too. `changed`: params that the owner may have changed to when a bot is restored.
 */
export function compareMarketHouses<P extends { readonly spec: MarketSpec }>(
  old: House<P>,
  body: House<P>,
  scenario: Scenario<P>,
  { refine, seed, cuts }: MarketsCase,
  changed: (params: P) => P = (params) => params,
): void {
  const view = viewOfMarkets(scenario);
  const first = runOf(old, scenario, view, refine, seed);
  const second = runOf(body, scenario, view, refine, seed);
  let { params } = scenario;
  const compare = (): void => {
    const prices = first.live.prices();
    expect(pictureOf(second.live.machine, prices)).toBe(pictureOf(first.live.machine, prices));
  };
  compare();
  for (let minute = 0; ; minute += 1) {
    const timeMs = START_MS + minute * MINUTE_MS;
    const due = cuts.filter(({ at }) => at === minute);
    for (const run of [first, second]) insideOf(run, params, due.length);
    for (const { what } of due) {
      if (what === 'restore') {
        const [one, two] = [first.live.machine.snapshot(), second.live.machine.snapshot()];
        params = changed(params);
        first.restore(params, two);
        second.restore(params, one);
      } else if (what === 'deleverage') {
        for (const { live } of [first, second]) live.machine.deleverage?.(live.prices()[1] as number, timeMs);
      } else if (what !== 'restore inside') {
        const close: CloseInstruction =
          what === 'limit' ? { type: what, ticks: 1, expiresAtMs: timeMs } : { type: what };
        for (const { live } of [first, second]) live.machine.terminate(close, live.prices(), timeMs);
      }
    }
    const goesOn = first.live.step();
    expect(second.live.step()).toBe(goesOn);
    if (!goesOn) break;
    compare();
    expect(spanOf(second, timeMs + MINUTE_MS)).toBe(spanOf(first, timeMs + MINUTE_MS));
  }
  expect(second.log).toEqual(first.log);
}

/** In a minute that something happens in, the bot is also stored and read back after its first points: it may be about to look. */
function insideOf<P>(run: Run<P>, params: P, count: number): void {
  let left = count > 0 ? 3 : 0;
  run.live.afterPoint =
    left === 0
      ? null
      : () => {
          left -= 1;
          if (left === 0) run.restore(params, run.live.machine.snapshot());
        };
}

export const marketsCases: fc.Arbitrary<MarketsCase> = fc.record({
  refine: fc.integer({ min: 0, max: 3 }),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  cuts: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 250 }),
      what: fc.constantFrom(
        'restore' as const,
        'restore' as const,
        'restore inside' as const,
        'deleverage' as const,
        'limit' as const,
        'market' as const,
        'no_close' as const,
      ),
    }),
    { maxLength: 3 },
  ),
});
