import { describe, expect, it } from 'vitest';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** What an owner does with a bot that lives, by the plan that he was shown; ends are in exchange-agreed-end.test.ts. */

const STALE = { code: 409, data: { issue: 'plan-stale' } };
const FUND = { fundpass: 'paper-fund' };

async function opened(kind: 'futures_grid' | 'martingale', changes: object = {}) {
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  return { exchange, who, id: await startKind(exchange, who, kind, { ...FUND, ...changes }), kind };
}

interface Bot {
  readonly exchange: TestExchange;
  readonly who: Who;
  readonly id: number;
  readonly kind: string;
}

const plan = async ({ exchange, who, id, kind }: Bot, asked: object) =>
  exchange.send('actionPlan', { who, query: { strategy_id: id, strategy_type: kind, ...asked } });

/** Of its records those that have an outcome, the newest first. */
async function outcomes({ exchange, who, id, kind }: Bot) {
  const query = { strategy_id: id, strategy_type: kind, page_size: 50 };
  const { data } = await exchange.send('operateRecords', { who, query });
  return data.filter((record: { outcome?: object }) => record.outcome !== undefined);
}
const outcome = async (bot: Bot) => (await outcomes(bot))[0];

const said = (figures: readonly { name: string; amount?: string; happened?: string }[]) =>
  Object.fromEntries(figures.map(({ name, amount, happened }) => [name, amount ?? happened]));

describe('margin by the plan that was shown', () => {
  it('comes in by it, and not when the liquidation price is another by now or another amount is sent', async () => {
    const bot = await opened('futures_grid');
    const { exchange, who, id } = bot;
    const add = (amount: string, fingerprint?: string) =>
      exchange.send('increaseBalance', {
        who,
        path: { id },
        body: { asset: 'USDT', amount, ...FUND, ...(fingerprint === undefined ? {} : { fingerprint }) },
      });
    const shown = (await plan(bot, { act: 'margin_in', amount: '50' })).data;
    expect(said(shown.figures)).toMatchObject({ margin_in: '50' });
    expect(await add('51', shown.fingerprint)).toMatchObject(STALE);
    // Somewhere else much more comes in.
    expect(await add('800')).toMatchObject({ code: 200 });
    expect(await outcome(bot)).toBeUndefined();
    expect(await add('50', shown.fingerprint)).toMatchObject(STALE);
    const anew = (await plan(bot, { act: 'margin_in', amount: '50' })).data;
    const { data } = await add('50', anew.fingerprint);
    const record = await outcome(bot);
    expect([record.op_type, record.outcome.fingerprint]).toEqual(['increase_margin', anew.fingerprint]);
    expect(said(record.outcome.figures)).toEqual(said(anew.figures));
    expect(said(record.outcome.figures).liquidation_long).toBe(data.after.held_liq_price);
  });

  it('goes out by it, and comes in with another leverage by it', async () => {
    const bot = await opened('futures_grid');
    const { exchange, who, id } = bot;
    const grown = (await plan(bot, { act: 'leverage', amount: '40', leverage: '7' })).data;
    expect(said(grown.figures)).toMatchObject({ money_in: '40', leverage: '7' });
    const actions = [{ action: 'transfer', amount: '40', currency: 'USDT', leverage: '7' }];
    const body = { actions, fingerprint: grown.fingerprint, ...FUND };
    expect(await exchange.send('updateGrid', { who, path: { id }, body })).toMatchObject({ code: 200 });
    const leveraged = (await outcome(bot)).outcome;
    expect([leveraged.fingerprint, said(leveraged.figures)]).toEqual([grown.fingerprint, said(grown.figures)]);
    const out = (await plan(bot, { act: 'margin_out', amount: '10' })).data;
    const taken = { amount: '10', fingerprint: out.fingerprint, ...FUND };
    expect(await exchange.send('reduceMargin', { who, path: { id }, body: taken })).toMatchObject({ code: 200 });
    const record = await outcome(bot);
    expect([record.op_type, said(record.outcome.figures).margin_out]).toEqual(['withdrawal_balance', '10']);
    expect([record.outcome.fingerprint, said(record.outcome.figures)]).toEqual([out.fingerprint, said(out.figures)]);
  });

  it('is refused for what the act itself is refused for, and nobody else is told a plan', async () => {
    const bot = await opened('futures_grid');
    expect(await plan(bot, { act: 'margin_in', amount: '0' })).toMatchObject({ code: 422, data: { field: 'amount' } });
    expect(await plan(bot, { act: 'margin_out', amount: '99999' })).toMatchObject({ code: 422 });
    expect(await plan(bot, { act: 'withdraw', amount: '1' })).toMatchObject({ code: 409 });
    const other = await bot.exchange.trader('copier');
    expect(await plan({ ...bot, who: other }, { act: 'margin_in', amount: '1' })).toMatchObject({ code: 403 });
  });
});

describe('stops and params by the plan that was shown', () => {
  it('are those of a grid, and not others than it was shown', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const bot = { exchange, who, id: await startGrid(exchange, who), kind: 'spot_grid' };
    const stops = { stop_loss: priceAt(exchange, 'BTC_USDT', 0.8), stop_profit: priceAt(exchange, 'BTC_USDT', 1.3) };
    const shown = (await plan(bot, { act: 'stops', ...stops })).data;
    const send = (asked: object) =>
      exchange.send('changeGridParams', {
        who,
        path: { id: bot.id },
        body: { ...asked, fingerprint: shown.fingerprint, ...FUND },
      });
    expect(await send({ ...stops, stop_loss: priceAt(exchange, 'BTC_USDT', 0.7) })).toMatchObject(STALE);
    expect(await send(stops)).toMatchObject({ code: 200 });
    const record = await outcome(bot);
    expect([record.op_type, record.outcome.fingerprint]).toEqual(['params', shown.fingerprint]);
    expect(said(record.outcome.figures)).toEqual(stops);
  });

  it('that are the same as once before have the same plan: each record names it, the newest first', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const bot = { exchange, who, id: await startGrid(exchange, who), kind: 'spot_grid' };
    const named: string[] = [];
    for (const stop_loss of [priceAt(exchange, 'BTC_USDT', 0.8), '', priceAt(exchange, 'BTC_USDT', 0.8)]) {
      const { fingerprint } = (await plan(bot, { act: 'stops', stop_loss })).data;
      named.unshift(fingerprint);
      const body = { stop_loss, fingerprint, ...FUND };
      expect(await exchange.send('changeGridParams', { who, path: { id: bot.id }, body })).toMatchObject({ code: 200 });
    }
    expect([named[0] === named[2], named[0] === named[1]]).toEqual([true, false]);
    const told: { outcome: { fingerprint: string } }[] = await outcomes(bot);
    expect(told.map(({ outcome: { fingerprint } }) => fingerprint)).toEqual(named);
  });

  it('typed beside another range are in the plan of that range, shown and compared', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const bot = { exchange, who, id: await startGrid(exchange, who), kind: 'spot_grid' };
    const path = { id: bot.id };
    const at = (share: number): string => priceAt(exchange, 'BTC_USDT', share);
    const asked = { low_price: at(0.9), high_price: at(1.1), grid_num: '8', stop_loss: at(0.8), stop_profit: '' };
    const { data } = await exchange.send('investPlan', { who, path, body: asked });
    const [shown] = data.plans;
    // The take profit is none as before: nothing is said of it.
    const { stop_profit: _none, ...set } = asked;
    expect(said(shown.figures)).toMatchObject(set);
    expect(said(shown.figures)).not.toHaveProperty('stop_profit');
    const actions = shown.actions.map(({ action, amount, currency }: Record<string, string>) => ({
      ...{ action, amount, currency },
    }));
    const send = (changes: object) => {
      const body = { ...asked, ...changes, actions, plan: shown.plan, fingerprint: shown.fingerprint, ...FUND };
      return exchange.send('changeGridParams', { who, path, body });
    };
    expect(await send({ stop_loss: at(0.7) })).toMatchObject(STALE);
    expect(await send({ stop_profit: at(1.3) })).toMatchObject(STALE);
    // The same price in other digits is the same plan.
    expect(await send({ stop_loss: `${asked.stop_loss}0` })).toMatchObject({ code: 200 });
    const record = await outcome(bot);
    expect(said(record.outcome.figures)).toMatchObject({ ...set, stop_loss: `${asked.stop_loss}0` });
  });

  it('are those of a martingale', async () => {
    const bot = await opened('martingale');
    const { exchange, who, id } = bot;
    const { payload } = (
      await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'martingale' } })
    ).data;
    const field = Object.keys(payload.params).find((name) => name.startsWith('take_profit')) ?? '';
    const params = JSON.stringify({ [field]: '0.021' });
    const shown = (await plan(bot, { act: 'params', params })).data;
    expect(said(shown.figures)).toMatchObject({ stop_profit: '0.021' });
    const body = { strategy_id: id, strategy_type: 'martingale', params, fingerprint: shown.fingerprint, ...FUND };
    expect(await exchange.send('strategyParams', { who, body })).toMatchObject({ code: 200 });
    const told = (await outcome(bot)).outcome;
    expect([told.fingerprint, said(told.figures)]).toEqual([shown.fingerprint, said(shown.figures)]);
  });
});

describe('a bot that has not started', () => {
  it('is ended by the plan that was shown: everything comes back', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const body = { ...KIND_BODIES.spot_grid.body(exchange), ...FUND };
    const { data } = await exchange.send('createGrid', { who, body });
    const bot = { exchange, who, id: data.strategy_id, kind: 'spot_grid' };
    const query = { strategy_id: bot.id, strategy_type: 'spot_grid', type: 'market' };
    const { fingerprint, returns } = (await exchange.send('closePreview', { who, query })).data;
    const end = { who, path: { id: bot.id }, body: { fingerprint, ...FUND } };
    expect(await exchange.send('cancelGrid', end)).toMatchObject({ code: 200 });
    const record = await outcome(bot);
    expect([record.op_type, said(record.outcome.figures).returned]).toEqual(['terminate', returns[0].amount]);
  });
});
