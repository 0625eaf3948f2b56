import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/create/any-definition.ts';
import { creationPayload } from '#components/create/creation-payload.ts';
import { carriedValues, seenValues } from '#components/create/seen-values.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FieldDescriptor, FormValues } from '#lib/strategies/definition.ts';
import { STRATEGIES } from '#lib/strategies/registry.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from '../unit/strategies-kind-cases.ts';

/**
 * B1: what is sent is what is seen. For every kind, on every market that it has: fields are filled, switched and hidden at
 * random; what is sent then, and what is checked, depends on nothing that the screen does not show.
 */
const KINDS = Object.keys(STRATEGIES) as RunnableKind[];

const places = KINDS.flatMap((kind) => {
  const own = KIND_CASES[kind].spec;
  // Kinds of both pages are two forms: what one shows the other hides.
  const specs = STRATEGIES[kind].page === 'both' ? [testSpec(), testContract()] : [own];
  return specs.map((spec) => [kind, spec.contract === undefined ? 'spot' : 'contract', spec] as const);
});

const typed = fc.oneof(
  fc.integer({ min: 0, max: 120 }).map(String),
  fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 10).toFixed(1)),
  fc.constantFrom('', '0', '1', 'Y', 'N', 'x', '0.5'),
);

interface Step {
  readonly at: number;
  readonly value: string;
  readonly pick: number;
}
const steps = fc.array(fc.record({ at: fc.nat(), value: typed, pick: fc.nat() }), { maxLength: 25 });

/** What a trader can do to a field: choose one of its options, flip it, or type. */
function wordFor({ input, options, states }: FieldDescriptor, { value, pick }: Step): string {
  if (options !== undefined) return options[pick % options.length]?.value ?? '';
  if (input === 'switch') return (states ?? ['0', '1'])[pick % 2] ?? '0';
  return value;
}

/** Fills a form as its screen allows: only what is shown can be touched, and the definition says what follows. */
function play(definition: AnyDefinition, spec: MarketSpec, start: FormValues, todo: readonly Step[]): FormValues {
  return todo.reduce((values, step) => {
    const seen = seenValues(definition, values, spec);
    const shown = definition.fields.filter((one) => one.input !== 'panel' && one.isShown?.(seen, spec) !== false);
    const field = shown[step.at % shown.length];
    if (field === undefined) return values;
    const word = wordFor(field, step);
    if (definition.refusal?.(values, field.name, word, spec)) return values;
    return definition.reduce(values, field.name, word, spec);
  }, start);
}

const hiddenOf = (definition: AnyDefinition, seen: FormValues, spec: MarketSpec): readonly string[] =>
  definition.fields.filter(({ isShown }) => isShown?.(seen, spec) === false).map(({ name }) => name);

describe.each(places)('what a %s form on a %s market sends', (kind, _place, spec) => {
  const definition = STRATEGIES[kind] as AnyDefinition;
  const start = { ...definition.defaults(spec), ...KIND_CASES[kind].good };
  const sent = (raw: FormValues): object =>
    JSON.parse(JSON.stringify(creationPayload(definition, seenValues(definition, raw, spec), spec, 'manual')));
  const issues = (raw: FormValues) =>
    definition.check(seenValues(definition, raw, spec), checkContext({ spec, phase: 'submit' }));

  it('is what it shows: nothing that lies hidden is sent or checked (B1)', () => {
    fc.assert(
      fc.property(steps, fc.array(typed, { minLength: 40, maxLength: 40 }), (todo, garbage) => {
        const raw = play(definition, spec, start, todo);
        const hidden = hiddenOf(definition, seenValues(definition, raw, spec), spec);
        const litter = Object.fromEntries(hidden.map((name, index) => [name, garbage[index % garbage.length] ?? '']));
        const littered = { ...raw, ...litter };
        // Whatever litter may do to what is shown, the screen and what is sent stay the same form.
        expect(seenValues(definition, littered, spec)).toEqual(seenValues(definition, raw, spec));
        expect(sent(littered)).toEqual(sent(raw));
        expect(issues(littered)).toEqual(issues(raw));
        for (const { field } of issues(raw)) expect(hidden).not.toContain(field);
      }),
      { seed: 801, numRuns: 60 },
    );
  });

  it('reads back as the screen that it came from (B1)', () => {
    fc.assert(
      fc.property(steps, (todo) => {
        const raw = play(definition, spec, start, todo);
        const seen = seenValues(definition, raw, spec);
        const faulty = new Set(issues(raw).map(({ field }) => field));
        if ([...faulty].length > 0) return;
        const payload = definition.encode(seen, spec);
        const back = seenValues(
          definition,
          { ...definition.defaults(spec), ...definition.decode(payload, spec) },
          spec,
        );
        expect(JSON.parse(JSON.stringify(definition.encode(back, spec)))).toEqual(JSON.parse(JSON.stringify(payload)));
        for (const { name, input, isShown } of definition.fields) {
          if (input === 'panel' || isShown?.(seen, spec) === false) continue;
          expect([name, plain(back[name])]).toEqual([name, plain(seen[name])]);
        }
      }),
      { seed: 802, numRuns: 60 },
    );
  });

  it('carries no price to another market (B8)', () => {
    const carried = carriedValues(definition, start, spec, 'another coin');
    for (const { name, input } of definition.fields) if (input === 'price') expect(carried[name] ?? '').toBe('');
    expect(carried.money).toBe(definition.defaults(spec).money);
  });
});

/** 1.50 and 1.5 are the same figure on the screen; an empty optional field is sent as none, and a typed 0 means none too. */
function plain(value: string | undefined): string {
  if (value === undefined || !/^\d+(\.\d+)?$/.test(value)) return value ?? '';
  return Number(value) === 0 ? '' : String(Number(value));
}
