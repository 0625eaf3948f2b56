import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, it, vi } from 'vitest';
import { EquityWatch } from '#lib/engine/equity-watch.ts';
import type { BotMachine } from '#lib/engine/machine.ts';
import { MarketsClock } from '#lib/engine/markets-clock.ts';
import { MinuteEnds } from '#lib/engine/minute-ends.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { TRIED_KINDS, type TriedKind } from '#tests/support/tried-kind.ts';
import { type Jump, jumpingFeed } from '#tests/unit/exchange-crash-feed.ts';
import { openTestExchange, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES, rowOf, startKind } from '#tests/unit/exchange-kind-bodies.ts';
import { isGridCall } from './owner-acts.ts';

/**
 * A minute's end visits no bot: its watch is told when somebody asks it, or its machine is called. What it says then, and what the disk has
 * of it, is what it would be if each minute's end had visited every bot and looked at its books.
 */

const RUNS = runs(3, 100);
const FUNDPASS = { fundpass: 'paper-fund' };
type Step =
  | { readonly do: 'pass'; readonly seconds: number; readonly ticks: number }
  | { readonly do: 'jump'; readonly permille: number }
  | { readonly do: 'kill'; readonly minutes: number }
  | { readonly do: 'ask' | 'pause' | 'add' | 'take' | 'close'; readonly which: number };

const which = fc.nat(TRIED_KINDS.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 60, max: 40_000 })),
      ticks: fc.integer({ min: 1, max: 7 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('jump' as const), permille: fc.integer({ min: 900, max: 1100 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('kill' as const), minutes: fc.integer({ min: 0, max: 2_000 }) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constantFrom('ask' as const, 'pause', 'pause', 'add', 'add', 'take'), which }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), which }) },
);

/** Watches follow no ends: each minute's end visits every bot, reads its books and tells its watch of the prices of its feeds. */
function visitAll(): void {
  const { leave } = EquityWatch.prototype;
  const { add } = MinuteEnds.prototype;
  const { endMinute } = MarketsClock.prototype;
  const followed = new Map<EquityWatch, MinuteEnds | 'several markets'>();
  const visit = (
    which: MinuteEnds | 'several markets',
    pricesOf: (watch: EquityWatch) => readonly number[],
    timeMs: number,
  ) => {
    for (const [watch, follows] of followed) {
      if (follows !== which) continue;
      watch.changed();
      watch.endMinute(pricesOf(watch), timeMs);
    }
  };
  vi.spyOn(EquityWatch.prototype, 'join').mockImplementation(function (this: EquityWatch, ends, places = null) {
    followed.set(this, places === null ? ends : 'several markets');
  });
  vi.spyOn(EquityWatch.prototype, 'leave').mockImplementation(function (this: EquityWatch) {
    leave.call(this);
    followed.delete(this);
  });
  vi.spyOn(MinuteEnds.prototype, 'add').mockImplementation(function (this: MinuteEnds, prices, timeMs) {
    visit(this, () => prices, timeMs);
    add.call(this, prices, timeMs);
  });
  vi.spyOn(MarketsClock.prototype, 'endMinute').mockImplementation(function (this: MarketsClock, timeMs, priceOf) {
    const machineOf = (watch: EquityWatch): BotMachine => Reflect.get(watch, 'machine');
    visit('several markets', (watch) => machineOf(watch).feeds.map(priceOf), timeMs);
    endMinute.call(this, timeMs, priceOf);
  });
}

/** One trader with a bot of every kind. */
class Life {
  private readonly folder = mkdtempSync(join(tmpdir(), 'minute-ends-'));
  private readonly jumps: Jump[] = [];
  private readonly feed = jumpingFeed(createSimulatedFeed({ seed: 'exchange-tests' }), this.jumps);
  private readonly ids = new Map<TriedKind, number>();
  private exchange!: TestExchange;
  private who!: Who;

  /** Lives it, and tells all that was answered and what the disk has in the end. */
  async live(steps: readonly Step[]): Promise<unknown> {
    try {
      await this.open();
      for (const kind of TRIED_KINDS) this.ids.set(kind, await startKind(this.exchange, this.who, kind));
      const told: unknown[] = [];
      for (const one of steps) told.push(await this.take(one), await this.stored());
      for (const kind of TRIED_KINDS) told.push(await this.row(kind));
      expect(this.exchange.fatal).toEqual([]);
      return told;
    } finally {
      await this.exchange.kill();
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  private async open(clock?: TestExchange['clock']): Promise<void> {
    const options = { feed: this.feed, outlivesTest: true };
    this.exchange = await openTestExchange(this.folder, clock === undefined ? options : { ...options, clock });
    this.who = await this.exchange.trader();
  }

  private row(kind: TriedKind): Promise<unknown> {
    return rowOf(this.exchange, this.who, this.ids.get(kind) as number, kind);
  }

  private async stored(): Promise<unknown> {
    const { store } = this.exchange;
    const rows: unknown[] = [];
    for (const id of this.ids.values()) {
      rows.push(await store.get('bots', `${id}`), await store.get('ended_bots', `${id}`));
    }
    return [
      rows,
      await store.valuesOf(
        'bot_daily',
        [...this.ids.values()].map((id) => `${id}`),
      ),
    ];
  }

  private async take(one: Step): Promise<unknown> {
    const { exchange } = this;
    if (one.do === 'pass') return exchange.pass(one.seconds * 1_000, Math.ceil((one.seconds * 1_000) / one.ticks));
    if (one.do === 'jump') {
      this.jumps.push({ atMs: exchange.clock.nowMs() + 5_000, factor: one.permille / 1_000 });
      return exchange.pass(10_000, 10_000);
    }
    if (one.do === 'kill') {
      const { clock } = exchange;
      await exchange.kill();
      clock.advance(one.minutes * 60_000);
      return this.open(clock);
    }
    // Sessions end while days go by.
    this.who = await exchange.trader();
    const kind = TRIED_KINDS[one.which] as TriedKind;
    return this.act(one.do, kind);
  }

  private async act(what: 'ask' | 'pause' | 'add' | 'take' | 'close', kind: TriedKind): Promise<unknown> {
    const { exchange, who } = this;
    const path = { id: this.ids.get(kind) as number };
    if (what === 'ask') return this.row(kind);
    if (what === 'close') return exchange.send(KIND_BODIES[kind].stop, { who, path, body: FUNDPASS });
    if (what === 'add') {
      const body = { asset: 'USDT', amount: '250', ...FUNDPASS };
      return exchange.send('increaseBalance', { who, path, body });
    }
    if (what === 'take') {
      const body = { id: path.id, strategy_type: kind, amount: '0.5', ...FUNDPASS };
      return exchange.send('withdrawProfit', { who, body });
    }
    const calls = isGridCall(kind)
      ? (['pauseGrid', 'continueGrid'] as const)
      : (['pauseStrategy', 'startStrategy'] as const);
    const paused = await exchange.send(calls[0], { who, path });
    return paused.code === 200 ? paused : exchange.send(calls[1], { who, path });
  }
}

describe('bots that no minute’s end visits', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('say and store what they would if each had visited every one of them (A2)', async () => {
    let days = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        const slept = await new Life().live(steps);
        visitAll();
        const visited = await new Life().live(steps);
        vi.restoreAllMocks();
        expect(slept).toEqual(visited);
        if (JSON.stringify(slept).includes('2026-05-20')) days += 1;
      }),
      { numRuns: RUNS },
    );
    expect(days).toBeGreaterThan(0);
  }, 1_800_000);
});
