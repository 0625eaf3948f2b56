import { describe, expect, it } from 'vitest';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { priceAt, rowOf, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** A martingale's owner changes the price that it waits for (M-246, M-326). */

const CASES = [
  { kind: 'martingale', instrument: 'BTC_USDT' },
  { kind: 'contract-martingale', instrument: 'BTC_USDT@USDT' },
] as const;

type Kind = (typeof CASES)[number]['kind'];

async function waiting(kind: Kind, instrument: string) {
  const folder = temporaryFolder();
  const exchange = await openTestExchange(folder);
  const who = await exchange.trader();
  const far = priceAt(exchange, instrument, 0.5);
  const id = await startKind(exchange, who, kind, { params: { trigger_price: far } });
  await exchange.pass(60_000);
  expect(await rowOf(exchange, who, id, kind)).toMatchObject({ step: 'wait-touch', params: { trigger_price: far } });
  return { exchange, who, id, folder };
}

function send(exchange: TestExchange, who: Who, id: number, kind: Kind, params: object) {
  const body = { strategy_id: id, strategy_type: kind, params: JSON.stringify(params), fundpass: 'paper-fund' };
  return exchange.send('strategyParams', { who, body });
}

describe.each(CASES)('the trigger price of a waiting $kind (M-246)', ({ kind, instrument }) => {
  it('is another from then on, over a restart, with the exits of its rounds; that price opens it', async () => {
    const { exchange: first, who: someone, id, folder } = await waiting(kind, instrument);
    const near = priceAt(first, instrument, 0.997);
    const asked = { trigger_price: near, take_profit_per_cycle: '0.03', max_order_amount: -1 };
    expect(await send(first, someone, id, kind, asked)).toMatchObject({ code: 200 });
    const row = await rowOf(first, someone, id, kind);
    expect(row).toMatchObject({ status: 'open', step: 'wait-touch', trade_num: 0, residual: '0' });
    expect(row.params).toMatchObject({ trigger_price: near, take_profit_per_cycle: '0.03', trigger_status: 1 });
    const reasons = await first.send('orderReasons', { who: someone, path: { id } });
    expect(reasons.data[0]).toMatchObject({ kind: 'withheld', reason: 'waiting-trigger' });
    expect(Number(reasons.data[0].price)).toBe(Number(near));
    await first.kill();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const who = await exchange.trader();
    expect(await rowOf(exchange, who, id, kind)).toEqual(row);
    for (let hours = 0; hours < 480 && (await rowOf(exchange, who, id, kind)).step === 'wait-touch'; hours += 1) {
      await exchange.pass(3_600_000, 3_600_000);
    }
    const opened = await rowOf(exchange, who, id, kind);
    expect(opened).toMatchObject({ status: 'running', residual: '0' });
    expect(opened.trade_num).toBeGreaterThan(0);
    // It is behind the bot now: a word without effect.
    expect(await send(exchange, who, id, kind, { trigger_price: priceAt(exchange, instrument, 0.9) })).toMatchObject({
      code: 422,
      data: { field: 'params.trigger_price', issue: 'trigger-passed' },
    });
    // The same price is no other one, however it is written.
    for (const same of [near, Number(near).toFixed(6)]) {
      expect(await send(exchange, who, id, kind, { trigger_price: same })).toMatchObject({ code: 200 });
    }
    await exchange.kill();
  }, 60_000);

  it.each(['', '0'])('taken away (%j) opens it at once, at the present price', async (none) => {
    const { exchange, who, id } = await waiting(kind, instrument);
    expect(await send(exchange, who, id, kind, { trigger_price: none })).toMatchObject({ code: 200 });
    const row = await rowOf(exchange, who, id, kind);
    expect(row).toMatchObject({ status: 'running', step: 'running', trade_num: 1, residual: '0' });
    expect(brokenLaw(exchange.ledger)).toBeNull();
    await exchange.pass(3_600_000, 60_000);
    expect(await rowOf(exchange, who, id, kind)).toMatchObject({ residual: '0' });
    // Neither word is another trigger by now.
    for (const word of ['', '0']) expect((await send(exchange, who, id, kind, { trigger_price: word })).code).toBe(200);
    await exchange.kill();
  });

  it('is refused where nothing would reach it as it is meant, and then nothing has changed', async () => {
    const { exchange, who, id } = await waiting(kind, instrument);
    const before = await rowOf(exchange, who, id, kind);
    for (const [price, issue] of [
      [priceAt(exchange, instrument, 1.01), 'trigger.above_last'],
      ['1000000', 'range'],
      ['x', 'number.format'],
    ] as const) {
      expect(await send(exchange, who, id, kind, { trigger_price: price })).toMatchObject({
        code: 422,
        data: { field: 'trigger_price', issue },
      });
    }
    expect(await send(exchange, who, id, kind, { trigger_price: 5 })).toMatchObject({ code: 422 });
    expect(await rowOf(exchange, who, id, kind)).toEqual(before);
    await exchange.kill();
  });
});

it('keeps no money from a bot that has opened at it and is below it by now', async () => {
  const kind = 'martingale';
  const exchange = await openTestExchange(temporaryFolder());
  let who = await exchange.trader();
  const near = priceAt(exchange, 'BTC_USDT', 0.9995);
  const id = await startKind(exchange, who, kind, { params: { trigger_price: near } });
  const isBelow = async (): Promise<boolean> => {
    const { step, last_price } = await rowOf(exchange, who, id, kind);
    return step === 'running' && Number(last_price) < Number(near);
  };
  for (let halves = 0; halves < 200 && !(await isBelow()); halves += 1) {
    await exchange.pass(1_800_000, 60_000);
    who = await exchange.trader();
  }
  expect(await isBelow()).toBe(true);
  const body = { asset: 'USDT', amount: '50', fundpass: 'paper-fund' };
  expect(await exchange.send('increaseBalance', { who, path: { id }, body })).toMatchObject({ code: 200 });
  const row = await rowOf(exchange, who, id, kind);
  expect(row).toMatchObject({ money: '2050', residual: '0', params: { trigger_price: near } });
  await exchange.kill();
}, 60_000);

it('may be 999,999 in this form, which a new bot’s may not (X3)', async () => {
  const { exchange, who } = await waiting('contract-martingale', 'BTC_USDT@USDT');
  const params = { side: 'sell', trigger_price: '999998' };
  const id = await startKind(exchange, who, 'contract-martingale', { params });
  expect(await send(exchange, who, id, 'contract-martingale', { trigger_price: '999999' })).toMatchObject({
    code: 200,
  });
  await expect(
    startKind(exchange, who, 'contract-martingale', { params: { ...params, trigger_price: '999999' } }),
  ).rejects.toThrow('trigger_price');
  await exchange.kill();
});
