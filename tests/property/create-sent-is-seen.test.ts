import fc from 'fast-check';
import { describe, it } from 'vitest';
import { FORM_PANELS } from '#components/create/panels.tsx';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { formPayload } from '#components/form/creation-payload.ts';
import { carriedValues, seenValues } from '#components/form/seen-values.ts';
import { checkSeveralCoins, hasSeveralCoins, type Pair, pairsOf } from '#components/form/several-coins.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { parseRows } from '#lib/kinds/martingale/definition/rows.ts';
import type { FormValues, Issue } from '#lib/strategies/definition.ts';
import { bringsCoins, parseCoins } from '#lib/strategies/portfolio/coins.ts';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from '../unit/strategies-kind-cases.ts';
import { namesOf, namesShown, PAIRS, PANELS, play, steps, typed } from './form-scenario.ts';

/**
 * B1: what is sent is what is seen. For every kind, on every market that it has, for one coin and for several: fields and panels
 * are filled, switched and hidden at random; what is sent then, and what is checked, depends on nothing that the screen does not
 * show.
 */
const KINDS = Object.keys(STRATEGIES) as RunnableKind[];

const places = KINDS.flatMap((kind) => {
  const own = KIND_CASES[kind].spec;
  // Kinds of both pages are two forms: what one shows the other hides.
  const specs = KIND_FACTS[kind].page === 'both' ? [testSpec(), testContract()] : [own];
  return specs.map((spec) => [kind, spec.contract === undefined ? 'spot' : 'contract', spec] as const);
});

/** The markets of the pairs that a form of several coins names. */
function pairsIn(values: FormValues): readonly Pair[] {
  return pairsOf(values)
    .filter((pair) => PAIRS.includes(pair))
    .map((pair) => ({ pair, spec: testSpec({ market: pair, base: pair.split('_')[0] ?? '' }), lastTicks: 600_000 }));
}

const json = (value: unknown): object => JSON.parse(JSON.stringify(value));

describe.each(places)('what a %s form on a %s market sends', (kind, _place, spec) => {
  const definition = STRATEGIES[kind] as AnyDefinition;
  const start = { ...definition.defaults(spec), ...KIND_CASES[kind].good };
  const sent = (raw: FormValues): object => {
    const seen = seenValues(definition, raw, spec);
    return json(formPayload(definition, seen, { spec, pairs: pairsIn(seen), source: 'manual', owner: null }));
  };
  const issues = (raw: FormValues): readonly Issue[] => {
    const seen = seenValues(definition, raw, spec);
    const context = checkContext({ spec, phase: 'submit' });
    return [...definition.check(seen, context), ...checkSeveralCoins(definition, seen, context, pairsIn(seen))];
  };

  it('is known to these tests, panel by panel', () => {
    const panels = definition.fields.flatMap(({ panel }) => (panel === undefined ? [] : [panel]));
    for (const panel of panels) {
      expect(PANELS).toHaveProperty(panel);
      expect(FORM_PANELS).toHaveProperty(panel);
    }
  });

  it('is what it shows: nothing that lies hidden is sent or checked (B1)', () => {
    const names = namesOf(definition, spec);
    fc.assert(
      fc.property(steps, fc.array(typed, { minLength: 40, maxLength: 40 }), (todo, garbage) => {
        const raw = play(definition, spec, start, todo);
        const seen = seenValues(definition, raw, spec);
        const shown = namesShown(definition, seen, spec);
        const hidden = names.filter((name) => !shown.has(name));
        const litter = Object.fromEntries(hidden.map((name, index) => [name, garbage[index % garbage.length] ?? '']));
        const littered = litterRows({ ...raw, ...litter }, garbage[0] ?? '');
        // Whatever litter may do to what is shown, the screen and what is sent stay the same form.
        const now = seenValues(definition, littered, spec);
        expect(namesShown(definition, now, spec)).toEqual(shown);
        for (const name of shown)
          if (!ROWS_FIELDS.includes(name)) expect([name, now[name]]).toEqual([name, seen[name]]);
        expect(sent(littered)).toEqual(sent(raw));
        expect(issues(littered)).toEqual(issues(raw));
        const ownHidden = definition.fields.filter(({ isShown }) => isShown?.(seen, spec) === false);
        for (const { field } of issues(raw)) expect(ownHidden.map(({ name }) => name)).not.toContain(field);
      }),
      { seed: 801, numRuns: 60 },
    );
  });

  it('reads back as the screen that it came from, each bot of several for itself (B1)', () => {
    let read = 0;
    fc.assert(
      fc.property(steps, (todo) => {
        const raw = play(definition, spec, start, todo);
        const seen = seenValues(definition, raw, spec);
        if (issues(raw).length > 0) return;
        const shown = namesShown(definition, seen, spec);
        const places: readonly Pick<Pair, 'spec'>[] = hasSeveralCoins(kind, seen) ? pairsIn(seen) : [{ spec }];
        for (const { spec: own } of places) {
          const payload = definition.encode(seen, own);
          const back = seenValues(definition, { ...definition.defaults(own), ...definition.decode(payload, own) }, own);
          expect(json(definition.encode(back, own))).toEqual(json(payload));
          for (const name of shown) {
            if (OF_THE_FORM.includes(name)) continue;
            expect([name, plain(name, back)]).toEqual([name, plain(name, seen)]);
          }
          read += 1;
        }
      }),
      { seed: 802, numRuns: 60 },
    );
    expect(read).toBeGreaterThan(0);
  });

  it('carries no price to another market (B8)', () => {
    const carried = carriedValues(definition, start, spec, 'another coin');
    for (const { name, input } of definition.fields) if (input === 'price') expect(carried[name] ?? '').toBe('');
    expect(carried.money).toBe(definition.defaults(spec).money);
  });
});

/** What the form asks for and no bot knows: which coins several bots are made on, and the page of an arbitrage. */
const OF_THE_FORM = ['create_mode', 'pairs', 'arbitrage_market'];
const ROWS_FIELDS = ['price_step_details', 'coins'];

/** Tables hide something too: the step of the locked first row, and what is brought of coins that are bought. */
function litterRows(values: FormValues, garbage: string): FormValues {
  const rows = parseRows(values.price_step_details ?? '');
  const coins = parseCoins(values.coins ?? '');
  return {
    ...values,
    ...(rows === null || rows.length === 0
      ? {}
      : {
          price_step_details: JSON.stringify(
            rows.map((row, at) => (at === 0 ? { ...row, price_steps: garbage } : row)),
          ),
        }),
    ...(coins === null || coins.length === 0 || bringsCoins(values)
      ? {}
      : { coins: JSON.stringify(coins.map((row) => ({ ...row, amount: garbage }))) }),
  };
}

/** 1.50 and 1.5 are the same figure on the screen; an empty optional field is sent as none, and a typed 0 means none too. */
function plain(name: string, values: FormValues): unknown {
  const text = values[name] ?? '';
  if (name === 'price_step_details') {
    return parseRows(text)?.map(({ price_steps, increasing_share }, at) => [
      at && figure(price_steps),
      figure(increasing_share),
    ]);
  }
  if (name === 'coins')
    return parseCoins(text)?.map(({ asset, rate, amount }) => [asset, figure(rate), figure(amount)]);
  return figure(text);
}

function figure(value: string): string {
  if (!/^\d+(\.\d+)?$/.test(value)) return value;
  return Number(value) === 0 ? '' : String(Number(value));
}
