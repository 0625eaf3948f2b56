import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { OrderReason } from '#lib/engine/machine.ts';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { priceAt, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Every reason that the engine knows: one that is left out does not compile. */
const REASONS: Readonly<Record<OrderReason, true>> = {
  'grid-line': true,
  opening: true,
  'counter-order': true,
  closing: true,
  'add-order': true,
  'take-profit': true,
  'stop-loss': true,
  'below-minimum': true,
  'above-maximum': true,
  'at-price': true,
  'out-of-range': true,
  'momentum-gate': true,
  'trail-limit': true,
  'waiting-trigger': true,
  'slippage-exceeded': true,
  'no-funds': true,
  paused: true,
  signal: true,
  rebalance: true,
  schedule: true,
  'spread-exceeded': true,
  'forced-reduction': true,
};

interface Event {
  readonly time: number;
  readonly kind: string;
  readonly reason: OrderReason;
  readonly side: string;
  readonly level: number;
  readonly cause: {
    readonly fill: {
      readonly number: number;
      readonly side: string;
      readonly price: string;
      readonly time: number;
    } | null;
    readonly operation: string;
    readonly round: number;
  };
}

/** All pages, the oldest first. */
async function eventsOf(exchange: TestExchange, who: Who, id: number): Promise<readonly Event[]> {
  const events: Event[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await exchange.send('orderReasons', { who, path: { id }, query: { page, page_size: 500 } });
    expect(reply.code).toBe(200);
    events.push(...reply.data);
    if (page >= (reply.pagecount ?? 0)) return events.reverse();
  }
}

async function fillsOf(exchange: TestExchange, who: Who, id: number) {
  const { data } = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
  return [...data.orders].reverse();
}

const whyOf = async (exchange: TestExchange, who: Who, id: number) =>
  (await exchange.send('botWhy', { who, path: { id } })).data;

async function opened() {
  const exchange = await openTestExchange(temporaryFolder());
  return { exchange, who: await exchange.trader() };
}

const narrow = (exchange: TestExchange, instrument: string, grids = '10') => ({
  low_price: priceAt(exchange, instrument, 0.985),
  high_price: priceAt(exchange, instrument, 1.015),
  grid_num: grids,
});

const FUND = { fundpass: 'paper-fund' };

describe('why a bot’s orders are there', () => {
  it('has a word in each language for every reason that the engine gives', () => {
    for (const language of ['en', 'zh']) {
      const { why } = JSON.parse(readFileSync(`messages/${language}/books.json`, 'utf8'));
      expect(Object.keys(why.reason).sort()).toEqual(Object.keys(REASONS).sort());
    }
  });

  it.each([
    ['spot_grid', 'BTC_USDT'],
    ['futures_grid', 'BTC_USDT@USDT'],
    ['margin_grid', 'BTC_USDT'],
  ] as const)('names the fill that each counter-order of a %s answers', async (kind, instrument) => {
    const { exchange, who } = await opened();
    const id = await startKind(exchange, who, kind, narrow(exchange, instrument));
    await exchange.pass(10 * 3_600_000, 60_000);
    const fills = await fillsOf(exchange, who, id);
    const counters = (await eventsOf(exchange, who, id)).filter(({ reason }) => reason === 'counter-order');
    expect(counters.length).toBeGreaterThan(3);
    for (const { time, side, level, cause } of counters) {
      const fill = fills[(cause.fill?.number ?? 0) - 1];
      expect(fill, `counter-order at line ${level}`).toMatchObject({
        finish_time: time,
        match_price: cause.fill?.price,
        side: side === 'buy' ? 'sell' : 'buy',
        role: 'grid',
      });
      expect(Math.abs(fill.level - level)).toBeLessThanOrEqual(1);
      expect(cause).toMatchObject({ operation: '', round: 0 });
    }
    // Each fill is answered once.
    const numbers = counters.filter(({ kind: told }) => told === 'placed').map(({ cause }) => cause.fill?.number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('names what its owner did: start, pause, continue, another range, the end', async () => {
    const { exchange, who } = await opened();
    const id = await startKind(exchange, who, 'spot_grid', narrow(exchange, 'BTC_USDT'));
    const path = { id };
    await exchange.pass(600_000, 60_000);
    await exchange.send('pauseGrid', { who, path });
    await exchange.pass(60_000);
    await exchange.send('continueGrid', { who, path });
    await exchange.pass(60_000);
    const low_price = priceAt(exchange, 'BTC_USDT', 0.95);
    const { data: plan } = await exchange.send('investPlan', { who, path, body: { low_price } });
    const [first] = plan.plans;
    const actions = first.actions.map(({ action, amount, currency }: Record<string, string>) => {
      return { action, amount, currency };
    });
    const change = { low_price, plan: first.plan, actions, ...FUND };
    expect((await exchange.send('changeGridParams', { who, path, body: change })).code).toBe(200);
    await exchange.pass(60_000);
    await exchange.send('cancelGrid', { who, path, body: FUND });
    await exchange.pass(60_000);
    const told = new Set(
      (await eventsOf(exchange, who, id)).map(({ kind, reason, cause }) => `${kind} ${reason} ${cause.operation}`),
    );
    expect(told).toContain('cancelled paused pause');
    expect(told).toContain('placed grid-line continue');
    expect(told).toContain('cancelled out-of-range params');
    expect(told).toContain('placed grid-line params');
    expect(told).toContain('placed opening run');
    expect([...told].some((one) => /^cancelled closing (stop|terminate)$/.test(one))).toBe(true);
    expect(await whyOf(exchange, who, id)).toMatchObject({ waits_for: '', is_quiet: false, missing: [] });
  });

  it('counts the rounds of a martingale: each add order and exit is of the round that it was for', async () => {
    const { exchange, who } = await opened();
    const brisk = { params: { price_steps: '0.002', take_profit_per_cycle: '0.002' } };
    const id = await startKind(exchange, who, 'martingale', brisk);
    await exchange.pass(20 * 3_600_000, 60_000);
    const query = { strategy_id: id, strategy_type: 'martingale', page_size: 100 };
    const { data: rounds } = await exchange.send('completedRounds', { who, query });
    expect(rounds.length).toBeGreaterThan(1);
    const events = await eventsOf(exchange, who, id);
    for (const { time, cause } of events) {
      const round = rounds.find(({ cycle_index: cycle }: { cycle_index: number }) => cycle === cause.round);
      expect(cause.round).toBeGreaterThan(0);
      if (round === undefined) expect(cause.round).toBe(rounds.length + 1);
      else expect(time).toSatisfy((at: number) => at >= round.create_time && at <= round.finish_time);
    }
    // A round's end and the next one's beginning are of one moment: what is placed after an opening is of the round that it opens.
    let open = 0;
    for (const { kind, reason, cause } of events) {
      if (kind !== 'placed') continue;
      if (reason === 'opening') open = cause.round;
      expect([reason, cause.round]).toEqual([reason, open]);
      if (reason === 'take-profit') expect(cause.fill).toMatchObject({ side: 'buy' });
    }
    expect(open).toBe(rounds.length + 1);
  });
});

describe('why others are not', () => {
  it('gives every line of every kind an order or a reason', async () => {
    const { exchange, who } = await opened();
    for (const kind of RUNNABLE_KINDS) {
      const id = await startKind(exchange, who, kind);
      await exchange.pass(60_000);
      const why = await whyOf(exchange, who, id);
      expect(why.waits_for, kind).not.toBe('');
      for (const { reason } of why.missing) expect(Object.keys(REASONS)).toContain(reason);
      if (!kind.endsWith('_grid') || kind === 'infinite_grid') continue;
      const { data: book } = await exchange.send('openOrders', { who, path: { id } });
      // A grid of n has n + 1 lines.
      expect([kind, book.ask.length + book.bid.length + why.missing.length]).toEqual([kind, 21]);
      expect(why.missing.map(({ reason }: Event) => reason)).toContain('at-price');
    }
  });

  it('says at the top of one that has not traded for a week what it waits for: its trigger, or that it is paused', async () => {
    const { exchange, who } = await opened();
    const trigger_price = priceAt(exchange, 'BTC_USDT', 0.5);
    const waiting = await startKind(exchange, who, 'spot_grid', {
      trigger_price,
      low_price: priceAt(exchange, 'BTC_USDT', 0.4),
      high_price: priceAt(exchange, 'BTC_USDT', 0.6),
    });
    const paused = await startKind(exchange, who, 'spot_grid');
    await exchange.send('pauseGrid', { who, path: { id: paused } });
    expect(await whyOf(exchange, who, waiting)).toMatchObject({
      ...{ waits_for: 'trigger', is_quiet: false, last_trade: 0 },
      missing: [{ reason: 'waiting-trigger', price: trigger_price, level: -1 }],
    });
    await exchange.pass(8 * 86_400_000, 86_400_000);
    const back = await exchange.trader();
    expect(await whyOf(exchange, back, waiting)).toMatchObject({ waits_for: 'trigger', is_quiet: true });
    const resting = await whyOf(exchange, back, paused);
    expect(resting).toMatchObject({ waits_for: 'paused', is_quiet: true });
    expect(new Set(resting.missing.map(({ reason }: Event) => reason))).toEqual(new Set(['paused']));
  });

  it('says of a recurring buy that its money is used up, and until then that it waits for its next date', async () => {
    const { exchange, who } = await opened();
    const all = { begin_money_amount: '600', each_amount: '300' };
    const id = await startKind(exchange, who, 'recurring-buy', { params: all });
    await exchange.pass(60_000);
    expect(await whyOf(exchange, who, id)).toMatchObject({ waits_for: 'date', is_quiet: false });
    await exchange.pass(2 * 3_600_000, 60_000);
    expect(await whyOf(exchange, who, id)).toMatchObject({ waits_for: 'spent', is_quiet: false });
    await exchange.pass(8 * 86_400_000, 86_400_000);
    expect(await whyOf(exchange, await exchange.trader(), id)).toMatchObject({ waits_for: 'spent', is_quiet: true });
  });
});
