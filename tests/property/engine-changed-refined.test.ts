import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { runs } from '#tests/support/runs.ts';
import { acts, lifeOf, seen } from './changed-life.ts';
import { KIND_RUNS, type KindRun, STOPS } from './every-kind-scenario.ts';

describe('what an owner changes of a bot', () => {
  it.each(RUNNABLE_KINDS)('means the same on a path and on the same path refined: %s', (kind) => {
    Object.assign(seen, { changed: 0, tradedBy: 0 });
    fc.assert(
      fc.property(
        KIND_RUNS[kind] as fc.Arbitrary<KindRun>,
        acts,
        fc.integer({ min: 1, max: 7 }),
        (run, todo, refine) => {
          expect(lifeOf(run, refine, todo)).toBe(lifeOf(run, 0, todo));
        },
      ),
      { numRuns: runs(40, 300) },
    );
    if (STOPS[kind] !== null) expect(seen.changed).toBeGreaterThan(20);
  });
});
