import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallShape, CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { refusedPlace } from '#lib/contract/refused-place.ts';
import { strictly } from '#lib/contract/strict-requests.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/** What is accepted has an effect, or is refused: no call drops a field of its body. */

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with one field more, once for each object in it; by the place of that field. */
function* withStrays(value: unknown, place: readonly string[] = []): Generator<[place: string, value: unknown]> {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries())
      for (const [at, changed] of withStrays(one, [...place, `${i}`])) yield [at, value.with(i, changed)];
  } else if (isObject(value)) {
    yield [[...place, 'nobody_knows'].join('.'), { ...value, nobody_knows: '1' }];
    for (const [key, one] of Object.entries(value))
      for (const [at, changed] of withStrays(one, [...place, key])) yield [at, { ...value, [key]: changed }];
  }
}

describe('what a call is asked', () => {
  it('has no field that nobody reads, at any depth', () => {
    let tried = 0;
    const taken: string[] = [];
    for (const name of NAMES) {
      const { body }: CallShape = CONTRACT[name];
      if (body === undefined) continue;
      for (const [place, changed] of withStrays(SAMPLES[name].body)) {
        tried += 1;
        const read = body.safeParse(changed);
        if (read.success) taken.push(`${name}: ${place}`);
      }
    }
    expect(taken).toEqual([]);
    expect(tried).toBeGreaterThan(70);
  });

  it('is told by the place of what nobody reads, in whatever it lies', () => {
    const shared = z.object({ coin: z.string() });
    const shape = strictly(
      z.object({
        rows: z.array(shared).optional(),
        either: z.union([shared, z.string()]).nullable().default(null),
        named: z.record(z.string(), shared).optional(),
        read: z.preprocess((text) => text, shared).optional(),
      }),
    );
    const placeOf = (value: unknown) => {
      const { error } = shape.safeParse(value);
      return error === undefined ? null : refusedPlace(error).field;
    };
    const stray = { coin: 'BTC', coins: 'ETH' };
    expect(placeOf({ rows: [{ coin: 'BTC' }], either: 'x', named: { a: { coin: 'BTC' } } })).toBeNull();
    expect(placeOf({ rows: [{ coin: 'BTC' }, stray] })).toBe('rows.1.coins');
    expect(placeOf({ either: stray })).not.toBeNull();
    expect(placeOf({ named: { a: stray } })).toBe('named.a.coins');
    expect(placeOf({ row: [] })).toBe('row');
    // The shape that it was made of, which replies are read by, goes on taking what it does not know.
    expect(shared.safeParse(stray).success).toBe(true);
  });

  it('keeps what a shape asks of the whole', () => {
    const range = strictly(z.object({ low: z.number(), high: z.number() }).refine(({ low, high }) => low < high));
    expect(range.safeParse({ low: 1, high: 2 }).success).toBe(true);
    expect(range.safeParse({ low: 2, high: 1 }).success).toBe(false);
  });

  it('is refused by name: money, a limit of the account, an end that is no limit, a query on what has none', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    const unused = (field: string) => ({ data: { field, issue: 'field.unused' } });
    const transfer = { asset: 'USDT', amount: '1', from: 'spot', to: 'futures_usdt', fundpass: 'paper-fund' };
    const moved = await exchange.send('transfer', { who, body: { ...transfer, fee: '0' } as never });
    expect(moved).toMatchObject({ code: 422, ...unused('fee') });
    const option = { account: 'spot', market: 'BTC_USDT', price: 'lastprice', slip: '0', expiration: 0 } as const;
    const save = (more: object) =>
      exchange.send('saveStopOptions', {
        who,
        body: {
          strategy_id: id,
          strategy_type: 'spot_grid',
          stop_options: [{ ...option, type: 'market', ...more }],
        } as never,
      });
    expect(await save({ min_price: '90000' })).toMatchObject({ code: 422, ...unused('stop_options.0.min_price') });
    expect(await save({ slip: '0.03' })).toMatchObject({ code: 422, ...unused('slip') });
    expect(await save({ expiration: 60 })).toMatchObject({ code: 422, ...unused('expiration') });
    expect(await save({})).toMatchObject({ code: 200 });
    const preview = (more: object) =>
      exchange.send('closePreview', {
        who,
        query: { strategy_id: id, strategy_type: 'spot_grid', type: 'market', ...more } as never,
      });
    expect(await preview({ slip: '0.04' })).toMatchObject(unused('slip'));
    expect(await preview({ expiration: '77' })).toMatchObject(unused('expiration'));
    expect(await preview({})).toMatchObject({ code: 200 });
    const end = { path: { id }, query: { type: 'no_close' }, body: { fundpass: 'paper-fund' } };
    expect(await exchange.send('cancelGrid', { who, ...end } as never)).toMatchObject({ code: 400, ...unused('type') });
    expect(
      await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'spot_grid' } }),
    ).toMatchObject({ data: { status: 'running' } });
  });
});
