import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { PLAN_DAYS } from '#server/exchange/invest/plan-closings.ts';
import { userInvest, userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { crashFeed } from './exchange-crash-feed.ts';
import { MORNING_MS, openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { DEMO, editBody, planBody, planOf, plansOf, startPlan, TWO_COINS } from './exchange-plans.ts';
import { heldFeed } from './held-feed.ts';
import { handClock, temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const units = (text: string): bigint => parseAmount(text) as bigint;
const MORNING = MORNING_MS / 1_000;

describe('an auto-invest plan', () => {
  it('buys its coins in their shares at every date, from the spot account, and tells of each (E-001, E-108, E-260, H20, X54)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    const id = await startPlan(exchange, who);
    await exchange.pass(1_000);
    await exchange.pass(2 * DAY_MS, HOUR_MS);
    who = await exchange.trader();
    const { list, total } = await plansOf(exchange, who);
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      ...{ id, name: 'Savings', status: 1, plan_version: 1, money: 'USDT', amount: '50', period: 3, waits_for: '' },
      ...{ period_type: '1d', next_time: MORNING + 3 * 86_400 },
      pie_info: [
        { asset: 'BTC', ratio: '60' },
        { asset: 'ETH', ratio: '40' },
      ],
    });
    const plan = await planOf(exchange, who, id);
    expect(plan.executions_total).toBe(3);
    // The newest first, each for its date: 60 % and 40 % but for what makes no lot.
    for (const [back, run] of plan.executions.entries()) {
      expect(run).toMatchObject({ result: 'bought', reason: '', dates: 1, due_time: MORNING + (2 - back) * 86_400 });
      const [btc, eth] = run.coins;
      expect(btc.asset).toBe('BTC');
      expect(Number(btc.amount)).toBeLessThanOrEqual(30);
      expect(Number(btc.amount)).toBeGreaterThan(29);
      expect(Number(eth.amount)).toBeLessThanOrEqual(20);
      expect(Number(eth.amount)).toBeGreaterThan(19);
      expect(units(btc.amount) + units(eth.amount)).toBe(units(run.amount));
    }
    // What was paid has left the spot account, and nothing else has; what was bought is held for the plan.
    const paid = plan.executions.reduce((sum: bigint, run: { amount: string }) => sum + units(run.amount), 0n);
    expect(plan.cumulative_amount).toBe(list[0].cumulative_amount);
    expect(units(plan.cumulative_amount)).toBe(paid);
    expect(exchange.ledger.balance(userSpot(DEMO), 'USDT')).toBe(units('100000') - paid);
    for (const { asset, quantity, cost, average_price: price } of plan.holdings) {
      expect(exchange.ledger.balance(userInvest(DEMO), asset)).toBe(units(quantity));
      expect(Number(price)).toBeCloseTo(Number(cost) / Number(quantity), 2);
    }
    expect(brokenLaw(exchange.ledger)).toBeNull();
  });

  it('says what its coins gained: now, on the last whole day, and what the same money had come to at once', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    const id = await startPlan(exchange, who, { coins: [{ asset: 'BTC', ratio: '100' }] });
    await exchange.pass(1_000);
    await exchange.pass(3 * DAY_MS, HOUR_MS);
    who = await exchange.trader();
    const plan = await planOf(exchange, who, id);
    const at = (ms: number): number => (exchange.feed.lastTicks('BTC_USDT', ms) as number) / 10;
    const nowMs = exchange.clock.nowMs();
    type Run = { time: number; coins: [{ quantity: string; amount: string }] };
    const runs = (plan.executions as Run[]).toReversed().map(({ time, coins: [coin] }) => ({
      ms: time * 1_000,
      quantity: Number(coin.quantity),
      amount: Number(coin.amount),
    }));
    const gainAt = (ms: number): number =>
      runs.filter((run) => run.ms <= ms).reduce((sum, run) => sum + run.quantity * at(ms) - run.amount, 0);
    const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
    expect(Number(plan.position_gain)).toBeCloseTo(gainAt(nowMs), 4);
    expect(Number(plan.yesterday_earnings)).toBeCloseTo(gainAt(midnight) - gainAt(midnight - DAY_MS), 4);
    const [first] = runs;
    const paid = runs.reduce((sum, { amount }) => sum + amount, 0);
    const lump = ((paid * (first?.quantity ?? 0)) / (first?.amount ?? 1)) * at(nowMs) - paid;
    expect(Number(plan.lump_sum.gain)).toBeCloseTo(lump, 3);
    expect(Number(plan.lump_sum.rate)).toBeCloseTo(lump / paid, 6);
    expect(Number(plan.gain_rate)).toBeCloseTo(gainAt(nowMs) / paid, 6);
  });

  it('is in the income also where the disk has lost the rows of its days: nobody waits for what does not come', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const owner = await first.trader();
    await startPlan(first, owner, { coins: [{ asset: 'BTC', ratio: '100' }] });
    await first.pass(1_000);
    await first.pass(2 * DAY_MS, HOUR_MS);
    const income = async (exchange: TestExchange) => {
      const who = await exchange.trader();
      const { code, data } = await exchange.send('userProfit', { who, query: { strategy_type: 'auto-investment' } });
      expect(code).toBe(200);
      return data;
    };
    const before = await income(first);
    await first.stop();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    expect(raw.prepare('DELETE FROM journal WHERE stream = ?').run(PLAN_DAYS).changes).toBeGreaterThan(0);
    raw.close();
    const second = await openTestExchange(folder, { clock: first.clock });
    // What the lost days had brought is told as today's: the sum is the ledger's.
    const sum = { run_total_profit: before.run_total_profit, total_asset: before.total_asset };
    expect(await income(second)).toMatchObject({ ...sum, today_profit: before.run_total_profit });
  });

  it('is paused and goes on at the next date, is ended, and stands in its list (E-109, E-140)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    const id = await startPlan(exchange, who);
    await exchange.pass(1_000);
    const body = { plan_id: id };
    expect(await exchange.send('pausePlan', { who, body })).toMatchObject({ code: 0 });
    expect(await exchange.send('pausePlan', { who, body })).toMatchObject({
      code: 409,
      data: { issue: 'plan-not-running' },
    });
    await exchange.pass(2 * DAY_MS, HOUR_MS);
    who = await exchange.trader();
    expect((await plansOf(exchange, who)).list).toEqual([]);
    expect((await plansOf(exchange, who, { status: '2' })).list).toMatchObject([
      { id, status: 2, period: 1, next_time: 0 },
    ]);
    expect(await exchange.send('resumePlan', { who, body })).toMatchObject({ code: 0 });
    // Dates that passed are not made up for.
    expect((await plansOf(exchange, who)).list).toMatchObject([{ period: 1, next_time: MORNING + 3 * 86_400 }]);
    await exchange.pass(DAY_MS, HOUR_MS);
    who = await exchange.trader();
    expect((await plansOf(exchange, who)).list).toMatchObject([{ period: 2 }]);
    expect(await exchange.send('endPlan', { who, body })).toMatchObject({ code: 0 });
    await exchange.pass(2 * DAY_MS, HOUR_MS);
    who = await exchange.trader();
    expect((await plansOf(exchange, who, { status: '3' })).list).toMatchObject([{ status: 3, period: 2 }]);
    expect((await plansOf(exchange, who, { status: '4' })).list).toMatchObject([{ status: 3, period: 2 }]);
    expect(await exchange.send('resumePlan', { who, body })).toMatchObject({ code: 409 });
  });

  it('keeps what it bought with the version that bought it, and goes on as the next one (E-012)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    const id = await startPlan(exchange, who);
    await exchange.pass(1_000);
    const edit = { plan_id: id, version: 1, coins: [{ asset: 'ETH', ratio: '100' }], amount: '80', period_type: '4h' };
    const asked = (changes = {}) =>
      exchange.send('editPlan', { who, body: { ...edit, fundpass: 'paper-fund', ...changes } });
    expect(await asked({ ...editBody(), plan_id: id })).toMatchObject({ data: { issue: 'change-nothing' } });
    expect(await asked()).toMatchObject({ code: 0, data: { plan_version: 2 } });
    expect(await asked()).toMatchObject({ code: 409, data: { issue: 'plan-changed' } });
    // The date that was to come stays: from it on every four hours.
    expect((await plansOf(exchange, who)).list).toMatchObject([{ plan_version: 2, next_time: MORNING + 86_400 }]);
    await exchange.pass(DAY_MS + 4 * HOUR_MS, HOUR_MS);
    who = await exchange.trader();
    const now = await planOf(exchange, who, id);
    expect(now).toMatchObject({ plan_version: 2, status: 1, period: 2, holdings: [{ asset: 'ETH' }] });
    expect(now.versions).toMatchObject([
      { plan_version: 2, status: 1 },
      { plan_version: 1, status: 4, amount: '50' },
    ]);
    // The plan is as old as it was; its first version was made with it, the second by the edit.
    expect(now.create_time).toBe(MORNING);
    const before = await planOf(exchange, who, id, { is_history: '1', version: 1 });
    expect(before).toMatchObject({ plan_version: 1, status: 4, period: 1, next_time: 0, amount: '50' });
    expect(before.holdings.map(({ asset }: { asset: string }) => asset)).toEqual(['BTC', 'ETH']);
    expect(before.until_time).toBeGreaterThan(0);
    const again = { ...edit, version: 2, amount: '90', fundpass: 'paper-fund' };
    expect(await exchange.send('editPlan', { who, body: again })).toMatchObject({ code: 0 });
    const created = async (status: string) =>
      (await plansOf(exchange, who, { status })).list.map((row: Record<string, number>) => [
        row.plan_version,
        row.create_time,
      ]);
    expect(await created('1')).toEqual([[3, MORNING]]);
    const [version] = now.versions;
    expect(await created('4')).toEqual([
      [2, version.from_time],
      [1, MORNING],
    ]);
  });

  it('takes another period whatever the coins of before cost by now, and asks for today’s least of what is bought otherwise', async () => {
    const feed = crashFeed(createSimulatedFeed({ seed: 'exchange-tests' }), MORNING_MS + 30_000, 1_000);
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    const id = await startPlan(exchange, who, { first_time: MORNING + 86_400 });
    await exchange.pass(60_000);
    const edit = (version: number, changes: Record<string, unknown>) =>
      exchange.send('editPlan', { who, body: editBody({ plan_id: id, version, ...changes }) });
    const dear = { code: 422, data: { field: 'amount', issue: 'pairs.min', values: { asset: 'BTC' } } };
    expect(await edit(1, { period_type: '1w', amount: '49' })).toMatchObject(dear);
    expect(await edit(1, { period_type: '1w', coins: [{ asset: 'BTC', ratio: '100' }] })).toMatchObject(dear);
    expect(await edit(1, { period_type: '1w', coins: TWO_COINS.toReversed() })).toMatchObject({ code: 0 });
    const now = await planOf(exchange, who, id);
    expect(now).toMatchObject({ plan_version: 2, amount: '50', period_type: '1w', pie_info: TWO_COINS });
    expect(await edit(2, { period_type: '1w' })).toMatchObject({ data: { issue: 'change-nothing' } });
  });

  it('refuses what it could not do, by field, and keeps plans from everybody else', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const refused = async (changes: Record<string, unknown>) =>
      (await exchange.send('createPlan', { who, body: planBody(changes) })).data;
    expect(await refused({ amount: '9' })).toMatchObject({ field: 'amount' });
    // Finer than any unit is no amount of nothing.
    for (const amount of ['50.123', '50.123456789'])
      expect(await refused({ amount }), amount).toMatchObject({ field: 'amount', issue: 'amount.decimals' });
    expect(await refused({ coins: [] })).toMatchObject({ field: 'coins' });
    expect(await refused({ coins: [{ asset: 'BTC', ratio: '99' }] })).toMatchObject({ field: 'coins' });
    expect(await refused({ coins: [{ asset: 'NONE', ratio: '100' }] })).toMatchObject({ field: 'coins' });
    expect(await refused({ first_time: MORNING + 30 })).toMatchObject({ field: 'first_time' });
    expect(await refused({ first_time: 300_000_000_000 * 60 })).toMatchObject({ field: 'first_time' });
    expect(await refused({ name: 'x'.repeat(200) })).toMatchObject({ field: 'name' });
    const id = await startPlan(exchange, who, { name: ' Mine ' });
    expect((await plansOf(exchange, who)).list).toMatchObject([{ name: 'Mine' }]);
    const other = await exchange.trader('copier');
    expect(await exchange.send('autoInvestPlanDetail', { who: other, query: { id } })).toMatchObject({ code: 404 });
    expect((await plansOf(exchange, other)).list).toEqual([]);
  });

  it('keeps the day of the month of its first date over an edit, also where the next one is the last of a short month', async () => {
    const first = Date.UTC(2028, 0, 31, 10);
    const exchange = await openTestExchange(temporaryFolder(), { clock: handClock(first - HOUR_MS) });
    let who = await exchange.trader();
    const body = { period_type: '1mo', first_time: first / 1_000 };
    const id = await startPlan(exchange, who, body);
    await exchange.pass(10 * DAY_MS, 12 * HOUR_MS);
    who = await exchange.trader();
    const edit = editBody({ period_type: '1mo', amount: '60', plan_id: id, version: 1 });
    expect(await exchange.send('editPlan', { who, body: edit })).toMatchObject({ code: 0 });
    expect(await planOf(exchange, who, id)).toMatchObject({ next_time: Date.UTC(2028, 1, 29, 10) / 1_000 });
    await exchange.pass(19 * DAY_MS, 12 * HOUR_MS);
    await exchange.pass(2 * HOUR_MS, HOUR_MS / 2);
    who = await exchange.trader();
    expect(await planOf(exchange, who, id)).toMatchObject({
      period: 1,
      next_time: Date.UTC(2028, 2, 31, 10) / 1_000,
    });
  });

  it('says of a day on which its coins were redeemed what they gained until then (E-038)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    const id = await startPlan(exchange, who, { coins: [{ asset: 'BTC', ratio: '100' }], amount: '1000' });
    await exchange.pass(1_000);
    await exchange.send('pausePlan', { who, body: { plan_id: id } });
    await exchange.pass(DAY_MS, HOUR_MS);
    who = await exchange.trader();
    const [{ quantity }] = (await planOf(exchange, who, id)).holdings;
    const redeemedMs = exchange.clock.nowMs();
    const redeem = { plan_id: id, version: 1, fundpass: 'paper-fund' };
    expect(await exchange.send('redeemPlan', { who, body: redeem })).toMatchObject({ code: 0 });
    await exchange.pass(DAY_MS, HOUR_MS);
    who = await exchange.trader();
    const at = (ms: number): number => (exchange.feed.lastTicks('BTC_USDT', ms) as number) / 10;
    const midnightMs = Math.floor(redeemedMs / DAY_MS) * DAY_MS;
    const gained = Number(quantity) * (at(redeemedMs) - at(midnightMs));
    expect(Math.abs(gained)).toBeGreaterThan(0.1);
    expect(Number((await planOf(exchange, who, id)).yesterday_earnings)).toBeCloseTo(gained, 2);
  });

  it('has so many versions of before with all others of its account and no more: each stays in memory', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startPlan(exchange, who);
    const other = await startPlan(exchange, who);
    const { plans } = exchange.invest.parts;
    const { present } = plans.get(other)!;
    await exchange.sequencer.submit((tx) => {
      for (let version = 1; version < 1_000; version += 1) plans.putPast(tx, other, { ...present, version });
    });
    const edit = (version: number, amount: string) =>
      exchange.send('editPlan', { who, body: editBody({ amount, plan_id: id, version }) });
    expect((await edit(1, '60')).code).toBe(0);
    expect(await edit(2, '70')).toMatchObject({ code: 409, data: { issue: 'too-many-versions-of-all' } });
    expect((await planOf(exchange, who, id)).amount).toBe('60');
  });

  it('is created once under one key, and asks for the fund password (H20)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const { fundpass: _none, ...body } = planBody();
    expect(await exchange.send('createPlan', { who, body })).toMatchObject({ code: 423, require_fundpass: true });
    const key = '3f9a4c1e-5b2d-4a6f-8e7c-9d0b1a2c3e4f';
    const once = () => exchange.send('createPlan', { who, key, body: planBody() });
    const first = await once();
    expect(await once()).toEqual(first);
    expect((await plansOf(exchange, who)).total).toBe(1);
  });

  it('sorts by its figures either way, unknown ones last, and pages by 20 (E-042, E-326, E-380)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    for (let made = 1; made <= 22; made += 1) await startPlan(exchange, who, { amount: `${50 + ((made * 7) % 23)}` });
    const asked = await plansOf(exchange, who, { sort_column: 'amount', sort_type: 'asc' });
    expect(asked.total).toBe(22);
    expect(asked.list).toHaveLength(20);
    const amounts = (list: { amount: string }[]): number[] => list.map(({ amount }) => Number(amount));
    expect(amounts(asked.list)).toEqual(amounts(asked.list).toSorted((a, b) => a - b));
    const rest = await plansOf(exchange, who, { sort_column: 'amount', sort_type: 'asc', page: 2 });
    expect(rest.list).toHaveLength(2);
    const falling = await plansOf(exchange, who, { sort_column: 'amount', sort_type: 'desc' });
    expect(amounts(falling.list)[0]).toBe(Math.max(...amounts(rest.list)));
    expect(await exchange.send('autoInvestPlans', { who, query: { page_size: 101 } })).toMatchObject({ code: 400 });
  });

  it('whose figure is not known stands last, whichever way the list is sorted', async () => {
    const { feed, held } = heldFeed();
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    for (const asset of ['ETH', 'BTC', 'SOL']) await startPlan(exchange, who, { coins: [{ asset, ratio: '100' }] });
    await exchange.pass(1_000);
    held.last.set('BTC_USDT', null);
    const coinsOf = async (sort_type: string) => {
      const { list } = await plansOf(exchange, who, { sort_column: 'position_gain', sort_type });
      return list.map((row: { pie_info: [{ asset: string }] }) => row.pie_info[0].asset);
    };
    const [rising, falling] = [await coinsOf('asc'), await coinsOf('desc')];
    expect([rising[2], falling[2]]).toEqual(['BTC', 'BTC']);
    expect(falling.slice(0, 2)).toEqual(rising.slice(0, 2).toReversed());
  });
});
