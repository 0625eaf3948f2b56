import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { BacktestInput } from '#lib/engine/backtest.ts';
import type { BotMachine } from '#lib/engine/machine.ts';
import type { MarketColumns } from '#lib/engine/markets-view.ts';
import { ENGINES, type EngineKind, type EngineParamsByKind, type RunnableKind } from '#lib/engine/registry.ts';
import { RUNNABLE_KINDS } from '#lib/strategies/registry.ts';
import { inputOf, KIND_RUNS, type KindRun, tell } from './every-kind-scenario.ts';

const RUNS = { numRuns: 40 };
const DAY_MS = 86_400_000;

function later({ candles, marks, funding }: MarketColumns, byMs: number): MarketColumns {
  return {
    candles: { ...candles, startMs: candles.startMs + byMs },
    ...(marks === undefined ? {} : { marks }),
    ...(funding === undefined
      ? {}
      : { funding: { ...funding, timesMs: funding.timesMs.map((timeMs) => timeMs + byMs) } }),
  };
}

/** A run with everything that it says, as it would have been `byMs` before. */
function lifeOf<K extends RunnableKind>(input: BacktestInput<K>, byMs = 0): string {
  const days: unknown[] = [];
  const { result, told } = tell({ ...input, onMidnight: (day) => days.push(day) });
  const { curve, ...figures } = result;
  const times = Array.from(curve.timeMs, (timeMs) => ({ timeMs }));
  const plain = (name: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return `${value}`;
    return /(?:timeMs|startMs|endMs|AtMs)$/.test(name) && typeof value === 'number' ? value - byMs : value;
  };
  return JSON.stringify({ figures, told, times, days, rates: [...curve.rate], falls: [...curve.fall] }, plain, 1);
}

/** The same bot with a stop that no price and no loss of these walks can reach, and without any. */
const FAR_STOPS: { readonly [K in RunnableKind]?: Partial<EngineParamsByKind[K]> } = {
  spot_grid: { stopLossTicks: 1, takeProfitTicks: 1_000_000_000 },
  margin_grid: { stopLossTicks: 1, takeProfitTicks: 1_000_000_000 },
  infinite_grid: { stopLossTicks: 1, takeProfitTicks: 1_000_000_000 },
  futures_grid: { takeProfitE8: 10n ** 18n },
  'smart-position': { stopLossE8: 10n ** 8n, stopProfitE8: 10n ** 18n },
  'compose-indicator': { positionStopE8: 10n ** 18n },
  'spot-compose-indicator': { totalProfitE8: 10n ** 18n },
};

/** Calls before which a machine is written down and read again. */
const CALLS: readonly (string | symbol)[] = ['move', 'jump', 'wakeByTime', 'terminate'];

/** A machine that is made again from its snapshot, as it stands on a disk, before every call. */
function reborn(first: BotMachine, again: (snapshot: unknown) => BotMachine): BotMachine {
  let machine = first;
  const slots = first.slots.map((slot) => ({ ...slot }));
  return new Proxy(first, {
    get(_target, name) {
      if (name === 'slots') return slots;
      if (CALLS.includes(name)) machine = again(JSON.parse(JSON.stringify(machine.snapshot())));
      const value: unknown = Reflect.get(machine, name, machine);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(value, machine, args);
        for (const [i, slot] of slots.entries()) Object.assign(slot, machine.slots[i]);
        return answer;
      };
    },
  });
}

/** What a run says whose machine is written and read all the time. */
function lifeInPieces(run: KindRun): string {
  const engine = ENGINES[run.kind] as EngineKind<unknown>;
  const { create, restore } = engine;
  const spy = vi
    .spyOn(engine, 'create')
    .mockImplementation((params, view, sink) =>
      reborn(create(params, view, sink), (snapshot) => restore(params, snapshot, view, sink)),
    );
  const life = lifeOf(inputOf(run));
  spy.mockRestore();
  return life;
}

describe('a bot of every kind lives the same life', () => {
  it.each(RUNNABLE_KINDS)('written down and read again before every call: %s', (kind) => {
    fc.assert(
      fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, (run) => {
        expect(lifeInPieces(run)).toBe(lifeOf(inputOf(run)));
      }),
      RUNS,
    );
  });

  it.each(RUNNABLE_KINDS)('some whole days later: %s (A3)', (kind) => {
    let said = 0;
    fc.assert(
      fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, fc.integer({ min: 1, max: 400 }), (run, days) => {
        const byMs = days * DAY_MS;
        const columns = Object.fromEntries(
          Object.entries(run.columns).map(([name, market]) => [name, later(market, byMs)]),
        );
        const expected = lifeOf(inputOf(run));
        expect(lifeOf(inputOf({ ...run, columns }), byMs)).toBe(expected);
        said += expected.length;
      }),
      RUNS,
    );
    expect(said).toBeGreaterThan(RUNS.numRuns * 1_000);
  });

  it.each(Object.keys(FAR_STOPS) as RunnableKind[])('with a stop that is never met: %s', (kind) => {
    const far = FAR_STOPS[kind] as object;
    const without = Object.fromEntries(Object.keys(far).map((name) => [name, null]));
    fc.assert(
      fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, (run) => {
        const lives = [far, without].map((stops) =>
          lifeOf(inputOf({ ...run, params: { ...run.params, ...stops } } as KindRun)),
        );
        expect(lives[0]).toBe(lives[1]);
      }),
      RUNS,
    );
  });
});
