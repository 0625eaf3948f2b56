import { describe, expect, it, vi } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { botAccount, INSURANCE, userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { crashFeed } from './exchange-crash-feed.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const [DEMO, COPIER] = [10_001, 10_002];
const PERP = 'BTC_USDT@USDT';
const CRASH_MS = MORNING_MS + 10 * 60_000 + 30_000;

function units(text: string): bigint {
  return text.startsWith('-') ? -(parseAmount(text.slice(1)) as bigint) : (parseAmount(text) as bigint);
}

function open(factor: number): Promise<TestExchange> {
  const feed = crashFeed(createSimulatedFeed({ seed: 'exchange-tests' }), CRASH_MS, factor);
  return openTestExchange(temporaryFolder(), { feed });
}

async function rowOf(exchange: TestExchange, who: Who, id: number, kind = 'futures_grid') {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: kind } })).data;
}

/** A grid that opens with nearly its whole range as position. */
function bold(exchange: TestExchange, side: 'buy' | 'sell', money: string) {
  const isLong = side === 'buy';
  return {
    side,
    money,
    leverage: '50',
    grid_num: '2',
    low_price: priceAt(exchange, PERP, isLong ? 0.999 : 0.98),
    high_price: priceAt(exchange, PERP, isLong ? 1.02 : 1.001),
  };
}

describe('a liquidation through the exchange', () => {
  it('closes a long at its level when the mark falls to it, takes a fee, and never more than the bot had; its change book, 500 a page, sums to nothing (M-126, M-295, M-383)', async () => {
    const exchange = await open(0.97);
    const who = await exchange.trader();
    const before = exchange.ledger.balance(userAccount(DEMO, 'futures_usdt'), 'USDT');
    const id = await startKind(exchange, who, 'futures_grid', bold(exchange, 'buy', '1000'));
    const running = await rowOf(exchange, who, id);
    expect(Number(running.liq_price)).toBeGreaterThan(Number(priceAt(exchange, PERP, 0.97)));
    await exchange.pass(15 * 60_000, 10_000);
    const ended = await rowOf(exchange, who, id);
    expect(ended).toMatchObject({ status: 'finished', finish_as: 'liquidated', residual: '0', liq_price: '--' });
    const left = exchange.ledger.balance(userAccount(DEMO, 'futures_usdt'), 'USDT') - before;
    expect(left).toBe(units(ended.profit));
    expect(left).toBeGreaterThanOrEqual(-units('1000'));
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    const query = { strategy_id: id, strategy_type: 'futures_grid', query_type: 'fund' };
    const book = await exchange.send('futuresAccountBook', { who, query: { ...query, page_size: 500 } });
    const sum = book.data.reduce((all: bigint, { change }: { change: string }) => all + units(change), 0n);
    expect(sum).toBe(0n);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('lets the insurance account pay what a gap took beyond the bot’s money, and leaves the trader at 0', async () => {
    const exchange = await open(0.8);
    const who = await exchange.trader();
    const insured = exchange.ledger.balance(INSURANCE, 'USDT');
    const id = await startKind(exchange, who, 'futures_grid', bold(exchange, 'buy', '1000'));
    const contract = await startKind(exchange, who, 'contract-martingale', { params: { leverage: '50' } });
    await exchange.pass(15 * 60_000, 10_000);
    expect(await rowOf(exchange, who, id)).toMatchObject({ finish_as: 'liquidated', profit: '-1000' });
    const martingale = await rowOf(exchange, who, contract, 'contract-martingale');
    expect(martingale).toMatchObject({ finish_as: 'liquidated', residual: '0' });
    expect(exchange.ledger.balance(INSURANCE, 'USDT')).toBeLessThan(insured);
    expect(exchange.ledger.balance(userAccount(DEMO, 'futures_usdt'), 'USDT')).toBeGreaterThanOrEqual(0n);
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('closes who stands on the other side at the bankruptcy price when the insurance account is empty', async () => {
    const exchange = await open(0.5);
    const loser = await exchange.trader('demo');
    const winner = await exchange.trader('copier');
    const long = await startKind(exchange, loser, 'futures_grid', bold(exchange, 'buy', '45000'));
    const short = await startKind(exchange, winner, 'futures_grid', {
      ...bold(exchange, 'sell', '2000'),
      low_price: priceAt(exchange, PERP, 0.4),
      grid_num: '50',
    });
    await exchange.pass(15 * 60_000, 10_000);
    expect(await rowOf(exchange, loser, long)).toMatchObject({ finish_as: 'liquidated', residual: '0' });
    const ended = await rowOf(exchange, winner, short);
    expect(ended).toMatchObject({ finish_as: 'auto_deleveraged', residual: '0' });
    expect(units(ended.profit)).toBeGreaterThan(0n);
    expect(exchange.ledger.balance(INSURANCE, 'USDT')).toBeLessThan(units('100000'));
    for (const user of [DEMO, COPIER]) {
      expect(exchange.ledger.balance(userAccount(user, 'futures_usdt'), 'USDT')).toBeGreaterThanOrEqual(0n);
    }
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });
});

describe('who stands on the other side of an end that is taken back', () => {
  it('runs on as before, with his money, and is closed when it happens', async () => {
    const exchange = await open(0.5);
    const [loser, winner] = [await exchange.trader('demo'), await exchange.trader('copier')];
    const long = await startKind(exchange, loser, 'futures_grid', bold(exchange, 'buy', '45000'));
    const opposite = { ...bold(exchange, 'sell', '2000'), low_price: priceAt(exchange, PERP, 0.4), grid_num: '50' };
    const short = await startKind(exchange, winner, 'futures_grid', opposite);
    // The last price has crashed, the mark – a minute's – has not: an end at the market loses more than there is.
    await exchange.pass(CRASH_MS - MORNING_MS + 5_000, 1_000);
    const before = await rowOf(exchange, winner, short);
    const held = [...exchange.ledger.assets(botAccount(short))];
    expect(before).toMatchObject({ status: 'running' });
    const { post } = exchange.ledger;
    const broken = vi.spyOn(exchange.ledger, 'post').mockImplementation((postings, ...rest) => {
      // The loser's end is written already, and the winner's machine has closed.
      if (postings.some(({ from, to }) => [from, to].includes(botAccount(short)))) throw new Error('after all');
      return post.call(exchange.ledger, postings, ...rest);
    });
    const end = { who: loser, path: { id: long }, body: { fundpass: 'paper-fund' } };
    await expect(exchange.send('cancelGrid', end)).rejects.toThrow('after all');
    broken.mockRestore();
    expect(await rowOf(exchange, loser, long)).toMatchObject({ status: 'running' });
    expect(await rowOf(exchange, winner, short)).toEqual(before);
    expect([...exchange.ledger.assets(botAccount(short))]).toEqual(held);
    await exchange.pass(2 * 60_000, 1_000);
    expect(await rowOf(exchange, loser, long)).toMatchObject({ finish_as: 'liquidated', residual: '0' });
    expect(await rowOf(exchange, winner, short)).toMatchObject({ finish_as: 'auto_deleveraged', residual: '0' });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });
});

describe('a liquidation after a time that nobody saw', () => {
  it('happens around the price that is found, not around the last one before', async () => {
    const folder = temporaryFolder();
    const crashed = crashFeed(createSimulatedFeed({ seed: 'exchange-tests' }), CRASH_MS, 0.8);
    const feed = { ...crashed, knowsPath: () => false };
    const before = await openTestExchange(folder, { feed });
    const who = await before.trader();
    const id = await startKind(before, who, 'futures_grid', bold(before, 'buy', '1000'));
    await before.kill();
    before.clock.advance(2 * 3_600_000);
    const exchange = await openTestExchange(folder, { feed, clock: before.clock });
    const ended = await rowOf(exchange, await exchange.trader(), id);
    // A fifth less at fifty times: nothing is left of it.
    expect(ended).toMatchObject({ finish_as: 'liquidated', profit: '-1000', residual: '0' });
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });
});

describe('liquidation prices before anything is risked', () => {
  it('come with the minimum amount: for the long side, the short side, and with the contract’s largest leverage (C-145, C-369)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const ask = async (side: string) => {
      const { low_price, high_price, grid_num, market, leverage } = KIND_BODIES.futures_grid.body(exchange);
      const query = { low_price, high_price, grid_num, market, leverage, instrument_type: 'futures_usdt', side };
      return (await exchange.send('minAmount', { query: { ...query, money: '1000' } as Record<string, string> })).data;
    };
    const [long, short, neutral] = [await ask('buy'), await ask('sell'), await ask('neutral')];
    expect(long).toMatchObject({ short_liq_price: '--', max_leverage: '50' });
    expect(short).toMatchObject({ liq_price: '--' });
    expect(Number(long.liq_price)).toBeLessThan(Number(priceAt(exchange, PERP, 1)));
    expect(Number(short.short_liq_price)).toBeGreaterThan(Number(priceAt(exchange, PERP, 1)));
    expect(Number(neutral.liq_price)).toBeLessThan(Number(neutral.short_liq_price));
    expect(units(long.min_amount)).toBeGreaterThan(0n);
    // H39: what the opening holds is further away than everything filled; a neutral grid opens with nothing.
    expect(Number(long.held_liq_price)).toBeLessThan(Number(long.liq_price));
    expect(Number(short.held_short_liq_price)).toBeGreaterThan(Number(short.short_liq_price));
    expect(neutral).toMatchObject({ held_liq_price: '--', held_short_liq_price: '--' });
  });

  it.each(['margin_grid', 'contract-martingale'] as const)(
    'come in two numbers for a %s too: as held, and with everything on the losing side filled (H39, M-316)',
    async (kind) => {
      const exchange = await openTestExchange(temporaryFolder());
      const who = await exchange.trader();
      // One add order only, so that the first order is large enough to be liquidated by itself.
      const changes = kind === 'margin_grid' ? {} : { params: { max_order_amount: '1' } };
      const id = await startKind(exchange, who, kind, changes);
      const body = { strategy_id: id, money: '2000', leverage: '5', follow_id: 0 };
      const reply = (await exchange.send('liquidationPrice', { who, body })) as unknown as Record<string, string>;
      const [held, full, last] = [reply.held_liq_price, reply.liq_price, priceAt(exchange, PERP, 1)].map(Number);
      expect(held).toBeGreaterThan(0);
      expect(full).toBeGreaterThan(held as number);
      expect(full).toBeLessThan(last as number);
      expect(reply).toMatchObject({ short_liq_price: '--', held_short_liq_price: '--' });
    },
  );

  it('are, of a futures martingale that waits for its trigger, those of the ladder that begins there (M-316, C-237)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const heldOf = async (trigger_price: string): Promise<number> => {
      const params = { max_order_amount: '1', trigger_price };
      const id = await startKind(exchange, who, 'contract-martingale', { params });
      const body = { strategy_id: id, money: '2000', leverage: '5', follow_id: 0 };
      return Number(
        ((await exchange.send('liquidationPrice', { who, body })) as unknown as Record<string, string>).held_liq_price,
      );
    };
    const [now, waiting] = [await heldOf(''), await heldOf(priceAt(exchange, PERP, 0.8))];
    expect(now).toBeGreaterThan(0);
    expect(waiting / now).toBeCloseTo(0.8, 1);
  });

  it('can be asked for with other money and another leverage of a bot that runs (M-316, E-138, C6)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'futures_grid');
    const ask = async (money: string, leverage: string) =>
      exchange.send('liquidationPrice', { who, body: { strategy_id: id, money, leverage, follow_id: 0 } });
    const calm = (await ask('2000', '2')) as unknown as { liq_price: string; short_liq_price: string };
    const brave = (await ask('2000', '20')) as unknown as { liq_price: string };
    expect(calm.short_liq_price).toBe('--');
    // What is open is open: leverage binds margin and moves no liquidation (H39).
    expect(brave.liq_price).toBe(calm.liq_price);
    expect(await ask('2000', '51')).toMatchObject({ code: 422, data: { field: 'leverage' } });
  });
});
