import { describe, expect, it } from 'vitest';
import { endBot, wonAndLost } from './copied-bots.ts';
import { gridBody, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, rowOf, startKind } from './exchange-kind-bodies.ts';
import { startPlan } from './exchange-plans.ts';
import { heldFeed } from './held-feed.ts';
import { expectIncome } from './income-figures.ts';
import { units } from './portfolio-figures.ts';
import { handClock, temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;
const FUNDED = { fundpass: 'paper-fund' };
const user = (exchange: TestExchange, who: Who, strategy_type: string) =>
  exchange.send('userProfit', { who, query: { strategy_type } }).then(({ data }) => data);

describe('the income of a trader', () => {
  it('adds up to the ledger by type and asset: bots that live, end on the day of their beginning and lie in the archive, over midnights, the end of a month and a restart (E-128, E-129, E-277, E-278, E-279)', async () => {
    const folder = temporaryFolder();
    // The last of February of a leap year, before noon.
    const exchange = await openTestExchange(folder, { clock: handClock(Date.UTC(2028, 1, 28, 10)) });
    const who = await exchange.trader();
    expect(await user(exchange, who, 'all')).toMatchObject({ history_profit: '0', today_profit: '0', parts: [] });
    expect(
      (await exchange.send('totalProfit', { who, query: { interval: 'all', strategy_type: 'all' } })).data,
    ).toEqual([]);
    const ids: number[] = [];
    for (const kind of ['spot_grid', 'futures_grid', 'margin_grid', 'contract-martingale', 'infinite_grid'] as const)
      ids.push(await startKind(exchange, who, kind));
    await exchange.pass(3 * HOUR_MS, 300_000);
    await expectIncome(exchange, who, ids);
    // Begun and ended on one day, and one of them put away.
    const short = await startKind(exchange, who, 'futures_grid');
    ids.push(short);
    await exchange.pass(HOUR_MS, 300_000);
    await endBot(exchange, who, short);
    await exchange.pass(2_000);
    const begun = await expectIncome(exchange, who, ids);
    expect(units(begun.history_profit)).not.toBe(0n);
    // Over the leap day and into March, in steps that end at no midnight.
    await exchange.pass(60 * HOUR_MS, 2_520_000);
    const later = await exchange.trader();
    const march = await expectIncome(exchange, later, ids);
    const query = { interval: '7', strategy_type: 'all' };
    const { data: bars } = await exchange.send('dailyProfit', { who: later, query });
    expect(bars.map(({ trading_date: day }: { trading_date: string }) => day)).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
      '2028-03-02',
    ]);
    await exchange.kill();
    const again = await openTestExchange(folder, { clock: exchange.clock });
    const back = await again.trader();
    expect(await expectIncome(again, back, ids)).toEqual(march);
    const stop = KIND_BODIES.margin_grid.stop;
    await again.send(stop, { who: back, path: { id: ids[2] as number }, body: FUNDED });
    await again.pass(20_000, 10_000);
    await expectIncome(again, back, ids);
  });

  it('is none of it that money was put in or taken out (E-129)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'futures_grid');
    await exchange.pass(5 * HOUR_MS, 300_000);
    const before = await user(exchange, who, 'futures_grid');
    const more = await exchange.send('increaseBalance', {
      who,
      path: { id },
      body: { asset: 'USDT', amount: '500', ...FUNDED },
    });
    expect(more.code).toBe(200);
    await exchange.send('transfer', {
      who,
      body: { from: 'spot', to: 'futures_usdt', asset: 'USDT', amount: '100', ...FUNDED },
    });
    const after = await user(exchange, who, 'futures_grid');
    const profits = ({ total_asset: _assets, ...rest }: Record<string, string>) => rest;
    expect(profits(after)).toEqual(profits(before));
    expect(units(after.total_asset) - units(before.total_asset)).toBe(units('500'));
    await expectIncome(exchange, who, [id]);
  });

  it('closes a day at midnight to the second: what a bot earns later is of the next day, though its point is still being written', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { clock: handClock(Date.UTC(2026, 4, 20, 20)) });
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    await exchange.pass(4 * HOUR_MS - 2_000, 60_000);
    const bars = async () =>
      (await exchange.send('dailyProfit', { who, query: { interval: '7', strategy_type: 'spot_grid' } })).data;
    expect(await bars()).toHaveLength(1);
    await exchange.pass(3 * 60_000);
    const [first, second] = await bars();
    const row = await rowOf(exchange, who, id, 'spot_grid');
    const curve = await exchange.send('dailyCurve', { who, path: { id }, query: { strategy_type: 'spot_grid' } });
    const atMidnight = curve.data.find(({ trading_date: day }: { trading_date: string }) => day === '2026-05-20');
    expect([first.trading_date, second.trading_date]).toEqual(['2026-05-20', '2026-05-21']);
    expect(first.spot_grid).toBe(atMidnight.profit);
    expect(units(second.spot_grid)).toBe(units(row.profit) - units(atMidnight.profit));
  });

  it('has the shares that copies paid apart, on the day on which they came, also after a restart (E-129)', async () => {
    const folder = temporaryFolder();
    const exchange = await openTestExchange(folder);
    const traders = { provider: await exchange.trader(), copier: await exchange.trader('copier') };
    const { won, lost } = await wonAndLost(exchange, traders);
    const before = await user(exchange, traders.provider, 'futures_grid');
    expect(units(before.signal_profit)).toBe(0n);
    await endBot(exchange, traders.copier, won.copy);
    await exchange.pass(2_000);
    const told = await expectIncome(exchange, traders.provider, [won.source, lost.source]);
    const paid = units((await rowOf(exchange, traders.copier, won.copy, 'futures_grid')).share_paid);
    expect(paid > 0n).toBe(true);
    expect(units(told.signal_profit)).toBe(paid);
    expect(units(told.parts[0].shares)).toBe(paid);
    await expectIncome(exchange, traders.copier, [won.copy, lost.copy]);
    await exchange.kill();
    const again = await openTestExchange(folder, { clock: exchange.clock });
    expect((await user(again, await again.logIn(), 'all')).signal_profit).toBe(told.signal_profit);
  });

  it('of several pages is of one moment: a price that moves between them moves none, and what is kept no more is refused', async () => {
    const { feed, held } = heldFeed();
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    // A plan's coins: what they gained is in USDT, but a bot on a market against BTC earns in BTC.
    await startPlan(exchange, who, { coins: [{ asset: 'BTC', ratio: '100' }], amount: '1000' });
    await exchange.pass(3 * 24 * HOUR_MS, HOUR_MS);
    const trader = await exchange.trader();
    const ask = (query: object, by = trader) =>
      exchange.send('totalProfit', {
        who: by,
        query: { interval: 'all', strategy_type: 'all', page_size: 2, ...query },
      });
    const first = await ask({});
    expect(first.pagecount).toBeGreaterThan(1);
    const { moment } = first as { moment?: string };
    const before = await ask({ page: 2, moment });
    held.last.set('BTC_USDT', 1);
    await exchange.pass(2_000);
    expect(await ask({ page: 2, moment })).toEqual(before);
    expect((await ask({ page: 2 })).data).not.toEqual(before.data);
    // Another's, and one that nobody was told.
    expect(await ask({ page: 2, moment }, await exchange.logIn('copier'))).toMatchObject({ code: 409 });
    expect(await ask({ page: 2, moment: '1-1' })).toMatchObject({ code: 409 });
    // One page names none.
    expect(await ask({ page_size: 200 })).not.toHaveProperty('moment');
  });

  it('is asked by its owner alone, of types that there are, and what is done is in the next answer', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    expect(await exchange.send('userProfit', { query: { strategy_type: 'all' } })).toMatchObject({ code: 401 });
    const who = await exchange.trader();
    const odd = await exchange.send('dailyProfit', { who, query: { interval: 'all', strategy_type: 'spot_grid' } });
    expect(odd.code).not.toBe(200);
    expect((await exchange.send('userProfit', { who, query: { strategy_type: 'no-kind' } })).code).not.toBe(200);
    expect((await user(exchange, who, 'spot_grid')).total_asset).toBe('0');
    const { code } = await exchange.send('createGrid', { who, body: gridBody(exchange) });
    expect(code).toBe(200);
    expect((await user(exchange, who, 'spot_grid')).total_asset).toBe('3000');
    expect(await user(exchange, await exchange.logIn('copier'), 'all')).toMatchObject({ total_asset: '0', parts: [] });
  });
});
