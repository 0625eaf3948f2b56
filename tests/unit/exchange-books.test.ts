import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { assertBooks, type Line } from './exchange-assert-books.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { priceAt, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Makes every stored bot one account's, so that its owner can be asked; what each is, by its id. */
function giveAllTo(folder: string, ownerId: number): ReadonlyMap<number, string> {
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  const put = raw.prepare('UPDATE item SET value = ? WHERE collection = ? AND key = ?');
  const rows = raw
    .prepare("SELECT collection, key, value FROM item WHERE collection IN ('bots', 'ended_bots', 'ended_facts')")
    .all();
  const bots = new Map<number, string>();
  for (const { collection, key, value } of rows) {
    const stored = JSON.parse(String(value));
    stored.record.ownerId = ownerId;
    const { id, kind, finishAs, instrument } = stored.record;
    if (collection !== 'ended_facts') bots.set(id, `${kind} ${instrument} ${finishAs}`);
    put.run(JSON.stringify(stored), String(collection), String(key));
  }
  raw.close();
  return bots;
}

describe('books of a bot', () => {
  it('add up to the last digit, of every kind of the demo world and its ended bots', async () => {
    const folder = temporaryFolder();
    const made = await openTestExchange(folder, { worldBots: 60, worldDays: 12 });
    await made.pass(3_600_000, 60_000);
    await made.kill();
    const bots = giveAllTo(folder, 10_001);
    const exchange = await openTestExchange(folder, { clock: made.clock });
    const who = await exchange.trader('demo');
    const seen = new Set<string>();
    for (const [id, told] of bots) {
      const lines = await assertBooks(exchange, who, id, told);
      seen.add(told);
      for (const { parts } of lines) for (const { what } of parts) seen.add(what);
    }
    // Coins and money, contracts, debts, several markets, brought coins, rounds, running and ended: nothing is left out of it.
    for (const what of [
      'realised',
      'owed',
      'coin_interest',
      'brought',
      'returned',
      'funding',
      'open_position',
      'coin_fees',
    ])
      expect(seen, what).toContain(what);
    for (const kind of ['spot-future-arbitrage', 'smart-position', 'martingale', 'contract-martingale', 'margin_grid'])
      expect(
        [...seen].some((one) => one.startsWith(`${kind} `)),
        kind,
      ).toBe(true);
  }, 240_000);

  it('add up of every kind that was just begun, works, and has ended', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const bots: { kind: string; id: number; isRun: boolean }[] = [];
    for (const kind of RUNNABLE_KINDS) bots.push({ kind, id: await startKind(exchange, who, kind), isRun: true });
    for (const { kind, id } of bots) await assertBooks(exchange, who, id, `${kind} begun`);
    await exchange.pass(8 * 3_600_000, 60_000);
    for (const { kind, id } of bots) await assertBooks(exchange, who, id, `${kind} works`);
    for (const { id } of bots) {
      const path = { id };
      const grid = await exchange.send('cancelGrid', { who, path, body: { fundpass: 'paper-fund' } });
      if (grid.code !== 200) await exchange.send('stopStrategy', { who, path, body: { fundpass: 'paper-fund' } });
    }
    await exchange.pass(600_000, 60_000);
    for (const { kind, id } of bots) await assertBooks(exchange, who, id, `${kind} ended`);
  }, 240_000);

  it('count margin that was put back as neither in nor out, and what came in and went out as that', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'futures_grid');
    await exchange.pass(3_600_000, 60_000);
    const fundpass = 'paper-fund';
    const path = { id };
    const move = async (call: 'reduceMargin' | 'increaseBalance', body: object) =>
      expect((await exchange.send(call, { who, path, body: { ...body, fundpass } })).code).toBe(200);
    await move('increaseBalance', { asset: 'USDT', amount: '500' });
    await move('reduceMargin', { amount: '150' });
    await move('increaseBalance', { asset: 'USDT', amount: '100' });
    const out = await assertBooks(exchange, who, id, 'taken and put back');
    expect(lineOf(out, 'deposits')).toMatchObject({
      value: '500',
      parts: [{ value: '600' }, { what: 'put_back', value: '-100' }],
    });
    expect(lineOf(out, 'withdrawals')).toMatchObject({
      value: '50',
      parts: [{ value: '150' }, { what: 'put_back', value: '-100' }],
    });
    await move('increaseBalance', { asset: 'USDT', amount: '500' });
    const more = await assertBooks(exchange, who, id, 'more');
    expect(lineOf(more, 'deposits')).toMatchObject({ value: '950' });
    expect(lineOf(more, 'withdrawals')).toMatchObject({ value: '0' });
  });

  it('are of one moment while the bot trades, whoever asks at once', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'spot_grid', narrow(exchange));
    for (let turn = 0; turn < 12; turn += 1) {
      const asked = Array.from({ length: 4 }, () => exchange.send('botBooks', { who, path: { id } }));
      const passed = exchange.pass(4 * 60_000, 60_000);
      asked.push(exchange.send('botBooks', { who, path: { id } }));
      for (const { data } of await Promise.all(asked)) {
        expect(data.lines.map(({ difference }: Line) => difference)).toEqual(Array.from({ length: 10 }, () => '0'));
        expect(data.residual).toBe('0');
      }
      await passed;
    }
    const books = await assertBooks(exchange, who, id, 'traded');
    expect(lineOf(books, 'grid_profit')?.parts[0]?.count).toBeGreaterThan(1);
  });

  it('say so of a bot that ended before they were kept, and are nobody else’s', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const owner = await first.trader();
    const id = await startKind(first, owner, 'spot_grid');
    await first.send('cancelGrid', { who: owner, path: { id }, body: { fundpass: 'paper-fund' } });
    await first.pass(60_000);
    await first.kill();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    const found = raw.prepare("SELECT value FROM item WHERE collection = 'ended_bots' AND key = ?").get(`${id}`);
    const stored = JSON.parse(String(found?.value));
    delete stored.record.final.books;
    raw
      .prepare("UPDATE item SET value = ? WHERE collection = 'ended_bots' AND key = ?")
      .run(JSON.stringify(stored), `${id}`);
    raw.close();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    expect(await exchange.send('botBooks', { who, path: { id } })).toMatchObject({
      code: 404,
      data: { issue: 'books-unkept' },
    });
    for (const [call, query] of [
      ['botBooks', {}],
      ['bookRows', { part: 'funded' }],
    ] as const) {
      const other = await exchange.trader('copier');
      expect((await exchange.send(call, { who: other, path: { id }, query })).code).toBe(403);
      expect((await exchange.send(call, { path: { id }, query })).code).toBe(401);
    }
  });
});

const lineOf = (lines: readonly Line[], term: string): Line | undefined => lines.find((line) => line.term === term);

/** Lines so near to each other that minutes bring trades. */
function narrow(exchange: TestExchange) {
  return {
    low_price: priceAt(exchange, 'BTC_USDT', 0.985),
    high_price: priceAt(exchange, 'BTC_USDT', 1.015),
    grid_num: '25',
  };
}
