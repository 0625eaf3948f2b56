import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, startKind } from './exchange-kind-bodies.ts';

/** Every kind, some hours old: what is said of its end before it happens, and what its records say afterwards. */

const KINDS = Object.keys(KIND_BODIES) as RunnableKind[];
const units = (text: string): bigint => (text.startsWith('-') ? -units(text.slice(1)) : (parseAmount(text) as bigint));

interface Bot {
  readonly exchange: TestExchange;
  readonly who: Who;
  readonly id: number;
  readonly kind: RunnableKind;
}

const bots = new Map<string, Bot>();
let exchange: TestExchange;
let who: Who;

const folder = mkdtempSync(join(tmpdir(), 'exchange-ends-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  exchange = await openTestExchange(folder);
  who = await exchange.trader();
  for (const kind of KINDS) bots.set(kind, { exchange, who, id: await startKind(exchange, who, kind), kind });
  await exchange.pass(4 * 3_600_000, 60_000);
}, 120_000);

const byStrategy = ({ id, kind }: Bot) => ({ strategy_id: id, strategy_type: kind });
const rowOf = async (bot: Bot) => (await exchange.send('strategyDetail', { who, query: byStrategy(bot) })).data;
const preview = (bot: Bot, type: string, slip = type === 'limit' ? '0.01' : '0') =>
  exchange.send('closePreview', { who, query: { ...byStrategy(bot), type, slip } });

async function end(bot: Bot, type: string, slip = '0'): Promise<void> {
  const { account, market } = (await rowsOfRecord(bot)) as { account: string; market: string };
  const option = { account, type, market, price: 'lastprice', slip, expiration: type === 'limit' ? 60 : 0 };
  const saved = await exchange.send('saveStopOptions', { who, body: { ...byStrategy(bot), stop_options: [option] } });
  expect(saved).toMatchObject({ code: 200 });
  const path = { id: bot.id };
  const stopped =
    KIND_BODIES[bot.kind].stop === 'cancelGrid'
      ? await exchange.send('cancelGrid', { who, path, body: { fundpass: 'paper-fund' } })
      : await exchange.send('stopStrategy', {
          who,
          path,
          query: { strategy_type: bot.kind },
          body: { fundpass: 'paper-fund' },
        });
  expect(stopped).toMatchObject({ code: 200 });
}

async function rowsOfRecord(bot: Bot) {
  const { market } = await rowOf(bot);
  return { account: KIND_BODIES[bot.kind].account, market };
}

/** What went back to the owner when the bot ended, by asset. */
async function returned(bot: Bot): Promise<Record<string, bigint>> {
  const query = { ...byStrategy(bot), query_type: 'fund', page_size: 500 };
  const { data } = await exchange.send('accountBook', { who, query });
  const sums: Record<string, bigint> = {};
  for (const { change, asset, type } of data) {
    if (type === 'bot-return') sums[asset] = (sums[asset] ?? 0n) - units(change);
  }
  return sums;
}

describe('where a bot would be liquidated', () => {
  it.each(KINDS)(
    'is one answer for a %s in its row, its detail and the estimate of its own money (C6, M-316, E-138)',
    async (kind) => {
      const bot = bots.get(kind) as Bot;
      const row = await rowOf(bot);
      const body = { strategy_id: bot.id, money: row.money, leverage: row.leverage || '1', follow_id: 0 };
      const estimate = (await exchange.send('liquidationPrice', { who, body })) as unknown as Record<string, string>;
      expect(estimate).toMatchObject({ code: 200 });
      const held = [estimate.held_liq_price, estimate.held_short_liq_price].filter((price) => price !== '--');
      expect(held).toEqual(row.liq_price === '--' ? [] : [row.liq_price]);
      const full = [estimate.liq_price, estimate.short_liq_price];
      if (row.full_liq_price !== '--' && row.liq_price !== '--') expect(full).toContain(row.full_liq_price);
    },
  );

  it('moves away with more money and towards the price with less (M-316)', async () => {
    const bot = bots.get('futures_grid') as Bot;
    const row = await rowOf(bot);
    const ask = async (money: string) => {
      const body = { strategy_id: bot.id, money, leverage: row.leverage, follow_id: 0 };
      const reply = (await exchange.send('liquidationPrice', { who, body })) as unknown as Record<string, string>;
      return Number(reply.liq_price === '--' ? 0 : reply.liq_price);
    };
    const money = Number(row.money);
    expect(await ask(String(money * 2))).toBeLessThan(await ask(row.money));
    expect(await ask(String(money * 0.9))).toBeGreaterThan(await ask(row.money));
  });
});

describe('a row of a bot that runs', () => {
  it('says what its largest resting order is worth in money (C11, M-092)', async () => {
    for (const kind of ['spot_grid', 'infinite_grid', 'martingale'] as const) {
      const bot = bots.get(kind) as Bot;
      const { data } = await exchange.send('openOrders', { who, path: { id: bot.id } });
      const values = [...data.ask, ...data.bid].map(({ price, qty }) => Number(price) * Number(qty));
      expect(Number((await rowOf(bot)).max_order_amount)).toBeCloseTo(Math.max(...values), 4);
    }
  });

  it('says the fee of each order of an indicator bot (C11, M-102)', async () => {
    for (const kind of ['compose-indicator', 'spot-compose-indicator', 'macd'] as const) {
      const { params } = await rowOf(bots.get(kind) as Bot);
      expect(Number(params.fee)).toBeGreaterThan(0);
      expect(Number(params.fee)).toBeLessThan(0.01);
    }
  });
});

describe('the end of a bot, said before it happens', () => {
  it('is refused where it cannot be had: a contract’s position is not kept, with a code (C11)', async () => {
    for (const kind of ['futures_grid', 'contract-martingale', 'compose-indicator'] as const) {
      const reply = await preview(bots.get(kind) as Bot, 'no_close');
      expect(reply).toMatchObject({ code: 422, data: { field: 'type', issue: 'stop_option.position' } });
    }
  });

  it('is not said in the call that ends it: what nobody reads there is refused, and the bot runs on (C11)', async () => {
    for (const kind of ['futures_grid', 'contract-martingale'] as const) {
      const bot = bots.get(kind) as Bot;
      const body = { fundpass: 'paper-fund', close_type: 'no_close' };
      const reply = await exchange.send(KIND_BODIES[kind].stop, { who, path: { id: bot.id }, body });
      expect(reply, kind).toMatchObject({ code: 422, data: { field: 'close_type' } });
      expect((await rowOf(bot)).status, kind).not.toBe('finished');
    }
  });

  it('says of a limit that the book has enough for that nothing rests', async () => {
    const bot = bots.get('spot_grid') as Bot;
    const { data } = await preview(bot, 'limit', '0.05');
    expect(data).toMatchObject({ rests: null });
    expect(data.trades).toHaveLength(1);
  });

  it.each(KINDS)(
    'is what a market close of a %s then does: trades, what comes back and the result (C3)',
    async (kind) => {
      const bot = bots.get(kind) as Bot;
      const before = (await preview(bot, 'market')).data;
      const told = { returns: before.returns, trades: before.trades.length, profit: before.profit };
      // Asking changes nothing.
      expect((await preview(bot, 'market')).data).toEqual(before);
      await end(bot, 'market');
      const row = await rowOf(bot);
      expect(row.status).toBe('finished');
      expect(row.profit).toBe(told.profit);
      const came = await returned(bot);
      const expected = Object.fromEntries(
        (told.returns as { currency: string; amount: string }[]).map(({ currency, amount }) => [
          currency,
          units(amount),
        ]),
      );
      expect(came).toEqual(expected);
      const { data } = await exchange.send('tradeRecords', {
        who,
        path: { id: bot.id },
        query: { page: 1, page_size: 20 },
      });
      const closings = data.orders.slice(0, told.trades);
      expect(closings.map((order: { match_price: string }) => order.match_price).toReversed()).toEqual(
        before.trades.map(({ price }: { price: string }) => price),
      );
      // The record of the end tells the price of the fill, not the last price (C11).
      const { data: records } = await exchange.send('operateRecords', {
        who,
        query: { ...byStrategy(bot), page_size: 50 },
      });
      const ended = records.find(({ op_type }: { op_type: string }) => op_type === 'terminate');
      const to = JSON.parse(ended.to) as { price?: string; quantity?: string };
      if (to.price !== undefined && /[1-9]/.test(to.quantity ?? '')) expect(to.price).toBe(before.trades[0].price);
    },
  );
});

describe('after the end', () => {
  it('a portfolio that kept its coins is worth all of them (C7)', async () => {
    const id = await startKind(exchange, who, 'smart-position');
    const bot = { exchange, who, id, kind: 'smart-position' as const };
    await exchange.pass(120_000, 60_000);
    await end(bot, 'no_close');
    const row = await rowOf(bot);
    // Everything but the cash left over is in coins; the first coin alone is a part of that.
    const worth = Number(row.money) + Number(row.profit);
    expect(Number(row.position_value)).toBeGreaterThan(worth * 0.9);
    expect(Number(row.position_value)).toBeLessThanOrEqual(worth);
  });

  it('the owner’s closing order of a martingale is called what it is, not a stop loss (C11, M-107)', async () => {
    for (const kind of ['martingale', 'contract-martingale'] as const) {
      const bot = bots.get(kind) as Bot;
      const query = { ...byStrategy(bot), page: 1, page_size: 20 };
      const rounds = (await exchange.send('completedRounds', { who, query })).data;
      const detail = await exchange.send('roundDetail', {
        who,
        query: { ...query, cycle_index: rounds[0].cycle_index },
      });
      const types = detail.data.orders.map(({ order_type }: { order_type: string }) => order_type);
      expect(types.at(-1)).toBe('close');
      expect(types).not.toContain('stop_loss');
    }
  });

  it('a bot of brought coins tells the coins that it began with, not an investment of 0 (C11)', async () => {
    const rows = await Promise.all(KINDS.map((kind) => rowOf(bots.get(kind) as Bot)));
    for (const { strategy_id, strategy_type } of rows) {
      const query = { strategy_id, strategy_type, page_size: 500 };
      const { data } = await exchange.send('operateRecords', { who, query });
      const created = data.find(({ op_type }: { op_type: string }) => op_type === 'create');
      expect(created?.to ?? '').not.toContain('"investment":"0"');
    }
  });
});
