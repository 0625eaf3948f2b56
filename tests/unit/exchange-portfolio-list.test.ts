import { describe, expect, it } from 'vitest';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { everyRow, units } from './portfolio-figures.ts';
import { temporaryFolder } from './store-fixture.ts';

interface Row {
  readonly strategy_id: number;
  readonly strategy_type: string;
  readonly market: string;
  readonly status: string;
  readonly profit: string;
}

describe('the list of all bots', () => {
  it('has of a trader’s bots those that are asked for, in the order that is asked for, and no other’s', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { worldBots: 2, worldDays: 72, demoBots: true });
    const who = await exchange.trader();
    const ask = async (query: Record<string, string | number> = {}) =>
      exchange.send('portfolioBots', { who, query: { page_size: 500, ...query } });
    const rows = async (query: Record<string, string | number> = {}): Promise<Row[]> => (await ask(query)).data;
    const ids = (list: readonly { readonly strategy_id: number }[]) => list.map(({ strategy_id: id }) => id);
    const paused = await startGrid(exchange, who);
    expect((await exchange.send('pauseGrid', { who, path: { id: paused } })).code).toBe(200);
    const all = await rows();
    expect(all).toEqual(await everyRow(exchange, who));
    // Each bot is in one state.
    const states = await Promise.all(['running', 'paused', 'finished'].map((state) => rows({ state })));
    expect(ids(states.flat()).toSorted()).toEqual(ids(all).toSorted());
    expect(ids(states[1] ?? [])).toEqual([paused]);
    const won = await rows({ result: 'profit' });
    const lost = await rows({ result: 'loss' });
    expect(won.every(({ profit }) => units(profit) > 0n)).toBe(true);
    expect(lost.length).toBeGreaterThanOrEqual(2);
    expect(ids(lost).toSorted()).toEqual(ids(all.filter(({ profit }) => units(profit) < 0n)).toSorted());
    const byProfit = (await rows({ sort: 'profit_asc' })).map(({ profit }) => units(profit));
    expect(byProfit).toEqual(byProfit.toSorted((a, b) => (a < b ? -1 : 1)));
    // A portfolio of coins trades each of their markets.
    const eth = await rows({ market: 'ETH_USDT' });
    expect(eth.some(({ strategy_type: kind }) => kind === 'smart-position')).toBe(true);
    expect(ids(all.filter(({ market }) => market === 'ETH_USDT')).every((id) => ids(eth).includes(id))).toBe(true);
    expect((await rows({ strategy_type: 'spot_grid', state: 'running', market: 'BTC_USDT' })).length).toBeGreaterThan(
      0,
    );
    const { markets } = (await exchange.send('portfolio', { who })).data;
    for (const { market } of all) expect(markets).toContain(market);
    // Pages follow each other, twenty a page.
    const first = await ask({ page_size: 5 });
    expect(first).toMatchObject({ totalcount: all.length, pagecount: Math.ceil(all.length / 5) });
    expect(ids((await ask({ page_size: 5, page: 2 })).data)).toEqual(ids(all.slice(5, 10)));
    expect(await ask({ sort: 'nonsense' })).toMatchObject({ code: 422, data: { field: 'sort' } });
    expect(await exchange.send('portfolioBots')).toMatchObject({ code: 401 });
    const other = await exchange.trader('copier');
    const id = await startKind(exchange, other, 'martingale');
    expect(ids((await exchange.send('portfolioBots', { who: other })).data)).toEqual([id]);
  });
});
