import { describe, expect, it } from 'vitest';
import { botAccount } from '#server/exchange/ledger/account-names.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { rowOf, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** A feed that hears nothing of the instruments that `isMissing` names, as a live one whose exchange does not answer. */
function brokenFeed(isMissing: (instrument: string) => boolean): MarketFeed {
  const whole = createSimulatedFeed({ seed: 'exchange-tests' });
  return {
    ...whole,
    lastTicks: (instrument, timeMs) => (isMissing(instrument) ? null : whole.lastTicks(instrument, timeMs)),
    points: (instrument, fromMs, toMs) => (isMissing(instrument) ? [] : whole.points(instrument, fromMs, toMs)),
    knowsPath: (instrument, fromMs, toMs) => !isMissing(instrument) && whole.knowsPath(instrument, fromMs, toMs),
  };
}

const waitsFor = async (exchange: TestExchange, who: Who, id: number): Promise<string> =>
  (await exchange.send('botWhy', { who, path: { id } })).data.waits_for;

describe('a bot that its market does not let trade (M-119, M-120, X27, H31)', () => {
  it('is retrying as long as that is so, in its row and its detail, trades nothing, and goes on with the next price', async () => {
    let missing = '';
    const exchange = await openTestExchange(temporaryFolder(), {
      feed: brokenFeed((instrument) => instrument === missing),
    });
    const who = await exchange.trader();
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const far = { low_price: (last * 0.7).toFixed(1), trigger_price: (last * 0.71).toFixed(1) };
    const [id, waiting, paused] = [
      await startGrid(exchange, who),
      await startGrid(exchange, who, far),
      await startGrid(exchange, who),
    ];
    await exchange.send('pauseGrid', { who, path: { id: paused } });
    await exchange.pass(3_600_000, 60_000);
    const listed = async () => {
      const { data } = await exchange.send('strategies', { who, query: { strategy_type: 'spot_grid' } });
      const rows = data as { strategy_id: number; status: string; behavior_status: string }[];
      const of = (one: number) => rows.find(({ strategy_id }) => strategy_id === one);
      return [id, waiting, paused].map((one) => [of(one)?.status, of(one)?.behavior_status]);
    };
    const before = await rowOf(exchange, who, id, 'spot_grid');
    expect(before).toMatchObject({ status: 'running', behavior_status: 'running' });
    missing = 'BTC_USDT';
    await exchange.pass(3_600_000, 60_000);
    const during = await rowOf(exchange, who, id, 'spot_grid');
    expect(during).toMatchObject({ status: 'running', behavior_status: 'retrying', trade_num: before.trade_num });
    expect(during.last_price).toBe('--');
    expect(await listed()).toEqual([
      ['running', 'retrying'],
      ['open', 'retrying'],
      // It does not try.
      ['pause', 'pause'],
    ]);
    const waits = (one: number) => waitsFor(exchange, who, one);
    expect([await waits(id), await waits(waiting), await waits(paused)]).toEqual(['no_price', 'no_price', 'paused']);
    missing = '';
    await exchange.pass(3 * 3_600_000, 60_000);
    const after = await rowOf(exchange, who, id, 'spot_grid');
    expect(after).toMatchObject({ status: 'running', behavior_status: 'running', residual: '0' });
    expect(after.trade_num).toBeGreaterThan(before.trade_num);
    expect((await listed()).map(([, behaviour]) => behaviour)).toEqual(['running', 'open', 'pause']);
    expect([await waits(id), await waits(waiting)]).toEqual(['order', 'trigger']);
  });

  it('is retrying while the market has no price for its opening within its slippage, and runs once it has one', async () => {
    const whole = createSimulatedFeed({ seed: 'exchange-tests' });
    let isThin = true;
    const feed: MarketFeed = {
      ...whole,
      marketFillTicks: (instrument, side, quantity, ticks, timeMs) =>
        isThin
          ? Math.round(ticks * (side === 'buy' ? 1.05 : 0.95))
          : whole.marketFillTicks(instrument, side, quantity, ticks, timeMs),
    };
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    const id = await startGrid(exchange, who, { init_position_slip: '0.01' });
    await exchange.pass(180_000, 20_000);
    const waiting = { status: 'open', step: 'init-order-process', behavior_status: 'retrying', trade_num: 0 };
    expect(await rowOf(exchange, who, id, 'spot_grid')).toMatchObject(waiting);
    expect(await waitsFor(exchange, who, id)).toBe('opening');
    isThin = false;
    await exchange.pass(120_000, 20_000);
    const running = { status: 'running', step: 'running', behavior_status: 'running' };
    expect(await rowOf(exchange, who, id, 'spot_grid')).toMatchObject(running);
    expect(await waitsFor(exchange, who, id)).not.toBe('opening');
    // One that has not come through in ten minutes has failed.
    isThin = true;
    const other = await startGrid(exchange, who, { init_position_slip: '0.01' });
    await exchange.pass(660_000, 20_000);
    expect(await rowOf(exchange, who, other, 'spot_grid')).toMatchObject({
      status: 'finished',
      behavior_status: 'finished',
    });
  });

  it.each([
    ['smart-position', 'BTC_USDT'],
    ['spot-future-arbitrage', 'BTC_USDT@USDT'],
  ] as const)('is so of a %s where one of its markets is missing, and no longer', async (kind, market) => {
    let missing = '';
    const exchange = await openTestExchange(temporaryFolder(), {
      feed: brokenFeed((instrument) => instrument === missing),
    });
    const who = await exchange.trader();
    const id = await startKind(exchange, who, kind);
    await exchange.pass(60_000);
    missing = market;
    await exchange.pass(60_000);
    expect(await rowOf(exchange, who, id, kind)).toMatchObject({ behavior_status: 'retrying' });
    expect(await waitsFor(exchange, who, id)).toBe('no_price');
    missing = '';
    await exchange.pass(60_000);
    expect(await rowOf(exchange, who, id, kind)).toMatchObject({ behavior_status: 'running' });
  });
});

describe('a bot whose market has had no price since a restart', () => {
  it('is refused what needs a price, planned or done, and takes it with the next one', async () => {
    let missing = '';
    const feed = brokenFeed((instrument) => missing !== '' && instrument.startsWith(missing));
    const folder = temporaryFolder();
    const first = await openTestExchange(folder, { feed });
    const owner = await first.trader();
    const FUND = { fundpass: 'paper-fund' };
    const id = await startKind(first, owner, 'futures_grid', FUND);
    const grid = await startGrid(first, owner);
    await first.kill();
    missing = 'BTC_USDT';
    const exchange = await openTestExchange(folder, { feed });
    const who = await exchange.trader();
    const plan = (asked: object, bot = id, kind = 'futures_grid') =>
      exchange.send('actionPlan', { who, query: { strategy_id: bot, strategy_type: kind, ...asked } });
    const actions = [{ action: 'transfer', amount: '40', currency: 'USDT', leverage: '7' }];
    const ask = async () => ({
      margin: await plan({ act: 'margin_in', amount: '50' }),
      out: await plan({ act: 'margin_out', amount: '10' }),
      leverage: await plan({ act: 'leverage', amount: '40', leverage: '7' }),
      stops: await plan({ act: 'stops', stop_loss: '10' }, grid, 'spot_grid'),
      pause: await exchange.send('pauseGrid', { who, path: { id: grid } }),
      added: await exchange.send('increaseBalance', {
        who,
        path: { id },
        body: { asset: 'USDT', amount: '50', ...FUND },
      }),
      // Nobody knows how much may go: that is not that nothing may.
      reducible: await exchange.send('reducibleMargin', { who, path: { id } }),
      reduced: await exchange.send('reduceMargin', { who, path: { id }, body: { amount: '10', ...FUND } }),
      levered: await exchange.send('updateGrid', { who, path: { id }, body: { actions, ...FUND } }),
    });
    const balance = () => exchange.ledger.balance(botAccount(id), 'USDT');
    const before = balance();
    for (const [act, answer] of Object.entries(await ask())) {
      expect([act, answer]).toMatchObject([act, { code: 409, data: { issue: 'price-unknown' } }]);
    }
    // What was refused has moved nothing.
    expect(balance()).toBe(before);
    missing = '';
    await exchange.pass(60_000);
    for (const [act, answer] of Object.entries(await ask())) expect([act, answer.code]).toEqual([act, 200]);
  });
});
