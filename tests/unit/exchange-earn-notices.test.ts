import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { StreamEvent } from '#lib/contract/event-calls.ts';
import { createStreamReader } from '#lib/contract/event-stream.ts';
import { dualSources } from '#server/exchange/dual/dual-sources.ts';
import { Flow } from '#server/exchange/http/flow.ts';
import { type DualRow, orderDual } from './exchange-dual-orders.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { DEMO, editBody, planOf, startPlan } from './exchange-plans.ts';
import { heldFeed } from './held-feed.ts';
import { temporaryFolder } from './store-fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BTC = 'BTC_USDT@USDT';

interface Told {
  readonly kind: string;
  readonly code: string;
  readonly name: string;
  readonly market: string;
  readonly values: Readonly<Record<string, string>>;
}

async function told(exchange: TestExchange, who: Who): Promise<readonly Told[]> {
  return (await exchange.send('notifications', { who, query: { page_size: 100 } })).data.rows;
}

async function poor(exchange: TestExchange, who: Who, amount = '99990'): Promise<void> {
  const body = { from: 'spot', to: 'margin', asset: 'USDT', amount, fundpass: 'paper-fund' };
  expect(await exchange.send('transfer', { who, body })).toMatchObject({ code: 200 });
}

const expiryOf = (row: DualRow): number => row.delivery_timest * 1_000;

async function settle(exchange: TestExchange, untilMs: number): Promise<void> {
  const left = untilMs + 6_000 - exchange.clock.nowMs();
  await exchange.pass(left, left);
  await exchange.dual.settlement.done();
}

/** What a trader's stream tells from now on. */
async function listen(exchange: TestExchange, who: Who): Promise<StreamEvent[]> {
  const flow = await exchange.dispatch({
    ...{ method: 'GET', url: '/events', authorization: who.authorization, idempotencyKey: null },
    ...{ clientIp: '', device: '', agent: '', lastEventId: '', bodyText: undefined },
  });
  if (!(flow instanceof Flow)) throw new Error('no stream');
  const events: StreamEvent[] = [];
  const reader = createStreamReader({ onMessage: ({ data }) => void events.push(JSON.parse(data)) });
  flow.open({
    write(text) {
      reader.push(text);
      return true;
    },
    end() {},
    cut() {},
  });
  return events;
}

const earnEvents = (events: readonly StreamEvent[]): number => events.filter(({ type }) => type === 'earn').length;

describe('what a trader is told of orders of sell high and buy low', () => {
  it('is each that was settled: its price, what was paid and what it came to; and nothing of what he cancelled', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    let who = await exchange.trader();
    const row = await orderDual(exchange, who, { type: 'put', amount: '250' });
    const cancelled = await orderDual(exchange, who, { type: 'call' });
    await exchange.send('cancelDualOrder', { who, body: { order_id: cancelled.id } });
    expect(await told(exchange, who)).toEqual([]);
    await settle(exchange, expiryOf(row));
    who = await exchange.trader();
    const { data } = await exchange.send('dualOrders', { who, query: { type: 'put', status: 'SETTLEMENT_SUCCESS' } });
    const [{ settlement_price: price, settlement_amount: quantity, settlement_currency: coin, profit }] = data.data;
    expect(await told(exchange, who)).toMatchObject([
      {
        ...{ kind: 'dual', code: 'dual-settled', name: '', market: 'BTC_USDT' },
        values: { product: 'buy-low', price, quantity, coin, profit, asset: 'USDT' },
      },
    ]);
    expect(await told(exchange, await exchange.trader('copier'))).toEqual([]);
  });

  it('is that one came back where no price was found, and nothing at all where he does not want to know', async () => {
    const { feed, held } = heldFeed();
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    const other = await exchange.trader('copier');
    const row = await orderDual(exchange, who, { type: 'put', amount: '250' });
    await orderDual(exchange, other, { type: 'put', amount: '30' });
    const rules = [{ kind: 'dual', app: false, channels: [] }];
    const body = { rules, liquidation_percent: '5', funding_percent: '0.1' };
    expect(await exchange.send('saveNotificationRules', { who: other, body })).toMatchObject({ code: 200 });
    held.index.set(BTC, null);
    await settle(exchange, expiryOf(row));
    await exchange.pass(DAY_MS + 2 * HOUR_MS, HOUR_MS);
    await exchange.dual.settlement.done();
    expect(await told(exchange, await exchange.trader())).toMatchObject([
      { code: 'dual-failed', values: { product: 'buy-low', quantity: '250', coin: 'USDT' } },
    ]);
    expect(await told(exchange, await exchange.trader('copier'))).toEqual([]);
  });
});

describe('what a trader is told of his plans', () => {
  it('is a purchase that has failed for good, with the reason, once; not one that is still tried', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    await poor(exchange, who);
    const id = await startPlan(exchange, who);
    await exchange.pass(50 * MINUTE_MS, MINUTE_MS);
    expect(await told(exchange, who)).toEqual([]);
    await exchange.pass(20 * MINUTE_MS, MINUTE_MS);
    const once = [
      {
        ...{ kind: 'plan', code: 'plan-failed', name: 'Savings' },
        values: { product: 'auto-investment', plan: `${id}`, count: '1', why: 'no-balance' },
      },
    ];
    expect(await told(exchange, who)).toMatchObject(once);
    await exchange.pass(2 * HOUR_MS, HOUR_MS);
    expect(await told(exchange, await exchange.trader())).toMatchObject(once);
  });

  it('is not that a purchase is tried no more because he stopped the plan himself', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    await poor(exchange, who);
    const id = await startPlan(exchange, who);
    await exchange.pass(10 * MINUTE_MS, MINUTE_MS);
    expect(await exchange.send('endPlan', { who, body: { plan_id: id } })).toMatchObject({ code: 0 });
    expect((await planOf(exchange, who, id)).executions).toMatchObject([{ result: 'failed', reason: 'stopped' }]);
    expect(await told(exchange, who)).toEqual([]);
  });

  it('is one word of several plans that fail together, and how many dates passed while nobody was there', async () => {
    const folder = temporaryFolder();
    const exchange = await openTestExchange(folder);
    const who = await exchange.trader();
    const first = await startPlan(exchange, who, { period_type: '1h' });
    await exchange.pass(1_000);
    await exchange.kill();
    exchange.clock.advance(5 * HOUR_MS + 10 * MINUTE_MS);
    const again = await openTestExchange(folder, { clock: exchange.clock });
    const back = await again.trader();
    await again.pass(1_000);
    const away = { code: 'plan-failed', values: { plan: `${first}`, count: '4', why: 'away' } };
    expect(await told(again, back)).toMatchObject([away]);
    await poor(again, back, '99870');
    for (let more = 0; more < 3; more += 1) await startPlan(again, back);
    await again.pass(75 * MINUTE_MS, MINUTE_MS);
    const rows = await told(again, back);
    expect(rows.filter(({ code }) => code === 'plans-failed')).toMatchObject([
      { name: '', values: { product: 'auto-investment', plans: '3' } },
    ]);
    expect(rows.at(-1)).toMatchObject(away);
  });
});

describe('the stream of who earns without a bot', () => {
  it('tells of each change of his plans and orders as the disk has it, and another trader nothing', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const [mine, others] = [await listen(exchange, who), await listen(exchange, await exchange.trader('copier'))];
    const changes = async (work: () => Promise<unknown>): Promise<number> => {
      const before = earnEvents(mine);
      await work();
      await exchange.sequencer.onDisk();
      return earnEvents(mine) - before;
    };
    let id = 0;
    expect(await changes(async () => (id = await startPlan(exchange, who)))).toBe(1);
    expect(await changes(() => exchange.pass(1_000))).toBe(1);
    expect(await changes(() => exchange.send('pausePlan', { who, body: { plan_id: id } }))).toBe(1);
    const edit = editBody({ plan_id: id, version: 1, amount: '60' });
    expect(await changes(() => exchange.send('editPlan', { who, body: edit }))).toBe(1);
    // Of a version of before: the plan itself is as it was.
    const redeem = { plan_id: id, version: 1, fundpass: 'paper-fund' };
    expect(await changes(() => exchange.send('redeemPlan', { who, body: redeem }))).toBe(1);
    let row: DualRow | undefined;
    expect(await changes(async () => (row = await orderDual(exchange, who, { type: 'put' })))).toBe(1);
    expect(await changes(() => exchange.send('cancelDualOrder', { who, body: { order_id: row?.id } }))).toBe(1);
    const kept = await orderDual(exchange, who, { type: 'call' });
    expect(await changes(() => settle(exchange, expiryOf(kept)))).toBe(1);
    expect((await planOf(exchange, await exchange.trader(), id, { version: 1 })).period).toBe(1);
    expect(others.map(({ type }) => type)).not.toContain('earn');
  });

  it('tells now and then that the time has moved an order, of who has no bot too (E-148)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const mine = await listen(exchange, who);
    const beats = async (): Promise<number> => {
      exchange.events.beat();
      exchange.events.beat();
      await turn();
      return mine.filter(({ type }) => type === 'figures').length;
    };
    expect(await beats()).toBe(0);
    await orderDual(exchange, who, { type: 'put' });
    await expect.poll(beats).toBeGreaterThan(0);
  });
});

describe('income of orders that end', () => {
  /** Buy low over a disk of the test's own, with one order that has expired and one that was cancelled; what of it runs, and whether it has a day. */
  async function buyLow(
    disk: (exchange: TestExchange) => Partial<Pick<TestExchange['dual']['parts'], 'store' | 'sequencer'>>,
  ) {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const row = await orderDual(exchange, who, { type: 'put', amount: '250' });
    const cancelled = await orderDual(exchange, who, { type: 'put', amount: '40' });
    await exchange.send('cancelDualOrder', { who, body: { order_id: cancelled.id } });
    const { dual } = exchange;
    const sources = dualSources({ ...dual, parts: { ...dual.parts, ...disk(exchange) } });
    const source = sources.find(({ type }) => type === 'buy-low');
    if (source === undefined) throw new Error('no such product');
    exchange.clock.advance(expiryOf(row) + 6_000 - exchange.clock.nowMs());
    const settled = async (): Promise<void> => {
      dual.settlement.look();
      await dual.settlement.done();
    };
    const sums = async () => {
      const { days, assets } = await source.incomeOf(DEMO, exchange.clock.nowMs());
      return { runs: assets.get('USDT') ?? 0n, isSettled: [...days].length > 0 };
    };
    return { settled, sums };
  }

  it('has one once that ends while the journal is read: what runs is looked at behind it', async () => {
    let meanwhile = async (): Promise<void> => {};
    const { settled, sums } = await buyLow(({ store }) => ({
      store: {
        ...store,
        async *since(...asked) {
          await meanwhile();
          yield* store.since(...asked);
        },
      },
    }));
    expect(await sums()).toEqual({ runs: 25_000_000_000n, isSettled: false });
    meanwhile = settled;
    expect(await sums()).toEqual({ runs: 0n, isSettled: true });
  });

  it('has one that the disk does not have yet once it has it, and waits for none that the disk has lost', async () => {
    let [isLate, waited] = [false, 0];
    const { settled, sums } = await buyLow(({ store, sequencer }) => ({
      store: {
        ...store,
        async *since(...asked) {
          if (!isLate) yield* store.since(...asked);
        },
      },
      sequencer: {
        ...sequencer,
        onDisk: async () => {
          waited += 1;
          isLate = false;
        },
      },
    }));
    await settled();
    isLate = true;
    expect(await sums()).toEqual({ runs: 0n, isSettled: true });
    expect(waited).toBe(1);
    const lost = await buyLow(({ store, sequencer }) => ({
      store: { ...store, async *since() {} },
      sequencer: { ...sequencer, onDisk: async () => {} },
    }));
    await lost.settled();
    expect(await lost.sums()).toEqual({ runs: 0n, isSettled: false });
  });
});
