import fc from 'fast-check';
import { describe, it } from 'vitest';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { formatParams, parseParams } from '#lib/kinds/stored-params.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { inputOf, KIND_RUNS, type KindRun, tell } from './every-kind-scenario.ts';

const RUNS = { numRuns: 25 };

describe.each(RUNNABLE_KINDS)('any params of %s', (kind) => {
  it('are read back as they were, and the bot lives the same life by them', () => {
    fc.assert(
      fc.property(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, (run) => {
        const read = parseParams<typeof kind>(formatParams(run.params, run.params.spec), run.params.spec);
        expect(read).toEqual(run.params);
        expect(read.spec).toBe(run.params.spec);
        expect(tell(inputOf({ ...run, params: read }))).toEqual(tell(inputOf(run)));
      }),
      RUNS,
    );
  });
});
