import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { PRESET_KINDS } from '#lib/contract/vocabulary.ts';
import type { BotMachine, EngineSink, Fill, MarketView, OrderEvent } from '#lib/engine/machine.ts';
import { baseQuantityOf } from '#lib/formulas/contract-value.ts';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { assertUntil } from '#tests/support/draw-on.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { lifeOf, steerKind } from './engine-life.ts';
import { inputOf, KIND_RUNS, type KindRun, tell } from './every-kind-scenario.ts';

/** Limit closes in books that have little, of every kind that trades one market. */

const KINDS = RUNNABLE_KINDS.filter((kind) => factsOf(kind).trades === 'market');
const PRESETS: readonly string[] = PRESET_KINDS;
const RUNS = { numRuns: 40 };
/** Many bots have no position yet, or one that the book takes whole. */
const PARTS_RUNS = { numRuns: 150 };

interface Asked {
  /** Calls of the machine after which the owner says so. */
  readonly after: number;
  /** How far beyond the last price, permille of it; negative: on its other side. */
  readonly beyond: number;
  readonly minutes: number;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  after: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 60 })),
  beyond: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -5, max: 1 })),
  minutes: fc.constantFrom(1, 3, 10, 30),
});

interface Scene {
  readonly closes: readonly Asked[];
  /** The book has one part in so many. */
  readonly thin: bigint;
}

const scene: fc.Arbitrary<Scene> = fc.record({
  closes: fc.array(asked, { minLength: 1, maxLength: 2 }),
  thin: fc.constantFrom(1n, 1_000n, 30_000n),
});

function inputIn({ thin }: Scene, run: KindRun) {
  const input = inputOf(run);
  const view = (input as { readonly view: MarketView }).view;
  const depthWithin: MarketView['depthWithin'] = (...of) => (view.depthWithin?.(...of) as bigint) / thin;
  return { ...input, view: { ...view, depthWithin } };
}

/** Lets `act` have a life whose owner closes as asked; every look at the bot before a call finds its money explained. */
function closing<T>(run: KindRun, { closes }: Scene, isStored: boolean, act: () => T): T {
  const steering = steerKind(run.kind, (machine, { call, timeMs, prices }, again) => {
    expect(machine.equity(prices).residual).toBe(0n);
    const due = closes.find(({ after }) => after === call);
    const { status } = machine;
    if (due !== undefined && (status === 'running' || status === 'stopping')) {
      const last = prices[0] as number;
      const away = Math.round((last * due.beyond) / 1000);
      const position = machine.position?.(prices);
      const isBuying =
        position == null ? owes(machine.loan?.(prices)?.debts, run, machine.holdings()) : position.size < 0n;
      const ticks = Math.max(1, isBuying ? last + away : last - away);
      machine.terminate({ type: 'limit', ticks, expiresAtMs: timeMs + due.minutes * 60_000 }, prices, timeMs);
    }
    return isStored ? again(machine.snapshot()) : machine;
  });
  try {
    return act();
  } finally {
    steering.restore();
  }
}

function owes(
  debts: readonly { readonly asset: string; readonly owed: bigint }[] | undefined,
  { params }: KindRun,
  holdings: Readonly<Record<string, bigint>>,
): boolean {
  const { base } = params.spec;
  const owed = debts?.find(({ asset }) => asset === base)?.owed ?? 0n;
  return owed > (holdings[base] ?? 0n);
}

interface Terms {
  readonly close?: string;
}

const isClose = ({ kind, role }: { readonly kind: string; readonly [field: string]: unknown }): boolean =>
  kind === 'fill' && role === 'close';

describe('a limit close in a thin book', () => {
  it.each(KINDS)('lives the same life written down and read again before every call: %s', (kind) => {
    fc.assert(
      fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, scene, (run, at) => {
        const lives = [false, true].map((isStored) => closing(run, at, isStored, () => lifeOf(inputIn(at, run))));
        expect(lives[1]).toBe(lives[0]);
      }),
      RUNS,
    );
  });

  it.each(KINDS)(
    'is closed in parts, none beyond its limit, and in all no more than there was: %s',
    (kind: RunnableKind) => {
      let parts = 0;
      const isClosedSo = fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, scene, (run, at) => {
        const one = { ...at, closes: at.closes.slice(0, 1) };
        const { told } = closing(run, one, false, () => tell(inputIn(one, run)));
        const from = told.findIndex((said) => said.type === 'terminate' && (said.to as Terms).close === 'limit');
        const order = told.slice(from).find((said) => said.kind === 'order placed') as unknown as
          | OrderEvent
          | undefined;
        if (from < 0 || order === undefined) return;
        const closes = told.slice(from).filter(isClose) as unknown as Fill[];
        const expiry = (one.closes[0] as Asked).minutes * 60_000 + order.timeMs;
        const before = closes.filter(({ timeMs, side }) => timeMs < expiry && side === order.side);
        if (run.params.spec.contract === undefined && kind !== 'margin_grid') {
          for (const { side, ticks } of closes)
            expect(side === 'sell' ? ticks >= order.ticks : ticks <= order.ticks).toBe(true);
          const sold = before.reduce((sum, { quantity }) => sum + quantity, 0n);
          expect(sold).toBeLessThanOrEqual(order.quantity);
        }
        if (before.length > 1) parts += 1;
      });
      // Presets are one machine, and some of them seldom hold anything.
      const isPreset = PRESETS.includes(kind);
      assertUntil(isClosedSo, PARTS_RUNS, () => isPreset || parts > 0);
      if (!isPreset) expect(parts).toBeGreaterThan(0);
    },
  );
});

/** The money in a contract's account as told: what there was, what fills realised less their fees, and what else moved it. */
function teller(start: bigint): { readonly sink: EngineSink; money(): bigint } {
  let money = start;
  const sink: EngineSink = {
    fill: ({ realised, fee }) => {
      money += (realised ?? 0n) - fee;
    },
    cash: (_type, _timeMs, _asset, amount) => {
      money += amount;
    },
    order: () => undefined,
    operation: () => undefined,
    finish: () => undefined,
  };
  return { sink, money: () => money };
}

/** A book as thin and as bad as a crash has it, from the owner's close on: `parts` of the position each minute, so many permille worse. */
const crash = fc.record({
  after: fc.integer({ min: 1, max: 6 }),
  parts: fc.bigInt({ min: 2n, max: 4n }),
  worse: fc.integer({ min: 5, max: 400 }),
});

describe('a part of a contract’s close that costs more than the balance', () => {
  it.each(['futures_grid', 'contract-martingale', 'compose-indicator'] as const)(
    'leaves the account at nothing and never below, the rest of the position with the loss, and every unit explained: %s',
    (kind) => {
      let spent = 0;
      fc.assert(
        fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, crash, (run, { after, parts, worse }) => {
          const { spec } = run.params;
          const { contract } = spec;
          if (contract === undefined) return;
          const contractSpec = { ...spec, contract };
          const told = teller((run.params as { readonly investment: bigint }).investment);
          const input = inputOf(run);
          const { view } = input as { readonly view: MarketView };
          let depth: bigint | null = null;
          const bad: MarketView = {
            ...view,
            marketFillTicks: (feed, side, quantity, ticks, timeMs) => {
              if (depth === null) return view.marketFillTicks(feed, side, quantity, ticks, timeMs);
              const away = Math.round((ticks * worse) / 1000);
              return side === 'sell' ? ticks - away : ticks + away;
            },
            depthWithin: () => depth,
          };
          let lived: BotMachine | null = null;
          let last: readonly number[] = [];
          const isExact = (machine: BotMachine): void => {
            const held = machine.holdings()[contract.settle] ?? 0n;
            expect(held).toBeGreaterThanOrEqual(0n);
            expect(told.money()).toBe(held);
            expect(machine.equity(last).residual).toBe(0n);
            const isOpen = (machine.position?.(last)?.size ?? 0n) !== 0n;
            if (depth !== null && machine.status === 'stopping' && held === 0n && isOpen) spent += 1;
          };
          const steering = steerKind(run.kind, (machine, { call, timeMs, prices }) => {
            lived = machine;
            last = [...prices];
            isExact(machine);
            const size = machine.position?.(prices)?.size ?? 0n;
            if (call >= after && depth === null && machine.status === 'running' && size !== 0n) {
              const [ticks = 0] = prices;
              depth = baseQuantityOf(contractSpec, size < 0n ? -size : size, ticks) / parts + 1n;
              const limit = size > 0n ? Math.round(ticks / 2) : ticks * 2;
              machine.terminate({ type: 'limit', ticks: limit, expiresAtMs: timeMs + 600_000 }, prices, timeMs);
              isExact(machine);
            }
            return machine;
          });
          try {
            runBacktest({ ...input, view: bad, sink: told.sink });
          } finally {
            steering.restore();
          }
          if (lived !== null) isExact(lived);
        }),
        PARTS_RUNS,
      );
      expect(spent).toBeGreaterThan(0);
    },
  );
});
