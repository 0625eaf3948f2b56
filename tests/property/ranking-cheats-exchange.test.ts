import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { providedScore } from '#lib/formulas/ranking-score.ts';
import { runs } from '#tests/support/runs.ts';
import { follow } from '../unit/copied-bots.ts';
import { openTestExchange, type TestExchange, type Who } from '../unit/exchange-fixture.ts';
import { KIND_BODIES, priceAt } from '../unit/exchange-kind-bodies.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';

/**
 * One person with two accounts who tries to better the rank of a bot (H57), over a whole exchange: bots of either account, copies of his own
 * by the other one there and back, losers that are ended or hidden, money put into what goes up. The bot itself does on the same
 * market what it does alone.
 */

const DAY_MS = 86_400_000;
const DAYS = 9;

type What = 'make' | 'follow' | 'end' | 'hide';
interface Trick {
  readonly day: number;
  readonly what: What;
  /** By which account, and of which of what was made so far. */
  readonly by: 0 | 1;
  readonly of: number;
}

interface Made {
  readonly id: number;
  readonly by: 0 | 1;
}

/** A grid of a few per cent to each side, somewhere about the price. */
async function make(exchange: TestExchange, who: Who, at: number, isHide: 0 | 1 = 0): Promise<number> {
  const range = {
    low_price: priceAt(exchange, 'BTC_USDT', 0.9 + 0.02 * (at % 4)),
    high_price: priceAt(exchange, 'BTC_USDT', 1.04 + 0.02 * (at % 5)),
  };
  const body = { is_hide: isHide, ...KIND_BODIES.spot_grid.body(exchange, { ...range, money: '600' }) };
  return (await exchange.send('createGrid', { who, body })).data.strategy_id;
}

async function deposit(exchange: TestExchange, who: Who, id: number, money: string): Promise<void> {
  const query = { strategy_id: id, strategy_type: 'spot_grid' };
  const { low_price, high_price, grid_num } = (await exchange.send('strategyDetail', { who, query })).data.payload;
  const asked = { low_price, high_price, grid_num, money };
  const { data } = await exchange.send('investPlan', { who, path: { id }, body: asked });
  const actions = data.plans[0].actions.map(({ action, amount, currency }: Record<string, string>) => ({
    ...{ action, amount, currency },
  }));
  const body = { ...asked, actions, fundpass: 'paper-fund' };
  expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
}

/** What somebody does to better his rank; what an exchange refuses has no effect. */
async function play(exchange: TestExchange, accounts: readonly [Who, Who], made: Made[], trick: Trick): Promise<void> {
  const who = accounts[trick.by];
  const target = made[trick.of % made.length];
  if (trick.what === 'make') made.push({ by: trick.by, id: await make(exchange, who, made.length) });
  if (target === undefined) return;
  // The bot whose rank he wants better is the first; he leaves it alone.
  const isHis = target.by === trick.by && target !== made[0];
  const [path, body] = [{ id: target.id }, { fundpass: 'paper-fund' }];
  if (trick.what === 'follow' && target.by !== trick.by) {
    const { code, data } = await follow(exchange, who, 'spot_grid', target.id, '600', { is_hide: trick.of % 2 });
    if (code === 200) made.push({ by: trick.by, id: data.strategy_id });
  }
  if (trick.what === 'end' && isHis) await exchange.send('cancelGrid', { who, path, body });
  if (trick.what === 'hide' && isHis)
    await exchange.send('hideStrategy', {
      who,
      body: { strategy_id: target.id, strategy_type: 'spot_grid', is_hide: 1 },
    });
}

/** The score of a bot after the days, with what its owner does on them, and that of its provider. */
async function scoreAfter(tricks: readonly Trick[], deposits: readonly number[] = []) {
  const exchange = await openTestExchange(temporaryFolder());
  // A session lasts a day.
  const login = async () => [await exchange.trader(), await exchange.trader('copier')] as const;
  const made: Made[] = [{ by: 0, id: await make(exchange, (await login())[0], 1) }];
  const [{ id }] = made as [Made];
  for (let day = 0; day < DAYS; day += 1) {
    await exchange.pass(DAY_MS / 2, 3_600_000);
    const accounts = await login();
    for (const trick of tricks) if (trick.day === day) await play(exchange, accounts, made, trick);
    if (deposits.includes(day)) await deposit(exchange, accounts[0], id, '20000');
    await exchange.pass(DAY_MS / 2, 3_600_000);
  }
  const query = { strategy_type: 'all', page_size: 100 } as const;
  const items: readonly RecommendedItem[] = (await exchange.send('recommendList', { query })).data;
  const parts = items.find((item) => item.strategy_id === id)?.rank_parts;
  if (parts === undefined) throw new Error('the bot is not ranked');
  await exchange.stop();
  const [own, provider] = [Number(parts.own_score), Number(parts.provider_score)];
  return { own, provider, fall: Number(parts.fall), bots: made.length };
}

/** What asks for each of the orders, the default one first. */
const ORDERS: readonly Readonly<Record<string, string>>[] = [
  {},
  ...['rate', 'year_pft_rate', 'adj_sharp_rate', 'create_time'].map((order_by) => ({ order_by })),
];

/** Whether a bot stands in the list by each of the orders, the default one first. */
async function standsIn(exchange: TestExchange, id: number): Promise<readonly boolean[]> {
  return Promise.all(
    ORDERS.map(async (order) => {
      const items: RecommendedItem[] = [];
      // By default a page has two bots of a provider.
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = { strategy_type: 'all', page_size: 100, ...order, page };
        const { data, pagecount = 0 } = await exchange.send('recommendList', { query });
        items.push(...data);
        pages = pagecount;
      }
      return items.some((item) => item.strategy_id === id);
    }),
  );
}

const tricks = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: DAYS - 1 }),
    what: fc.constantFrom<What>('make', 'make', 'follow', 'follow', 'end', 'hide'),
    by: fc.constantFrom<0 | 1>(0, 1),
    of: fc.nat(12),
  }),
  { minLength: 6, maxLength: 14 },
);

describe('one person with two accounts (H57)', () => {
  it('betters no rank by bots and copies of either, nor by ending or hiding what lost', async () => {
    const alone = await scoreAfter([]);
    expect(alone.provider).toBe(alone.own);
    let most = 0;
    await fc.assert(
      fc.asyncProperty(tricks, async (played) => {
        const { own, provider, bots } = await scoreAfter(played);
        most = Math.max(most, bots);
        expect(own).toBe(alone.own);
        expect(providedScore(own, provider)).toBeLessThanOrEqual(providedScore(alone.own, alone.provider));
      }),
      { numRuns: runs(3, 20), endOnFailure: true },
    );
    expect(most).toBeGreaterThan(3);
  });

  it('stands by its whole life only with a bot that he has shown all of it, living or ended', async () => {
    const folder = temporaryFolder();
    const exchange = await openTestExchange(folder);
    const show = (who: Who, id: number, isHide: 0 | 1) =>
      exchange.send('hideStrategy', {
        who,
        body: { strategy_id: id, strategy_type: 'spot_grid', is_hide: isHide },
      });
    const first = await exchange.trader();
    const open = await make(exchange, first, 0);
    const kept: number[] = [];
    for (const at of [1, 2, 3]) kept.push(await make(exchange, first, at, 1));
    const [late = 0, ended = 0, shownOnce = 0] = kept;
    // One was there for a moment at its beginning.
    const wasOpen = await make(exchange, first, 4);
    for (const isHide of [0, 1] as const) await show(first, shownOnce, isHide);
    await show(first, wasOpen, 1);
    await exchange.pass(DAY_MS, 3_600_000);
    const then = await exchange.trader();
    const shown = [late, ended, shownOnce, wasOpen];
    for (const id of shown) await show(then, id, 0);
    for (let day = 0; day < 8; day += 1) await exchange.pass(DAY_MS, 3_600_000);
    await exchange.send('cancelGrid', {
      who: await exchange.trader(),
      path: { id: ended },
      body: { fundpass: 'paper-fund' },
    });
    await exchange.pass(10_000);
    expect(await standsIn(exchange, open)).toEqual([true, true, true, true, true]);
    for (const id of shown) expect(await standsIn(exchange, id), `${id}`).toEqual([true, false, false, false, true]);
    // Nor does a start forget who was shown late.
    await exchange.kill();
    const again = await openTestExchange(folder, { clock: exchange.clock });
    await again.pass(10_000);
    expect(await standsIn(again, open)).toEqual([true, true, true, true, true]);
    for (const id of shown) expect(await standsIn(again, id), `${id}`).toEqual([true, false, false, false, true]);
    await again.stop();
  });

  it('betters none by money that he puts in, whenever: no gain is counted twice', async () => {
    const alone = await scoreAfter([]);
    for (const days of [[1], [2], [3], [4], [7], [2, 6]]) {
      const { own, fall } = await scoreAfter([], days);
      // Larger orders are rounded otherwise: a ten-thousandth of a per cent a day.
      expect(own, `${days}`).toBeLessThanOrEqual(alone.own + 5e-6);
      expect(fall, `${days}`).toBeGreaterThanOrEqual(alone.fall);
    }
  });
});
