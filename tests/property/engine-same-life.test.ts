import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { MarketColumns } from '#lib/engine/markets-view.ts';
import { type EngineParamsByKind, RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { lifeOf, steerKind } from './engine-life.ts';
import { inputOf, KIND_RUNS, type KindRun } from './every-kind-scenario.ts';

const RUNS = { numRuns: runs(20, 40) };
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

/** What a run says whose machine is written down, as it stands on a disk, and read again before every call. */
function lifeInPieces(run: KindRun): string {
  const steering = steerKind(run.kind, (machine, _moment, again) => again(machine.snapshot()));
  const life = lifeOf(inputOf(run));
  steering.restore();
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
