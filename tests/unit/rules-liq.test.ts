import { describe, expect, it } from 'vitest';
import { openTestExchange } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Rules of the system liq: the estimate of a running bot. */

describe('the liquidation estimate', () => {
  it.each(['futures_grid', 'contract-martingale'] as const)(
    'of %s needs no leverage: without one it is the bot’s own (E-138, E-299, M-316)',
    async (kind) => {
      const exchange = await openTestExchange(temporaryFolder());
      const who = await exchange.trader();
      const id = await startKind(exchange, who, kind);
      const query = { strategy_id: id, strategy_type: kind };
      const { leverage } = (await exchange.send('strategyDetail', { who, query })).data;
      const ask = (more: object) =>
        exchange.send('liquidationPrice', { who, body: { strategy_id: id, money: '4000', ...more } });
      const alone = await ask({});
      expect(alone).toMatchObject({ code: 200 });
      expect(alone).toHaveProperty('liq_price');
      expect(alone).toHaveProperty('short_liq_price');
      expect(await ask({ leverage })).toEqual(alone);
      expect(await ask({ leverage: '999' })).toMatchObject({ code: 422, data: { field: 'leverage' } });
    },
  );

  it('is asked about a copy by its original’s number, and about nothing else (M-316)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'futures_grid');
    const ask = (follow_id: number) =>
      exchange.send('liquidationPrice', { who, body: { strategy_id: id, money: '4000', follow_id } });
    expect((await ask(0)).code).toBe(200);
    expect(await ask(7)).toMatchObject({ code: 422, data: { field: 'follow_id' } });
  });
});
