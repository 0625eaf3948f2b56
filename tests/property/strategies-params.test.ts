import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { createGridBody, runStrategyBody } from '#lib/contract/create-bodies.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { formatParams, parseParams } from '#lib/kinds/stored-params.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from '../unit/strategies-kind-cases.ts';

/**
 * Payloads as a stranger may write them: whatever the contract takes and the check passes has exact params, and they are those of the
 * same payload as a form would write it. So the exchange never fails on what it has accepted, and what is accepted has its effect.
 */

const FEE_RATE = 100_000n;
const KINDS = Object.keys(STRATEGIES) as RunnableKind[];

const PLACES = KINDS.flatMap((kind) => {
  const { spec, good } = KIND_CASES[kind];
  if (KIND_FACTS[kind].page !== 'both') return [{ kind, spec, set: good }];
  return [testSpec(), testContract()].map((place) => ({
    kind,
    spec: place,
    set: place.contract === spec.contract ? good : { money: '1000' },
  }));
});

const WORDS = fc.constantFrom(
  ...['', '0', '0.0', '1', '2', '5', '0.05', '.5', '007', '1.50', '0.1', '0.000000001', '123456.7', '15', '100'],
  ...['3h', '30m', '05d', 'x', '60000', '65000', 'Y', 'N', 'buy', 'sell', '-1', '1e3', ' 2', '99999999'],
);

type Path = readonly string[];

/** Where texts stand in a payload; which kind and market it is for stays. */
function textsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value)
    .filter(([name]) => !['strategy_type', 'bot_type', 'market', 'pair', 'settle'].includes(name))
    .flatMap(([name, part]) => textsOf(part, [...path, name]));
}

function withText(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value)) return value.map((part, i) => (String(i) === name ? withText(part, rest, text) : part));
  const fields = value as Record<string, unknown>;
  return { ...fields, [name]: withText(fields[name], rest, text) };
}

function isTaken(payload: object): boolean {
  const body = 'params' in payload ? runStrategyBody : createGridBody;
  return body.safeParse(payload).success;
}

describe.each(PLACES)('params of $kind on $spec.market', ({ kind, spec, set }) => {
  const definition: AnyDefinition = STRATEGIES[kind];
  const payload = definition.encode({ ...definition.defaults(spec), ...set }, spec);
  const places = textsOf(payload);

  const isPassed = (wanted: typeof payload) =>
    isTaken(wanted) &&
    definition
      .check(definition.decode(wanted, spec), checkContext({ spec, phase: 'exchange' }))
      .every(({ severity }) => severity !== 'error');

  const changes = fc.array(fc.tuple(fc.nat(places.length - 1), WORDS), { maxLength: 3 });
  const changed = (list: readonly (readonly [number, string])[]): typeof payload =>
    list.reduce((sum, [at, text]) => withText(sum, places[at] ?? [], text) as typeof payload, structuredClone(payload));

  it('are read back from the store as they were, to the last field', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const wanted = changed(list);
        fc.pre(isPassed(wanted));
        const params = definition.params(wanted, spec, FEE_RATE);
        const text = formatParams(params, spec);
        expect(parseParams(text, spec)).toStrictEqual(params);
        expect(formatParams(parseParams(text, spec), spec)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it('are those of the same payload as the form writes it', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const wanted = changed(list);
        fc.pre(isPassed(wanted));
        const written = definition.encode(definition.decode(wanted, spec), spec);
        expect(definition.params(wanted, spec, FEE_RATE)).toEqual(definition.params(written, spec, FEE_RATE));
      }),
      { numRuns: 200 },
    );
  });
});
