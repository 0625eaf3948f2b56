import { describe, expect, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { closeParams } from './closed-params.ts';
import { follow } from './copied-bots.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Rules of the copy form, as the exchange answers both who asks for the terms and who copies. */

/** A provider's bot and a copier; `isClosed`: its parameters are hidden. */
async function sourceOf(kind: RunnableKind, changes: Readonly<Record<string, unknown>> = {}, isClosed = false) {
  const folder = temporaryFolder();
  const first = await openTestExchange(folder);
  const id = await startKind(first, await first.trader(), kind, changes);
  if (!isClosed) return { exchange: first, copier: await first.trader('copier'), id };
  await first.kill();
  closeParams(folder);
  const exchange = await openTestExchange(folder, { clock: first.clock });
  await exchange.pass(1_000);
  return { exchange, copier: await exchange.trader('copier'), id };
}

/** What is said of a copy for so much: by its terms, and by the call that would make it. */
async function saidOf(exchange: TestExchange, copier: Who, kind: RunnableKind, id: number, money: string) {
  const terms = await exchange.send('followTerms', { who: copier, body: { follow_id: id, money } });
  const made = await follow(exchange, copier, kind, id, money);
  expect(terms.data.issue === null ? 200 : terms.data.issue.code).toBe(made.code);
  expect([terms.data.issue?.field, terms.data.issue?.issue]).toEqual([made.data.field, made.data.issue]);
  return made;
}

describe('a copy of a futures martingale', () => {
  it('has a first order of at least the contract’s smallest, and says which in base units (M-257)', async () => {
    const { exchange, copier, id } = await sourceOf('contract-martingale');
    const { contract } = exchange.feed.spec('BTC_USDT@USDT') ?? {};
    if (contract === undefined) throw new Error('no contract of bitcoin');
    const inCoins = (contracts: bigint) => Number(contracts * contract.quantoUnits) / 1e8;
    const little = await saidOf(exchange, copier, 'contract-martingale', id, '1');
    expect(little).toMatchObject({ code: 422, data: { issue: 'order.min', values: { unit: 'BTC' } } });
    expect(Number(little.data.values.n)).toBe(inCoins(contract.sizeMin > 1n ? contract.sizeMin : 1n));
    expect(await saidOf(exchange, copier, 'contract-martingale', id, '3000')).toMatchObject({ code: 200 });
  });

  it('scales a first order that was asked for, and is refused where it would be none (M-257)', async () => {
    const { exchange, copier, id } = await sourceOf('contract-martingale', {
      params: { size: '2', begin_money_amount: '3000' },
    });
    const little = await saidOf(exchange, copier, 'contract-martingale', id, '1000');
    expect(little).toMatchObject({ code: 422, data: { issue: 'order.min' } });
  });

  it('of a hidden first order says how much money it needs, and nothing of the order (M-257, H54)', async () => {
    const asked = { params: { size: '2', begin_money_amount: '3000' } };
    const { exchange, copier, id } = await sourceOf('contract-martingale', asked, true);
    const { code, data } = await saidOf(exchange, copier, 'contract-martingale', id, '1000');
    expect([code, data.field, data.issue, data.values]).toEqual([
      422,
      'money',
      'money.min.copy',
      { min: '1500', unit: 'USDT' },
    ]);
  });
});

describe('a copy of an indicator bot', () => {
  it('is refused beyond 1,500,000 USDT as too large, whatever the copier has (M-261)', async () => {
    const { exchange, copier, id } = await sourceOf('compose-indicator');
    expect(await saidOf(exchange, copier, 'compose-indicator', id, '1500001')).toMatchObject({
      code: 422,
      data: { issue: 'money.too_large', values: { max: '1500000', unit: 'USDT' } },
    });
    expect(await saidOf(exchange, copier, 'compose-indicator', id, '1500000')).toMatchObject({
      data: { issue: 'money.balance.copy' },
    });
  });

  it('with a wrong value of the advanced block is not made (M-260)', async () => {
    const { exchange, copier, id } = await sourceOf('compose-indicator');
    for (const wrong of [{ stop_rate: '0.05' }, { leverage: '11' }, { position_stop_rate: '2' }]) {
      const { code, data } = await follow(exchange, copier, 'compose-indicator', id, '3000', wrong);
      expect([code, data.field]).toEqual([422, Object.keys(wrong)[0]]);
    }
    expect(await follow(exchange, copier, 'compose-indicator', id, '3000', { leverage: '3' })).toMatchObject({
      code: 200,
    });
  });

  it('offers its copier the stops that it has: in a contract none for the whole profit (C-167, M-259)', async () => {
    for (const [kind, stop_profit] of [
      ['compose-indicator', 0],
      ['spot-compose-indicator', 1],
    ] as const) {
      const { exchange, copier, id } = await sourceOf(kind);
      const ask = (own: object) =>
        exchange.send('followTerms', { who: copier, body: { follow_id: id, money: '3000', ...own } });
      expect((await ask({})).data.stops).toEqual({ of: 'investment', stop_loss: 1, stop_profit });
      const own = await ask({ stop_profit: '0.2' });
      expect([kind, own.code]).toEqual([kind, stop_profit === 1 ? 200 : 422]);
    }
  });

  it('has both rates of a protected profit, the original’s: none is made of a start alone (M-262)', async () => {
    const protectedProfit = { start_profit_rate: '0.1', protect_profit_rate: '0.05' };
    const { exchange, copier, id } = await sourceOf('compose-indicator', {
      params: { ...protectedProfit, volume: '1' },
    });
    for (const said of [{ start_profit_rate: '0.1', protect_profit_rate: '' }, { start_profit_rate: '0.2' }]) {
      const { code, data } = await follow(exchange, copier, 'compose-indicator', id, '3000', said);
      expect([code, data.issue]).toEqual([422, 'follow-differs']);
    }
    const { code, data } = await follow(exchange, copier, 'compose-indicator', id, '3000', protectedProfit);
    expect(code).toBe(200);
    const copy = await exchange.send('strategyDetail', {
      who: copier,
      query: { strategy_id: data.strategy_id, strategy_type: 'compose-indicator' },
    });
    expect(copy.data.params).toMatchObject(protectedProfit);
    // Of a bot that protects nothing no copy does.
    const plain = await sourceOf('compose-indicator');
    const alone = await follow(plain.exchange, plain.copier, 'compose-indicator', plain.id, '3000', {
      start_profit_rate: '0.1',
    });
    expect([alone.code, alone.data.issue]).toEqual([422, 'follow-differs']);
  });
});
