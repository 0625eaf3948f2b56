import { describe, expect, it } from 'vitest';
import { INDICATOR_KINDS } from '#lib/contract/vocabulary.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { KIND_BODIES } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Rules of the systems condmodal and indcat as the exchange holds them. */

type Side = Readonly<Record<string, unknown>>;
interface Params {
  readonly side?: string;
  readonly compose_conditions: { readonly open: Side; readonly close: Side };
}

/** The body of an indicator bot whose opening side calls itself `said`. */
function opening(exchange: TestExchange, kind: (typeof INDICATOR_KINDS)[number], said: string, side?: string) {
  const body = KIND_BODIES[kind].body(exchange) as { params: Params };
  const { side: _side, ...params } = body.params;
  const conditions = { ...params.compose_conditions, open: { ...params.compose_conditions.open, side: said } };
  return { ...body, params: { ...params, compose_conditions: conditions, ...(side === undefined ? {} : { side }) } };
}

describe('an opening side (E-120)', () => {
  it.each(INDICATOR_KINDS)('of %s may be called buy', async (kind) => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const { code, data } = await exchange.send('runStrategy', { who, body: opening(exchange, kind, 'buy') });
    expect(code, JSON.stringify(data)).toBe(200);
    const query = { strategy_id: data.strategy_id, strategy_type: kind };
    const row = (await exchange.send('composeDetail', { who, query })).data;
    expect(row.side).not.toBe('sell');
    expect(row.params.compose_conditions.open.side).toBe('open');
  });

  it('that is called sell makes a contract’s bot short, and is refused where the bot trades the other way', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const run = (body: object) => exchange.send('runStrategy', { who, body });
    const short = await run(opening(exchange, 'compose-indicator', 'sell'));
    expect(short.code, JSON.stringify(short.data)).toBe(200);
    const query = { strategy_id: short.data.strategy_id, strategy_type: 'compose-indicator' };
    expect((await exchange.send('composeDetail', { who, query })).data.side).toBe('sell');
    expect((await run(opening(exchange, 'compose-indicator', 'sell', 'sell'))).code).toBe(200);
    const field = 'params.compose_conditions.open.side';
    for (const body of [
      opening(exchange, 'compose-indicator', 'sell', 'buy'),
      opening(exchange, 'compose-indicator', 'buy', 'sell'),
      opening(exchange, 'spot-compose-indicator', 'sell'),
    ]) {
      expect(await run(body)).toMatchObject({ code: 422, data: { field, issue: 'field.unused' } });
    }
    const other = await run(opening(exchange, 'compose-indicator', 'increase'));
    expect(other).toMatchObject({ code: 422, data: { field: 'conditions' } });
  });
});

describe('a saved set', () => {
  it('keeps conditions as they are traded: a TD count is at least 9, an opening is an opening (E-180, E-181, E-120)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const { params } = opening(exchange, 'custom-strategy', 'buy');
    const { open, close } = params.compose_conditions;
    const count = {
      operations: 'and',
      indicatorName: 'td-plus-nine',
      indicatorArgs: [],
      comparatorName: 'gt',
      compareIndicatorName: 'number',
      compareIndicatorArgs: ['5'],
    };
    const compose_conditions = { open: { ...open, conditions: [count] }, close };
    const saved = await exchange.send('saveConditionSet', { who, body: { name: 'Nine', compose_conditions } });
    expect(saved.code, JSON.stringify(saved.data)).toBe(200);
    const [set] = (await exchange.send('conditionSets', { who })).data;
    expect(set.compose_conditions.open).toMatchObject({
      side: 'open',
      conditions: [{ indicatorName: 'tdplusnine', comparatorName: 'gte', compareIndicatorArgs: ['9'] }],
    });
  });
});
