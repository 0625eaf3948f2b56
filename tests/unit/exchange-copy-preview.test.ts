import { describe, expect, it } from 'vitest';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { SPOT_GRID_BODY } from '#tests/support/spot-grid-body.ts';
import { changeRecords, closeParams } from './closed-params.ts';
import { follow } from './copied-bots.ts';
import { MORNING_MS, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { rowOf, shownActions, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const WAIT = { timeout: 120_000, interval: 20 };
const DAY_MS = 86_400_000;

/** A spot grid's create call again, of its row. */
function payloadOf({ params }: Awaited<ReturnType<typeof rowOf>>, money: string) {
  const { low_price, high_price, grid_num } = params;
  return { ...SPOT_GRID_BODY, low_price, high_price, grid_num, money };
}

/** What was told of replays on their way. */
const progress: number[] = [];

/** Asks until there is an answer. */
async function preview(exchange: TestExchange, who: Who, id: number, money: string, choice: object = {}) {
  const ask = async () => {
    const told = await exchange.send('followPreview', { who, body: { follow_id: id, money, ...choice } });
    if (told.data?.status === 'running') progress.push(told.data.progress);
    return told;
  };
  let reply = await ask();
  await expect
    .poll(async () => {
      if (['queued', 'running'].includes(reply.data?.status)) reply = await ask();
      return reply.data?.status ?? 'refused';
    }, WAIT)
    .not.toMatch(/queued|running/);
  return reply;
}

interface Aged {
  readonly days?: number;
  readonly isClosed?: boolean;
  readonly changes?: object;
  /** What happens to a bot before the days go by. */
  readonly meanwhile?: (exchange: TestExchange, provider: Who, id: number) => Promise<unknown>;
  /** What the other process knows of the market. */
  readonly known?: (feed: MarketFeed) => MarketFeed;
}

/** Bots of the provider's, as if they had been begun so many days before; the exchange is another process then. */
async function agedBots(
  kinds: readonly RunnableKind[],
  { days = 40, isClosed = false, changes = {}, meanwhile, known = (feed) => feed }: Aged = {},
) {
  const folder = temporaryFolder();
  const young = await openTestExchange(folder);
  const provider = await young.trader();
  const bots: { readonly kind: RunnableKind; readonly id: number; readonly money: string }[] = [];
  for (const kind of kinds) {
    const id = await startKind(young, provider, kind, { ...changes });
    bots.push({ kind, id, money: (await rowOf(young, provider, id, kind)).money });
    await meanwhile?.(young, provider, id);
  }
  await young.kill();
  const aged = ({ createMs }: { readonly createMs: number }) => ({ createMs: createMs - days * DAY_MS });
  if (isClosed) closeParams(folder, aged);
  else changeRecords(folder, aged);
  const exchange = await openTestExchange(folder, { clock: young.clock, feed: known(young.feed) });
  return { exchange, bots, copier: await exchange.trader('copier'), provider: await exchange.trader() };
}

/** The market without the minutes before a moment. */
function minutesSince(sinceMs: number) {
  return (feed: MarketFeed): MarketFeed => ({
    ...feed,
    minutes(instrument, fromMs, toMs, nowMs) {
      const told = feed.minutes(instrument, fromMs, toMs, nowMs);
      const known = (all: Int32Array) => all.map((ticks, i) => (fromMs + i * 60_000 < sinceMs ? -1 : ticks));
      const { open, high, low, close } = told;
      return { ...told, open: known(open), high: known(high), low: known(low), close: known(close) };
    },
  });
}

const LEAKS = /price|grid|params|money|amount|qty|liq|curve":\[/;

describe('the preview of a copy', () => {
  it('of every kind with the original’s amount differs from it by the share alone (H41)', async () => {
    const { exchange, bots, copier } = await agedBots(RUNNABLE_KINDS);
    const shared: string[] = [];
    for (const { kind, id, money } of bots) {
      const { data } = await preview(exchange, copier, id, money);
      expect({ kind, outcome: data.outcome }).toEqual({ kind, outcome: 'compared' });
      const { original, copy, tracking_difference, from, to, curve } = data.result;
      expect({ kind, days: (to - from) / 86_400 }).toEqual({ kind, days: 30 });
      expect({ kind, rate: Number(copy.profit_rate) + Number(copy.share_rate) }).toEqual({
        kind,
        rate: expect.closeTo(Number(original.profit_rate), 8),
      });
      expect(Number(tracking_difference)).toBeCloseTo(-Number(copy.share_rate), 8);
      expect(copy.max_draw_down).toBe(original.max_draw_down);
      expect(copy.finish_as).toBe(original.finish_as);
      expect(curve[0]).toMatchObject({ time: from, copy: curve[0].original });
      expect(Number(curve.at(-1).copy)).toBeCloseTo(Number(copy.profit_rate), 3);
      // Of a profit 5 %, of a loss nothing.
      const share = Math.max(0, Number(original.profit_rate)) * 0.05;
      expect({ kind, share: Number(copy.share_rate) }).toEqual({ kind, share: expect.closeTo(share, 3) });
      if (Number(copy.share_rate) > 0) shared.push(kind);
    }
    expect(shared).toContain('spot_grid');
    expect(shared).not.toContain('infinite_grid');
  }, 60_000);

  it('has the original as a backtest of the same days has it, and another amount by its own order sizes', async () => {
    const { exchange, bots, copier, provider } = await agedBots(['spot_grid']);
    const [{ id = 0, money = '' } = {}] = bots;
    const { data } = await preview(exchange, copier, id, money);
    const { from, to, original } = data.result;
    const row = await rowOf(exchange, provider, id, 'spot_grid');
    const body = { ...payloadOf(row, money), begin_time: from, end_time: to, fundpass: 'paper-fund' };
    const asked = await exchange.send('createBacktest', { who: provider, body });
    expect(asked).toMatchObject({ code: 200 });
    const read = async () => (await exchange.send('backtests', { who: provider })).data[0];
    await expect.poll(async () => (await read()).status, WAIT).toBe('stopped');
    expect(Number((await read()).result.profit_rate)).toBeCloseTo(Number(original.profit_rate), 3);

    const { min_amount: least } = (await exchange.send('followTerms', { who: copier, body: { follow_id: id } })).data;
    const small = await preview(exchange, copier, id, String(Math.ceil(Number(least) * 1.4)));
    expect(small.data.outcome).toBe('compared');
    // Orders of so little are rounded to the market's step: the same prices, another return before the share, too.
    const { copy, original: beside } = small.data.result;
    expect(beside).toEqual(original);
    expect(Number(copy.profit_rate) + Number(copy.share_rate)).not.toBeCloseTo(Number(original.profit_rate), 4);
    const under = await preview(exchange, copier, id, (Number(least) * 0.9).toFixed(2));
    expect(under.data).toEqual({ status: 'done', progress: 1, outcome: 'below-least', result: null });
    expect((await preview(exchange, copier, id, '0')).data.outcome).toBe('below-least');
  });

  it('says when nothing can be said: a short life, days on which it could not have been begun', async () => {
    const young = await agedBots(['spot_grid'], { days: 0.9 });
    const [{ id = 0, money = '' } = {}] = young.bots;
    expect((await preview(young.exchange, young.copier, id, money)).data.outcome).toBe('too-young');
    const last = Number(young.exchange.feed.lastTicks('BTC_USDT', young.exchange.clock.nowMs())) / 10;
    const changes = { stop_profit: (last * 1.04).toFixed(1) };
    const { exchange, bots, copier } = await agedBots(['spot_grid'], { changes });
    // A month before the price was above what it takes its profit at.
    expect((await preview(exchange, copier, bots[0]?.id ?? 0, money)).data.outcome).toBe('not-then');
  });

  it('says that prices are not known: none at the first of the days, none in them, too few of them', async () => {
    const beginMs = MORNING_MS - 30 * DAY_MS;
    const noneThen = (feed: MarketFeed): MarketFeed => ({
      ...feed,
      lastTicks: (market, timeMs) => (timeMs <= beginMs ? null : feed.lastTicks(market, timeMs)),
    });
    for (const known of [noneThen, minutesSince(MORNING_MS + DAY_MS), minutesSince(beginMs + 4 * DAY_MS)]) {
      const { exchange, bots, copier } = await agedBots(['spot_grid'], { known });
      const { data } = await preview(exchange, copier, bots[0]?.id ?? 0, bots[0]?.money ?? '');
      expect(data).toEqual({ status: 'done', progress: 1, outcome: 'prices-unknown', result: null });
    }
    // A fifteenth of them may be missing.
    const { exchange, bots, copier } = await agedBots(['spot_grid'], { known: minutesSince(beginMs + 2 * DAY_MS) });
    const { data } = await preview(exchange, copier, bots[0]?.id ?? 0, bots[0]?.money ?? '');
    expect(data.outcome).toBe('compared');
  });

  it('takes money that an original’s orders were laid with for its own, and says nothing of one with added margin', async () => {
    const laid = await agedBots(['infinite_grid'], {
      async meanwhile(exchange, who, id) {
        const { payload } = await rowOf(exchange, who, id, 'infinite_grid');
        const asked = { low_price: payload.low_price, high_price: payload.high_price, money: '1000' };
        const plan = await exchange.send('investPlan', { who, path: { id }, body: asked });
        const body = { ...asked, actions: shownActions(plan.data.plans[0].actions), fundpass: 'paper-fund' };
        expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
      },
    });
    const { id = 0, money = '' } = laid.bots[0] ?? {};
    const grown = await preview(laid.exchange, laid.copier, id, `${Number(money) + 1_000}`);
    expect(grown.data).toMatchObject({ outcome: 'compared' });
    expect(Number(grown.data.result.tracking_difference)).toBeCloseTo(-Number(grown.data.result.copy.share_rate), 8);

    // M-180: it is behind the orders and not in them.
    const margin = await agedBots(['futures_grid', 'contract-martingale'], {
      async meanwhile(exchange, who, id) {
        const body = { asset: 'USDT', amount: '500', fundpass: 'paper-fund' };
        expect(await exchange.send('increaseBalance', { who, path: { id }, body })).toMatchObject({ code: 200 });
      },
    });
    for (const bot of margin.bots)
      expect((await preview(margin.exchange, margin.copier, bot.id, bot.money)).data).toEqual({
        status: 'done',
        progress: 1,
        outcome: 'margin-added',
        result: null,
      });
  });

  it('of a day and a half replays a day and a half', async () => {
    const { exchange, bots, copier } = await agedBots(['spot_grid'], { days: 1.5 });
    const { data } = await preview(exchange, copier, bots[0]?.id ?? 0, bots[0]?.money ?? '');
    expect(data.outcome).toBe('compared');
    expect((data.result.to - data.result.from) / 3600).toBeCloseTo(36, 0);
  });

  it('tells nothing of hidden parameters: no curve, no end, no other leverage or stop (H54)', async () => {
    const { exchange, bots, copier } = await agedBots(['futures_grid', 'contract-martingale'], { isClosed: true });
    for (const { id, money } of bots) {
      progress.length = 0;
      const { data } = await preview(exchange, copier, id, money);
      // How far it is tells how much history was gathered.
      expect(progress.every((part) => part === 0)).toBe(true);
      expect(data).toMatchObject({ outcome: 'compared', result: { curve: null, original: { finish_as: '' } } });
      expect(JSON.stringify(data)).not.toMatch(LEAKS);
      for (const rate of Object.values(data.result.copy)) expect(rate).toMatch(/^(-?\d+(\.\d{1,4})?)?$/);
      for (const choice of [{ leverage: '2' }, { stop_loss: '0.2' }, { stop_profit: '' }])
        expect((await preview(exchange, copier, id, money, choice)).data).toEqual({
          status: 'done',
          progress: 1,
          outcome: 'closed-choice',
          result: null,
        });
    }
    // Who has copied it sees its leverage and where it is liquidated: he may choose.
    const [{ id = 0, money = '' } = {}] = bots;
    expect(await follow(exchange, copier, 'futures_grid', id, money)).toMatchObject({ code: 200 });
    expect((await preview(exchange, copier, id, money, { leverage: '2' })).data.outcome).toBe('compared');
  });

  it('refuses whom a copy is refused: its owner, and who does not see it', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const [provider, copier] = [await exchange.trader(), await exchange.trader('copier')];
    const [shown, hidden] = [await startGrid(exchange, provider), await startGrid(exchange, provider, { is_hide: 1 })];
    const ask = (who: Who, follow_id: number, more = {}) =>
      exchange.send('followPreview', { who, body: { follow_id, money: '500', ...more } });
    expect(await ask(provider, shown)).toMatchObject({ code: 409, data: { issue: 'follow-own' } });
    expect(await ask(copier, hidden)).toMatchObject({ code: 404, data: { issue: 'bot-unknown' } });
    expect(await ask(copier, 999_999_999)).toMatchObject({ code: 404 });
    // What a spot grid does not have.
    expect(await ask(copier, shown, { leverage: '5' })).toMatchObject({ code: 200, data: { outcome: 'not-now' } });
    expect(await ask(copier, shown, { stop_loss: 'x' })).toMatchObject({ code: 422 });
  });
});
