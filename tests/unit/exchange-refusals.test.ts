import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGridBody, runStrategyBody } from '#lib/contract/create-bodies.ts';
import { definitionOf, RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES } from './exchange-kind-bodies.ts';
import { gathered } from './store-fixture.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** The market of the forms' cases: Bitcoin stands at 60,000. */
const LAST_TICKS = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'strategybot-refusals-'));
let exchange: TestExchange;
let who: Who;

beforeAll(async () => {
  const feed = createSimulatedFeed({ seed: 'exchange-tests' });
  exchange = await openTestExchange(folder, { feed: { ...feed, lastTicks: () => LAST_TICKS } });
  who = await exchange.trader();
});
afterAll(async () => {
  await exchange.kill();
  rmSync(folder, { recursive: true, force: true });
});

function isUnset(payload: Readonly<Record<string, unknown>>, name: string): boolean {
  const stated = (payload.params ?? payload) as Readonly<Record<string, unknown>>;
  return stated[name] === '' || (name in stated && stated[name] === undefined);
}

/** Whether what is wrong reaches the wire at all: a switch without its value, or a unit that is no unit, does not. */
function isCarried(kind: (typeof RUNNABLE_KINDS)[number], change: FormValues, field: string, code: string): boolean {
  const definition = definitionOf(kind);
  const { spec } = KIND_CASES[kind];
  const wire = definition.calls.create === 'createGrid' ? createGridBody : runStrategyBody;
  const body = wire.safeParse(bodyOf(kind, change));
  if (!body.success) return true;
  const values = definition.decode(body.data as never, spec);
  const issues = definition.check(values, checkContext({ spec, phase: 'exchange' }));
  return issues.some((issue) => issue.field === field && issue.code === code);
}

/** Words of the wire for fields that a form calls otherwise. */
const WIRE_WORDS: Readonly<Record<string, readonly string[]>> = {
  money: ['begin_money_amount'],
  coins: ['asset_info', 'rate', 'amount', 'asset'],
  period_unit: ['period'],
  conditions: ['compose_conditions', 'operations', 'conditions'],
};

/** A form's values as somebody would send them who got around the form: what the encoder would mend is sent as it is. */
function bodyOf(kind: (typeof RUNNABLE_KINDS)[number], change: FormValues): Record<string, unknown> {
  const { spec, good } = KIND_CASES[kind];
  const payload: Record<string, unknown> = { ...definitionOf(kind).encode({ ...good, ...change }, spec) };
  const raw = {
    ...(change.side === undefined ? {} : { side: change.side }),
    ...(change.price_step_details?.startsWith('{') ? { price_step_details: change.price_step_details } : {}),
    // The form says "not set" for a 0 that stands in a field of its own.
    ...Object.fromEntries(Object.entries(change).filter(([name, value]) => value === '0' && isUnset(payload, name))),
  };
  const params = payload.params === undefined ? raw : { params: { ...payload.params, ...raw } };
  return { ...payload, ...params, fundpass: 'paper-fund' };
}

describe.each(RUNNABLE_KINDS)('values that the form of %s refuses', (kind) => {
  const { bad } = KIND_CASES[kind];
  const { call } = KIND_BODIES[kind];
  const wire = call === 'createGrid' ? createGridBody : runStrategyBody;

  it.each(bad)('%j is refused by the form, at %s with %s', (change, field, code) => {
    const { spec, good } = KIND_CASES[kind];
    const issues = definitionOf(kind).check({ ...good, ...change }, checkContext({ spec, phase: 'submit' }));
    expect(issues).toContainEqual(expect.objectContaining({ field, code, severity: 'error' }));
  });

  it.each(bad.filter(([change, field, code]) => isCarried(kind, change, field, code)))(
    '%j is refused again by the exchange, at %s with %s',
    async (change, field, code) => {
      // Every account may only ask so often.
      exchange.clock.advance(5_000);
      const before = JSON.stringify((await gathered(exchange.store.all('bots'))).length);
      const body = bodyOf(kind, change);
      const { code: answer, data } = await exchange.send(call, { who, body });
      expect(answer, JSON.stringify(data)).toBe(422);
      const names = [field, ...(WIRE_WORDS[field] ?? [])];
      expect(
        data.field.split('.').some((part: string) => names.includes(part)),
        data.field,
      ).toBe(true);
      // What is not even of the wire's form is refused for that, before any rule; so is a market that does not exist.
      const issues = code.startsWith('pairs.') ? [code, 'market-unknown'] : [code];
      expect(wire.safeParse(body).success ? issues : ['malformed']).toContain(data.issue);
      expect(JSON.stringify((await gathered(exchange.store.all('bots'))).length)).toBe(before);
    },
  );

  it('are the only reason: the good values are taken', async () => {
    exchange.clock.advance(5_000);
    expect(await exchange.send(call, { who, body: bodyOf(kind, {}) })).toMatchObject({ code: 200 });
  });
});
