import { describe, expect, it } from 'vitest';
import { parseAmount, parseSignedAmount } from '#lib/money/amount.ts';
import { incomeTexts } from '#server/exchange/copies/share-transfers.ts';
import { TRANSFERS, userAccount, userSpot } from '#server/exchange/ledger/account-names.ts';
import { copied, endBot, wonAndLost } from './copied-bots.ts';
import { assertBooks } from './exchange-assert-books.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { rowOf } from './exchange-kind-bodies.ts';
import { heldFeed } from './held-feed.ts';
import { temporaryFolder } from './store-fixture.ts';

const FIVE_PERCENT = 20n;

async function twoTraders() {
  const exchange = await openTestExchange(temporaryFolder());
  return { exchange, provider: await exchange.trader(), copier: await exchange.trader('copier') };
}

async function userId(exchange: TestExchange, who: Who): Promise<number> {
  return (await exchange.send('upstreamProfile', { who })).data.user_id;
}

const units = (text: string): bigint => parseSignedAmount(text) ?? 0n;

/** A grid so narrow that minutes complete pairs. */
function narrow(exchange: TestExchange) {
  const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
  return { low_price: (last * 0.99).toFixed(1), high_price: (last * 1.01).toFixed(1), grid_num: '12', money: '5000' };
}

describe('the provider’s share of a copy', () => {
  it('is taken at the end of one that won, once, and not of one that lost (H41, C-003, C-021, M-008, E-251)', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const { won, lost } = await wonAndLost(exchange, { provider, copier });
    const [providerId, copierId] = [await userId(exchange, provider), await userId(exchange, copier)];
    const income = () => exchange.ledger.balance(userSpot(providerId), 'USDT');
    const own = () => exchange.ledger.balance(userAccount(copierId, 'futures_usdt'), 'USDT');
    const before = { income: income(), own: own() };
    const running = await rowOf(exchange, copier, won.copy, 'futures_grid');
    expect(Number(running.share_accrued)).toBeCloseTo(Number(running.profit) / 20, 6);
    expect(running).toMatchObject({ share_paid: '0', share_mark: '0' });
    expect((await endBot(exchange, copier, lost.copy)).code).toBe(200);
    await exchange.pass(5_000);
    const loser = await rowOf(exchange, copier, lost.copy, 'futures_grid');
    expect(Number(loser.profit)).toBeLessThan(0);
    expect(loser).toMatchObject({ share_paid: '0', share_accrued: '0', share_mark: '0' });
    expect(income()).toBe(before.income);
    await assertBooks(exchange, copier, lost.copy, 'lost');
    const afterLoss = own();
    const query = { strategy_id: won.copy, strategy_type: 'futures_grid', type: 'market' };
    const { data: told } = await exchange.send('closePreview', { who: copier, query });
    expect((await endBot(exchange, copier, won.copy)).code).toBe(200);
    // What is said before is what comes, without the share.
    expect(own() - afterLoss).toBe(units(told.returns[0].amount));
    await exchange.pass(5_000);
    const row = await rowOf(exchange, copier, won.copy, 'futures_grid');
    expect([told.provider_share, told.profit]).toEqual([row.share_paid, row.profit]);
    const paid = units(row.share_paid);
    // What is told is after the share: before it, the profit was the mark.
    expect(units(row.profit) + paid).toBe(units(row.share_mark));
    expect(paid).toBe(units(row.share_mark) / FIVE_PERCENT);
    expect(paid > 0n).toBe(true);
    expect(income() - before.income).toBe(paid);
    expect(own() - afterLoss).toBe(units(row.money) + units(row.profit));
    expect([...exchange.ledger.assets(TRANSFERS)]).toEqual([]);
    const lines = await assertBooks(exchange, copier, won.copy, 'won');
    expect(lines.find(({ term }) => term === 'profit_share')).toMatchObject({ value: row.share_paid });
    const source = await rowOf(exchange, provider, won.source, 'futures_grid');
    expect(source.share_income).toBe(row.share_paid);
    await exchange.pass(10_000);
    expect(income() - before.income).toBe(paid);
  });

  it('is told to the provider payment by payment, the latest first, and to nobody else', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const { won, lost } = await wonAndLost(exchange, { provider, copier });
    const paid: string[] = [];
    for (const one of [lost, won]) {
      expect((await endBot(exchange, copier, one.copy)).code).toBe(200);
      await exchange.pass(60_000);
      const { share_paid } = await rowOf(exchange, copier, one.copy, 'futures_grid');
      if (share_paid !== '0') paid.unshift(share_paid);
    }
    const query = { page: 1, page_size: 20 };
    const received = await exchange.send('receivedShares', { who: provider, query });
    const about = { strategy_id: won.source, strategy_type: 'futures_grid', market: 'BTC_USDT', asset: 'USDT' };
    expect(received.data).toMatchObject(paid.map((amount) => ({ ...about, amount })));
    expect(received).toMatchObject({ totalcount: paid.length, pagecount: 1 });
    expect(paid.length).toBe(1);
    expect((await exchange.send('receivedShares', { who: copier, query })).data).toEqual([]);
  });

  it('stands in records and account book, and is its owner’s business alone (M-277)', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const { won } = await wonAndLost(exchange, { provider, copier });
    await endBot(exchange, copier, won.copy);
    await exchange.pass(5_000);
    const query = { strategy_id: won.copy, strategy_type: 'futures_grid' };
    const records = await exchange.send('operateRecords', { who: copier, query });
    expect(records.data.map(({ op_type }: { op_type: string }) => op_type)).toContain('profit_share');
    const flows = await exchange.send('accountBook', { who: copier, query: { ...query, query_type: 'fund' } });
    const share = flows.data.find(({ type }: { type: string }) => type === 'profit-share-end');
    expect(Number(share.change)).toBeLessThan(0);
    await exchange.send('hideStrategy', { who: copier, body: { ...query, is_hide: 0 } });
    const seen = await rowOf(exchange, provider, won.copy, 'futures_grid');
    for (const field of ['share_accrued', 'share_paid', 'share_mark']) expect(seen[field]).toBeUndefined();
    expect((await rowOf(exchange, copier, won.source, 'futures_grid')).share_income).toBeUndefined();
  });

  it('is taken with a withdrawal of profit, and of the rest at the end (H41)', async () => {
    const { exchange, provider, copier } = await twoTraders();
    const { source, copy } = await copied(exchange, { provider, copier }, 'spot_grid', narrow(exchange));
    const providerId = await userId(exchange, provider);
    const start = exchange.ledger.balance(userSpot(providerId), 'USDT');
    const query = { strategy_id: copy, strategy_type: 'spot_grid' };
    const income = () => exchange.ledger.balance(userSpot(providerId), 'USDT') - start;
    let most = '0';
    // As long as it takes to be above water with something realised.
    for (let hour = 0; hour < 96 && Number(most) < 0.5; hour += 1) {
      await exchange.pass(3_600_000, 60_000);
      most = (await exchange.send('withdrawable', { who: copier, query })).data.unsettled_profit;
      if (Number((await rowOf(exchange, copier, copy, 'spot_grid')).profit) <= 0) most = '0';
    }
    expect(Number(most)).toBeGreaterThan(0);
    const body = { id: copy, strategy_type: 'spot_grid', fundpass: 'paper-fund' };
    const more = (parseAmount(most) ?? 0n) + 1n;
    const tooMuch = `${more / 100_000_000n}.${`${more % 100_000_000n}`.padStart(8, '0')}`;
    expect((await exchange.send('withdrawProfit', { who: copier, body: { ...body, amount: tooMuch } })).code).toBe(422);
    const asked = await exchange.send('withdrawProfit', { who: copier, body: { ...body, amount: '0.25' } });
    expect(asked).toMatchObject({ code: 200 });
    await exchange.pass(2_000);
    const row = await rowOf(exchange, copier, copy, 'spot_grid');
    const paid = units(row.share_paid);
    expect(paid).toBe(units(row.share_mark) / FIVE_PERCENT);
    expect(income()).toBe(paid);
    expect(paid > 0n).toBe(true);
    const lines = await assertBooks(exchange, copier, copy, 'withdrawn');
    expect(lines.find(({ term }) => term === 'withdrawals')).toMatchObject({ value: '0.25' });
    expect(lines.find(({ term }) => term === 'profit_share')).toMatchObject({ value: row.share_paid });
    const records = await exchange.send('operateRecords', { who: copier, query });
    const told = records.data.find(({ op_type }: { op_type: string }) => op_type === 'withdraw_profit');
    expect(JSON.stringify(told)).toContain('0.25');
    await endBot(exchange, copier, copy);
    await exchange.pass(5_000);
    const ended = await rowOf(exchange, copier, copy, 'spot_grid');
    expect(units(ended.share_mark) >= units(row.share_mark)).toBe(true);
    expect(income()).toBe(units(ended.share_paid));
    await assertBooks(exchange, copier, copy, 'ended');
    expect((await rowOf(exchange, provider, source, 'spot_grid')).share_income).toBe(ended.share_paid);
  });

  it('is not taken at a guess: while a price is not known no profit of a copy goes out (H41)', async () => {
    const { feed, held } = heldFeed();
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const [provider, copier] = [await exchange.trader(), await exchange.trader('copier')];
    const { copy } = await copied(exchange, { provider, copier }, 'spot_grid', narrow(exchange));
    const query = { strategy_id: copy, strategy_type: 'spot_grid' };
    const most = async () => (await exchange.send('withdrawable', { who: copier, query })).data.unsettled_profit;
    for (let hour = 0; hour < 48 && Number(await most()) < 0.5; hour += 1) await exchange.pass(3_600_000, 60_000);
    // Under water as a whole nothing is owed, whatever its pairs brought.
    held.last.set('BTC_USDT', 1);
    const amount = await most();
    expect(Number(amount)).toBeGreaterThan(0);
    // The price is as low as before, and nobody knows it.
    held.last.set('BTC_USDT', null);
    expect(await most()).toBe('0');
    const body = { id: copy, strategy_type: 'spot_grid', fundpass: 'paper-fund', amount: '0.01' };
    expect(await exchange.send('withdrawProfit', { who: copier, body })).toMatchObject({
      code: 409,
      data: { issue: 'price-unknown' },
    });
    held.last.set('BTC_USDT', 1);
    expect((await exchange.send('withdrawProfit', { who: copier, body })).code).toBe(200);
    await exchange.pass(2_000);
    held.last.clear();
    expect(await rowOf(exchange, copier, copy, 'spot_grid')).toMatchObject({ share_paid: '0', share_mark: '0' });
  });

  it('that copies paid in coins that they kept stands beside what they paid in money, and is not added to it', () => {
    const income = new Map([
      ['BTC', 25_000_000n],
      ['USDT', 750_000_000n],
      ['ETH', 0n],
    ]);
    expect(incomeTexts(income, 'USDT')).toEqual({ own: '7.5', others: [{ asset: 'BTC', amount: '0.25' }] });
    expect(incomeTexts(new Map([['BTC', 1n]]), 'USDT')).toEqual({
      own: '0',
      others: [{ asset: 'BTC', amount: '0.00000001' }],
    });
  });
});
