import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { userAccount } from '#server/exchange/ledger/account-names.ts';
import { issueTo } from '#server/exchange/ledger/movements.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { seenAccount } from '#server/exchange/protection/account-look.ts';
import { type Crossing, NO_LIMITS } from '#server/exchange/protection/protection-book.ts';
import type { Tx } from '#server/exchange/sequencer/sequencer.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { jumpingFeed } from './exchange-crash-feed.ts';
import { gridBody, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { rowOf, startKind } from './exchange-kind-bodies.ts';
import { heldFeed } from './held-feed.ts';
import { units } from './portfolio-figures.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const FUND = { fundpass: 'paper-fund' };

type Limits = { readonly drawdown?: object | null; readonly exposure?: object | null };

async function opened() {
  const { feed, held } = heldFeed();
  const folder = temporaryFolder();
  const exchange = await openTestExchange(folder, { isDemoPrivate: true, feed });
  const who = await exchange.trader();
  /** A market's last price, as a part of what it was in the beginning. */
  const began = new Map<string, number>();
  const price = (market: string, part: number) => {
    const first = began.get(market) ?? exchange.feed.lastTicks(market, exchange.clock.nowMs()) ?? 0;
    began.set(market, first);
    held.last.set(market, Math.round(first * part));
  };
  return { feed, held, folder, exchange, who, price };
}

const look = async (exchange: TestExchange) => {
  await exchange.protection.watch.look();
  await exchange.protection.watch.settled();
};
const read = async (exchange: TestExchange, who: Who) => (await exchange.send('protection', { who })).data;

async function save(exchange: TestExchange, who: Who, limits: Limits) {
  const { version } = await read(exchange, who);
  return exchange.send('saveProtection', {
    who,
    body: { version, drawdown: null, exposure: null, ...limits, ...FUND },
  });
}

const toldOf = async (exchange: TestExchange, who: Who) =>
  (await exchange.send('notifications', { who, query: { page_size: 100 } })).data.rows
    .filter(({ kind }: { kind: string }) => kind === 'protection')
    .map(({ code, values }: { code: string; values: object }) => ({ code, values }));

/** Worth of the account by the portfolio. */
async function worthOf(exchange: TestExchange, who: Who): Promise<bigint> {
  return units((await exchange.send('portfolio', { who })).data.assets.total);
}

describe('the protection of an account', () => {
  it('is worth what the portfolio says, contracts, debts, trial funds and bots that wait among it', async () => {
    const { exchange, who } = await opened();
    for (const kind of ['futures_grid', 'margin_grid', 'contract-martingale', 'smart-position'] as const)
      await startKind(exchange, who, kind);
    await startGrid(exchange, who, { use_experience: 1 });
    await exchange.send('createGrid', { who, body: gridBody(exchange, { money: '1000' }) });
    await exchange.pass(60_000, 20_000);
    const { code, data } = await save(exchange, who, { drawdown: { percent: '20', action: 'warn' } });
    expect(code).toBe(200);
    expect(units(data.equity)).toBe(await worthOf(exchange, who));
    expect(data.peak).toBe(data.equity);
    // Exposure is the portfolio's over bots, and what lies in accounts.
    const tried = await exchange.send('tryProtection', {
      who,
      body: { drawdown: null, exposure: { usdt: '1000000', coins: [], action: 'warn' } },
    });
    const portfolio = (await exchange.send('portfolio', { who })).data;
    const priceOf = (asset: string) => {
      const spec = exchange.feed.spec(`${asset}_USDT`);
      return BigInt(exchange.feed.lastTicks(`${asset}_USDT`, exchange.clock.nowMs()) ?? 0) * (spec?.tickUnits ?? 0n);
    };
    const expected = new Map<string, bigint>();
    const add = (asset: string, amount: bigint) => expected.set(asset, (expected.get(asset) ?? 0n) + amount);
    for (const { asset, net } of portfolio.exposure) add(asset, units(net));
    for (const { asset, amount } of portfolio.balances) add(asset, units(amount));
    expected.delete('USDT');
    expect(tried.data.standings.length).toBeGreaterThan(3);
    for (const { asset, value } of tried.data.standings) {
      const product = (expected.get(asset) ?? 0n) * priceOf(asset);
      const floored = product / UNITS_PER_COIN - (product < 0n && product % UNITS_PER_COIN !== 0n ? 1n : 0n);
      expect([asset, units(value)]).toEqual([asset, floored]);
    }
    expect(tried.data.ends).toBeNull();
  });

  it('warns once, again only after it was back, and remembers that over a restart', async () => {
    const { exchange: first, who: trader, price, folder, feed } = await opened();
    let [exchange, who] = [first, trader];
    await startGrid(exchange, who);
    price('BTC_USDT', 1);
    const { btc } = await btcShare(exchange, who);
    const limit = (btc * 30) / 100;
    expect((await save(exchange, who, { drawdown: { percent: limit.toFixed(2), action: 'warn' } })).code).toBe(200);
    const at = async (part: number) => {
      price('BTC_USDT', part);
      await look(exchange);
    };
    await at(0.9);
    expect(await toldOf(exchange, who)).toEqual([]);
    for (const part of [0.65, 0.6, 0.75, 0.65]) await at(part);
    const once = await toldOf(exchange, who);
    expect(once).toMatchObject([{ code: 'drawdown-warn', values: { limit: limit.toFixed(2).replace(/\.?0+$/, '') } }]);
    expect(Number(once[0].values.percent)).toBeGreaterThanOrEqual(limit);
    await exchange.kill();
    exchange = await openTestExchange(folder, { isDemoPrivate: true, clock: exchange.clock, feed });
    who = await exchange.trader();
    await at(0.65);
    expect(await toldOf(exchange, who)).toHaveLength(1);
    expect((await read(exchange, who)).crossings).toMatchObject([{ limit: 'drawdown', action: 'warn' }]);
    // Nothing is refused for a warning.
    price('BTC_USDT', 1);
    expect((await exchange.send('createGrid', { who, body: gridBody(exchange, { money: '900' }) })).code).toBe(200);
    await look(exchange);
    expect((await read(exchange, who)).crossings).toEqual([]);
    await at(0.65);
    expect(await toldOf(exchange, who)).toHaveLength(2);
  });

  it('counts what comes in and goes out for nothing: the fall stays what it was', async () => {
    const { exchange, who, price } = await opened();
    price('BTC_USDT', 1);
    await save(exchange, who, { drawdown: { percent: '5', action: 'warn' } });
    const fall = async () => {
      const { data } = await exchange.send('tryProtection', {
        who,
        body: { drawdown: { percent: '99', action: 'warn' }, exposure: null },
      });
      return Number(data.standings[0].value);
    };
    price('BTC_USDT', 0.97);
    await look(exchange);
    const before = await fall();
    expect(before).toBeGreaterThan(0);
    const post = (from: string, to: string, asset: string, coins: bigint) =>
      exchange.sequencer.submit((tx) =>
        exchange.ledger.post(
          [{ from, to, asset, amount: coins * UNITS_PER_COIN }],
          'deposit',
          `user:${DEMO}`,
          tx.nowMs,
        ),
      );
    const spot = userAccount(DEMO, 'spot');
    const deposit = issueTo(spot, 'ETH', 3n * UNITS_PER_COIN);
    await exchange.sequencer.submit((tx) => exchange.ledger.post([deposit], 'deposit', `user:${DEMO}`, tx.nowMs));
    expect(await fall()).toBeCloseTo(before, 6);
    await look(exchange);
    expect(await fall()).toBeCloseTo(before, 6);
    await post(spot, 'issue', 'USDT', 5_000n);
    await look(exchange);
    expect(await fall()).toBeCloseTo(before, 6);
    // Between his own accounts nothing comes in.
    const { peak } = await read(exchange, who);
    const move = { from: 'spot', to: 'futures_usdt', asset: 'USDT', amount: '700', ...FUND };
    expect((await exchange.send('transfer', { who, body: move })).code).toBe(200);
    await startGrid(exchange, who, { use_experience: 1 });
    await look(exchange);
    expect((await read(exchange, who)).peak).toBe(peak);
    expect((await read(exchange, who)).crossings).toEqual([]);
  });

  it('refuses what would begin or put money in once a limit is reached, and nothing else; its owner arms it again', async () => {
    const { exchange, who, price } = await opened();
    price('BTC_USDT', 1);
    const grid = await startGrid(exchange, who);
    const futures = await startKind(exchange, who, 'futures_grid');
    const dca = await startKind(exchange, who, 'martingale');
    await exchange.pass(2_000);
    const { code } = await save(exchange, who, { drawdown: { percent: '0.5', action: 'stop-creating' } });
    expect(code).toBe(200);
    price('BTC_USDT', 0.9);
    await look(exchange);
    // What has stopped something stays, though the value is back.
    price('BTC_USDT', 1);
    await look(exchange);
    const refused = { code: 409, data: { issue: 'protection-drawdown', values: { limit: '0.5' } } };
    const create = () => exchange.send('createGrid', { who, body: gridBody(exchange, { money: '900' }) });
    expect(await create()).toMatchObject(refused);
    expect(await exchange.send('pauseGrid', { who, path: { id: grid } })).toMatchObject({ code: 200 });
    const beginnings = [
      ['continueGrid', { path: { id: grid } }],
      ['startStrategy', { path: { id: dca } }],
      ['increaseBalance', { path: { id: futures }, body: { amount: '100', asset: 'USDT', ...FUND } }],
      ['increaseGridBalance', { path: { id: futures }, body: { amount: '100', asset: 'USDT', ...FUND } }],
      ['updateGrid', { path: { id: futures }, body: { ...SAMPLES.updateGrid.body, ...FUND } }],
      ['changeGridParams', { path: { id: grid }, body: { money: '100', ...FUND } }],
    ] as const;
    for (const [name, sent] of beginnings)
      expect([name, await exchange.send(name, { who, ...sent })]).toMatchObject([name, refused]);
    // What ends, moves or takes out goes on.
    const move = { from: 'spot', to: 'futures_usdt', asset: 'USDT', amount: '7', ...FUND };
    expect((await exchange.send('transfer', { who, body: move })).code).toBe(200);
    const less = { path: { id: futures }, body: { amount: '1', ...FUND } };
    expect((await exchange.send('reduceMargin', { who, ...less })).data?.issue ?? '').not.toContain('protection');
    expect((await exchange.send('stopStrategy', { who, path: { id: dca }, body: FUND })).code).toBe(200);
    expect((await exchange.send('cancelGrid', { who, path: { id: grid }, body: FUND })).code).toBe(200);
    // Nobody else is stopped.
    const other = await exchange.trader('copier');
    expect((await exchange.send('createGrid', { who: other, body: gridBody(exchange, { money: '900' }) })).code).toBe(
      200,
    );
    const again = await exchange.send('rearmProtection', { who, body: { limit: 'drawdown', ...FUND } });
    expect(again).toMatchObject({ code: 200, data: { crossings: [] } });
    expect(again.data.peak).toBe(again.data.equity);
    expect((await create()).code).toBe(200);
  });

  it('a create that was answered stays answered under its key; one without the fund password is refused before it is asked for', async () => {
    const { exchange, who, price } = await opened();
    price('BTC_USDT', 1);
    const body = gridBody(exchange, { money: '900' });
    const key = 'a-key-of-a-create-call';
    const made = await exchange.send('createGrid', { who, body, key });
    expect(made.code).toBe(200);
    await save(exchange, who, { exposure: { usdt: '1', coins: [], action: 'stop-creating' } });
    expect(await exchange.send('createGrid', { who, body, key })).toEqual(made);
    const fresh = await exchange.logIn();
    const { fundpass: _none, ...unsigned } = body;
    expect(await exchange.send('createGrid', { who: fresh, body: unsigned })).toMatchObject({
      code: 409,
      data: { issue: 'protection-exposure' },
    });
  });

  it('a create that waits for its fund password while the limit is reached is refused in its turn', async () => {
    const { exchange, who, price } = await opened();
    price('BTC_USDT', 1);
    await save(exchange, who, { drawdown: { percent: '0.5', action: 'stop-creating' } });
    price('BTC_USDT', 0.9);
    const { sequencer } = exchange;
    const { guards } = exchange.protection;
    const { submit } = sequencer;
    const crossing = {
      limit: 'drawdown',
      asset: '',
      timeMs: 1,
      value: 9n,
      most: 5n,
      action: 'stop-creating',
      ended: 0,
    };
    sequencer.submit = (command, isKept) => {
      sequencer.submit = submit;
      void submit((tx) => guards.put(tx, DEMO, { ...guards.of(DEMO), crossings: [crossing as Crossing] }));
      return submit(command, isKept);
    };
    const bots = exchange.protection.parts.book.runningOf(DEMO).length;
    expect(await exchange.send('createGrid', { who, body: gridBody(exchange, { money: '900' }) })).toMatchObject({
      code: 409,
      data: { issue: 'protection-drawdown' },
    });
    expect(exchange.protection.parts.book.runningOf(DEMO)).toHaveLength(bots);
  });

  it('limits what is short as what is long, by a coin’s own limit where it has one, and says it at once', async () => {
    const { exchange, who } = await opened();
    // All that he has of the coin is sold elsewhere: what is left is the position.
    const btc = exchange.ledger.balance(userAccount(DEMO, 'spot'), 'BTC');
    const inFutures = exchange.ledger.balance(userAccount(DEMO, 'futures_btc'), 'BTC');
    for (const [account, amount] of [
      ['spot', btc],
      ['futures_btc', inFutures],
    ] as const) {
      await exchange.sequencer.submit((tx) =>
        exchange.ledger.post(
          [{ from: userAccount(DEMO, account), to: 'issue', asset: 'BTC', amount }],
          'out',
          `user:${DEMO}`,
          tx.nowMs,
        ),
      );
    }
    await startKind(exchange, who, 'contract-martingale', { params: { side: 'sell' } });
    await exchange.pass(2_000);
    const { data } = await exchange.send('tryProtection', {
      who,
      body: { drawdown: null, exposure: { usdt: '', coins: [{ asset: 'BTC', usdt: '10' }], action: 'warn' } },
    });
    expect(data.standings).toMatchObject([{ limit: 'exposure', asset: 'BTC', most: '10', verdict: 'reached' }]);
    expect(Number(data.standings[0].value)).toBeLessThan(-10);
    const saved = await save(exchange, who, {
      exposure: { usdt: '', coins: [{ asset: 'BTC', usdt: '10' }], action: 'warn' },
    });
    expect(saved.data.crossings).toMatchObject([{ limit: 'exposure', asset: 'BTC', most: '10' }]);
    expect(Number(saved.data.crossings[0].value)).toBeLessThan(-10);
    expect(await toldOf(exchange, who)).toMatchObject([
      { code: 'exposure-warn', values: { coin: 'BTC', limit: '10' } },
    ]);
  });

  it('a liquidation is a fall as any other', async () => {
    const jumps: { atMs: number; factor: number }[] = [];
    const feed = jumpingFeed(createSimulatedFeed({ seed: 'exchange-tests' }), jumps);
    const exchange = await openTestExchange(temporaryFolder(), { isDemoPrivate: true, feed });
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'futures_grid');
    await exchange.pass(2_000);
    await save(exchange, who, { drawdown: { percent: '10', action: 'warn' } });
    jumps.push({ atMs: exchange.clock.nowMs() + 1_000, factor: 0.5 });
    await exchange.pass(120_000, 20_000);
    await look(exchange);
    const row = await rowOf(exchange, who, id, 'futures_grid');
    expect(row).toMatchObject({ status: 'finished', finish_as: 'liquidated' });
    const { crossings, equity, peak } = await read(exchange, who);
    expect(crossings).toMatchObject([{ limit: 'drawdown', most: '10' }]);
    expect(units(equity)).toBe(await worthOf(exchange, who));
    expect(Number(crossings[0].value)).toBeCloseTo((1 - Number(equity) / Number(peak)) * 100, 4);
  });

  it('a price that nobody knows is no fall and no exposure', async () => {
    const { exchange, who, held, price } = await opened();
    await startGrid(exchange, who);
    price('BTC_USDT', 1);
    await save(exchange, who, {
      drawdown: { percent: '1', action: 'stop-all' },
      exposure: { usdt: '', coins: [{ asset: 'BTC', usdt: '1000000' }], action: 'stop-all' },
    });
    const { peak } = await read(exchange, who);
    held.last.set('BTC_USDT', null);
    await look(exchange);
    expect(await read(exchange, who)).toMatchObject({ equity: '', peak, crossings: [] });
    const { data } = await exchange.send('tryProtection', {
      who,
      body: { drawdown: { percent: '1', action: 'stop-all' }, exposure: { usdt: '1', coins: [], action: 'warn' } },
    });
    const verdicts = Object.fromEntries(
      data.standings.map(({ asset, verdict }: { asset: string; verdict: string }) => [asset, verdict]),
    );
    expect(verdicts).toMatchObject({ '': 'unknown', BTC: 'unknown', ETH: 'reached' });
    expect(data.ends).toMatchObject({ is_due: false, bots: 0, left_out: 1, rows: [{ obstacle: 'unknown' }] });
  });

  it('neither is it when a contract alone has none, and what no market ever values hinders nothing', async () => {
    const { exchange, who, held, price } = await opened();
    await startKind(exchange, who, 'futures_grid');
    price('BTC_USDT', 1);
    await save(exchange, who, { drawdown: { percent: '1', action: 'warn' } });
    held.last.set('BTC_USDT@USDT', null);
    await look(exchange);
    expect(await read(exchange, who)).toMatchObject({ equity: '' });
    held.last.delete('BTC_USDT@USDT');
    const strange = issueTo(userAccount(DEMO, 'spot'), 'NONE', 5n * UNITS_PER_COIN);
    await exchange.sequencer.submit((tx) => exchange.ledger.post([strange], 'deposit', `user:${DEMO}`, tx.nowMs));
    await look(exchange);
    expect(units((await read(exchange, who)).equity)).toBe(await worthOf(exchange, who));
    price('BTC_USDT', 0.5);
    await look(exchange);
    expect((await read(exchange, who)).crossings).toHaveLength(1);
  });

  it('what moves between a look and its turn has it begun again: no deposit and no change of limits is lost', async () => {
    const { exchange, who, price } = await opened();
    price('BTC_USDT', 1);
    await save(exchange, who, { drawdown: { percent: '90', action: 'warn' } });
    const { sequencer, ledger } = exchange;
    const { guards } = exchange.protection;
    const real = sequencer.submit;
    /** Something of another comes into the same turn, before what the look has found. */
    const comeBetween = (meanwhile: (tx: Tx) => void): void => {
      sequencer.submit = (command, isKept) => {
        sequencer.submit = real;
        void real(meanwhile);
        return real(command, isKept);
      };
    };
    price('BTC_USDT', 1.1);
    const { peak } = await read(exchange, who);
    comeBetween((tx) => {
      ledger.post(
        [issueTo(userAccount(DEMO, 'spot'), 'USDT', 300_000n * UNITS_PER_COIN)],
        'deposit',
        `user:${DEMO}`,
        tx.nowMs,
      );
    });
    await look(exchange);
    await look(exchange);
    const after = await read(exchange, who);
    // Nothing has fallen: the peak is the present worth, the deposit in it.
    expect(units(after.peak)).toBe(units(after.equity));
    expect(units(after.peak) - units(peak)).toBeGreaterThan(300_000n * UNITS_PER_COIN);
    price('BTC_USDT', 1.2);
    comeBetween((tx) => guards.put(tx, DEMO, { ...guards.of(DEMO), version: 9, limits: NO_LIMITS }));
    await look(exchange);
    expect(await read(exchange, who)).toMatchObject({ version: 9, drawdown: null });
  });

  it('is of one moment: where the market moves on or money moves in the middle of a look it is begun again, five times at the most', async () => {
    const { exchange, who } = await opened();
    const id = await startGrid(exchange, who);
    await exchange.pass(60_000, 20_000);
    const { parts } = exchange.protection;
    const bot = parts.book.inMemory(id);
    if (bot === undefined) throw new Error('no bot');
    /** In the middle of so many looks something moves. */
    const lookedAt = async (what: 'market' | 'money', moves: number) => {
      const moved = { market: 0, money: 0 };
      let looks = 0;
      const inMemory = () => {
        if (looks <= moves) moved[what] = looks;
        return bot;
      };
      const assets = (account: string): ReadonlyMap<string, bigint> =>
        new Map(account === userAccount(DEMO, 'spot') ? [['USDT', BigInt(moved.money)]] : []);
      const turns = {
        get cursorMs() {
          return moved.market;
        },
      };
      const strange = { ...parts, turns, ledger: { assets }, book: { runningOf: () => [bot], inMemory } };
      const seen = await seenAccount(strange, DEMO, () => {
        looks += 1;
        return exchange.clock.nowMs();
      });
      return [looks, seen !== null];
    };
    for (const what of ['market', 'money'] as const) {
      expect(await lookedAt(what, 0)).toEqual([1, true]);
      expect(await lookedAt(what, 2)).toEqual([3, true]);
    }
    // So many bots that the market moves on under every look are looked at all the same; money that is in two places is not added up.
    expect(await lookedAt('market', 99)).toEqual([5, true]);
    expect(await lookedAt('money', 99)).toEqual([5, false]);
  });

  it('of one account does not wait for the disk that has what was found of another', async () => {
    const { exchange, who } = await opened();
    const { guards, watch } = exchange.protection;
    await save(exchange, who, { drawdown: { percent: '50', action: 'warn' } });
    const guard = guards.of(DEMO);
    const others = Array.from({ length: 40 }, (_, index) => 20_000 + index);
    // None has a peak yet: each look finds one.
    await exchange.sequencer.submit((tx) => {
      for (const userId of others) guards.put(tx, userId, { ...guard, peak: null });
    });
    const held = Promise.withResolvers<void>();
    const commit = exchange.store.commit.bind(exchange.store);
    vi.spyOn(exchange.store, 'commit').mockImplementation(async (turn) => {
      await held.promise;
      await commit(turn);
    });
    const looking = watch.look();
    const seen = () => others.filter((userId) => watch.lastLook(userId) !== undefined).length;
    // Looks rest between.
    await vi.waitFor(() => expect(seen()).toBeGreaterThanOrEqual(10), 120_000);
    for (let turn = 0; turn < 500; turn += 1) await nextTurn();
    // Not all of them: what waits is bounded.
    expect(seen()).toBeLessThan(others.length);
    held.resolve();
    await looking;
    expect(others.map((userId) => guards.of(userId).peak)).toEqual(others.map(() => 0n));
  });

  it('is not offered to an account whose password is published: anybody would stop everybody’s bots', async () => {
    const { exchange, who, folder, feed } = await opened();
    expect((await read(exchange, who)).not_offered).toBe('');
    const crossed = await save(exchange, who, { exposure: { usdt: '1', coins: [], action: 'stop-creating' } });
    expect(crossed.data.crossings).not.toEqual([]);
    await exchange.kill();
    const open = await openTestExchange(folder, { clock: exchange.clock, feed });
    const anybody = await open.trader();
    // What a program saved for it that did not know better is nobody's limit any more.
    expect(await read(open, anybody)).toMatchObject({
      version: 0,
      exposure: null,
      crossings: [],
      not_offered: 'protection-published',
    });
    const refused = await save(open, anybody, { drawdown: { percent: '5', action: 'stop-all' } });
    expect(refused).toMatchObject({ code: 403, data: { issue: 'protection-published' } });
    expect(open.protection.guards.guarded()).toEqual([]);
    expect((await open.send('createGrid', { who: anybody, body: gridBody(open, { money: '900' }) })).code).toBe(200);
    // A dry run changes nothing for anybody.
    const tried = await open.send('tryProtection', {
      who: anybody,
      body: { drawdown: { percent: '5', action: 'warn' }, exposure: null },
    });
    expect(tried.code).toBe(200);
  });

  it('costs accounts without limits nothing: none of their bots is looked at', async () => {
    const { exchange, who } = await opened();
    await startGrid(exchange, who);
    let looked = 0;
    const { book } = exchange.protection.parts;
    const real = book.runningOf;
    book.runningOf = (userId) => {
      looked += 1;
      return real(userId);
    };
    await look(exchange);
    expect(looked).toBe(0);
    await save(exchange, who, { drawdown: { percent: '50', action: 'warn' } });
    looked = 0;
    await look(exchange);
    expect(looked).toBeGreaterThan(0);
    await save(exchange, who, {});
    looked = 0;
    await look(exchange);
    expect(looked).toBe(0);
  });
});

describe('what is set', () => {
  const WRONG: readonly (readonly [limits: Limits, field: string, issue: string])[] = [
    [{ drawdown: { percent: '0', action: 'warn' } }, 'percent', 'percent-between'],
    [{ drawdown: { percent: '100.01', action: 'warn' } }, 'percent', 'percent-between'],
    [{ drawdown: { percent: '5.123', action: 'warn' } }, 'percent', 'percent-between'],
    [{ exposure: { usdt: '', coins: [], action: 'warn' } }, 'usdt', 'protection-no-limit'],
    [{ exposure: { usdt: '0.5', coins: [], action: 'warn' } }, 'usdt', 'usdt-between'],
    [{ exposure: { usdt: '', coins: [{ asset: 'BTC', usdt: '0' }], action: 'warn' } }, 'coins.0', 'usdt-between'],
    [{ exposure: { usdt: '', coins: [{ asset: 'USDT', usdt: '5' }], action: 'warn' } }, 'coins.0', 'protection-coin'],
    [{ exposure: { usdt: '', coins: [{ asset: 'NONE', usdt: '5' }], action: 'warn' } }, 'coins.0', 'protection-coin'],
    [
      {
        exposure: {
          usdt: '',
          coins: [
            { asset: 'BTC', usdt: '5' },
            { asset: 'BTC', usdt: '6' },
          ],
          action: 'warn',
        },
      },
      'coins.1',
      'protection-coin-twice',
    ],
    [{ drawdown: { percent: '-5', action: 'warn' } }, 'drawdown.percent', 'malformed'],
    [{ drawdown: { percent: '5', action: 'sell' } }, 'drawdown.action', 'malformed'],
  ];

  it('is looked at by the exchange, of a dry run too, and nothing of it is kept', async () => {
    const { exchange, who } = await opened();
    for (const [limits, field, issue] of WRONG) {
      const body = { drawdown: null, exposure: null, ...limits };
      for (const reply of [await save(exchange, who, limits), await exchange.send('tryProtection', { who, body })])
        expect([limits, reply]).toMatchObject([limits, { code: 422, data: { field, issue } }]);
    }
    expect(await read(exchange, who)).toMatchObject({ version: 0, drawdown: null, exposure: null });
    // Fifty coins and no more: what is stored is bounded.
    const coins = Array.from({ length: 51 }, (_, i) => ({ asset: `C${i}`, usdt: '5' }));
    expect((await save(exchange, who, { exposure: { usdt: '', coins, action: 'warn' } })).code).toBe(422);
  });

  it('is kept to the last digit with its version, over a restart; who has not seen the present one saves nothing', async () => {
    const { exchange: first, who: trader, folder, feed } = await opened();
    const limits = {
      drawdown: { percent: '12.05', action: 'warn' },
      exposure: {
        usdt: '1000000000',
        coins: [
          { asset: 'ETH', usdt: '500000.5' },
          { asset: 'BTC', usdt: '0900000.10' },
        ],
        action: 'stop-creating',
      },
    };
    expect((await save(first, trader, limits)).code).toBe(200);
    const kept = {
      ...limits,
      exposure: { ...limits.exposure, coins: [{ asset: 'BTC', usdt: '900000.1' }, limits.exposure.coins[0]] },
    };
    await first.kill();
    const exchange = await openTestExchange(folder, { isDemoPrivate: true, clock: first.clock, feed });
    const who = await exchange.trader();
    expect(await read(exchange, who)).toMatchObject({ version: 1, ...kept });
    const stale = { version: 0, drawdown: null, exposure: null, ...FUND };
    expect(await exchange.send('saveProtection', { who, body: stale })).toMatchObject({
      code: 409,
      data: { issue: 'protection-stale' },
    });
    expect(await read(exchange, who)).toMatchObject({ version: 1, ...kept });
    expect((await save(exchange, who, { drawdown: null })).data).toMatchObject({
      version: 2,
      exposure: null,
      peak: '',
    });
    expect(await exchange.send('rearmProtection', { who, body: { limit: 'drawdown', ...FUND } })).toMatchObject({
      code: 422,
      data: { field: 'limit', issue: 'protection-unset' },
    });
  });

  it('asks for the fund password, as calls do that end bots; reading and trying do not', async () => {
    const { exchange } = await opened();
    const who = await exchange.logIn();
    const body = { drawdown: { percent: '50', action: 'stop-all' }, exposure: null };
    expect(await exchange.send('saveProtection', { who, body: { ...body, version: 0 } })).toMatchObject({
      require_fundpass: true,
    });
    expect(await exchange.send('rearmProtection', { who, body: { limit: 'drawdown' } })).toMatchObject({
      require_fundpass: true,
    });
    expect((await exchange.send('tryProtection', { who, body })).code).toBe(200);
    expect((await exchange.send('protection', { who })).data.version).toBe(0);
  });

  it('otherwise is judged anew at once: what was reached under other limits is not', async () => {
    const { exchange, who } = await opened();
    const exposure = (usdt: string, action: string) => ({
      exposure: { usdt: '', coins: [{ asset: 'BTC', usdt }], action },
    });
    const both = { drawdown: { percent: '10', action: 'warn' } };
    const first = await save(exchange, who, { ...both, ...exposure('1', 'warn') });
    expect(first.data.crossings).toMatchObject([{ asset: 'BTC', action: 'warn' }]);
    const second = await save(exchange, who, { ...both, ...exposure('1', 'stop-creating') });
    expect(second.data.crossings).toMatchObject([{ asset: 'BTC', action: 'stop-creating' }]);
    // The other limit goes on as it was.
    expect(second.data).toMatchObject({ peak: first.data.peak, peak_since: first.data.peak_since });
    const third = await save(exchange, who, { ...both, ...exposure('900000000', 'stop-creating') });
    expect(third.data.crossings).toEqual([]);
    expect((await toldOf(exchange, who)).map(({ code }: { code: string }) => code)).toEqual([
      'exposure-stop-creating',
      'exposure-warn',
    ]);
  });
});

/** What part of the account's worth is BTC, percent. */
async function btcShare(exchange: TestExchange, who: Who): Promise<{ readonly btc: number }> {
  const { data } = await exchange.send('tryProtection', {
    who,
    body: { drawdown: null, exposure: { usdt: '1', coins: [], action: 'warn' } },
  });
  const btc = data.standings.find(({ asset }: { asset: string }) => asset === 'BTC');
  return { btc: (Number(btc.value) / Number(data.equity)) * 100 };
}
