import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type AiFound, hiddenByAi, isEmptied } from '#components/create/ai-parameters.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { formPayload } from '#components/form/creation-payload.ts';
import { seenValues } from '#components/form/seen-values.ts';
import { searchedSpec } from '#lib/backtest/search/search-space-of.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { candidateCount, shapeOf } from '#lib/strategies/ai/search-axes.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { portfolioSpec, testContract, testSpec } from '#tests/support/market-specs.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { KIND_CASES } from '../unit/strategies-kind-cases.ts';
import { play, steps } from './form-scenario.ts';

/**
 * B1 in AI mode (C-064, H7): the screen lists what the AI found in place of its fields. Whatever is done to the fields that are
 * left, what is listed is what is sent – and the payload says that it is the AI's.
 */
const KINDS = Object.keys(STRATEGIES) as RunnableKind[];
const MARKETS = [testSpec(), ...Object.values(portfolioSpec().companions ?? {}), testContract()];
const START_TICKS = 600_000;
const FEE = 100_000n;

const cases = KINDS.flatMap((kind) => {
  const { ai } = STRATEGIES[kind] as AnyDefinition;
  return (ai.variants?.values ?? ['']).map((variant) => [kind, variant] as const);
});

describe.each(cases)('a %s %s with the AI’s parameters', (kind, variant) => {
  const definition = STRATEGIES[kind] as AnyDefinition;
  const { ai } = definition;
  const spec = searchedSpec(kind, KIND_CASES[kind].spec, MARKETS) ?? KIND_CASES[kind].spec;
  const facts = { spec, feeRate: FEE };
  const axes = ai.axes(facts, variant);
  const apply = (values: FormValues, { changes }: Pick<AiFound, 'changes'>): FormValues =>
    changes.reduce((present, [field, value]) => definition.reduce(present, field, value, spec), values);

  it('sends what it lists, whatever is changed beside (B1, C-064)', () => {
    fc.assert(
      fc.property(fc.nat(), steps, (index, todo) => {
        const typed = ai.values(shapeOf({ axes }, index % candidateCount({ axes })), START_TICKS, facts);
        if (typed === null) return;
        const found = { changes: Object.entries(typed) };
        const field = ai.variants?.field;
        const begun = { ...definition.defaults(spec), ...(field === undefined ? {} : { [field]: variant }) };
        // Another variant is another search: its parameters come with it.
        const aside = new Set([...hiddenByAi(found), ...(field === undefined ? [] : [field])]);
        const played = play(definition, spec, apply(begun, found), todo, aside);
        // What was emptied is typed again (use-param-mode.ts).
        const seen = seenValues(definition, isEmptied(found, played) ? apply(played, found) : played, spec);
        const payload = formPayload(definition, seen, { spec, pairs: [], source: 'ai', owner: null });
        const back = { ...definition.defaults(spec), ...definition.decode(payload as never, spec) };
        for (const [name, value] of found.changes) {
          expect([name, seen[name]]).toEqual([name, value]);
          expect([name, figure(back[name])]).toEqual([name, figure(value)]);
        }
        const { param_source, params } = payload as { param_source?: string; params?: { is_ai?: number } };
        expect(params === undefined ? param_source : params.is_ai).toBe(params === undefined ? 'ai' : 1);
      }),
      { seed: 811, numRuns: 60 },
    );
  });
});

/** 1.50 and 1.5 are the same figure; tables are compared as they are. */
function figure(value: string | undefined): string {
  return value !== undefined && /^\d+(\.\d+)?$/.test(value) ? String(Number(value)) : (value ?? '');
}
