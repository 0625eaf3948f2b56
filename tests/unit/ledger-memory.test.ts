import { describe, expect, it } from 'vitest';
import {
  botAccount,
  FEES,
  ISSUE,
  loanAccount,
  marketAccount,
  userHold,
  userSpot,
  userTrial,
} from '#server/exchange/ledger/account-names.ts';
import type { BookEntry } from '#server/exchange/ledger/ledger.ts';
import { ACCOUNT_BOOK, BALANCES, brokenLaw, openLedger } from '#server/exchange/ledger/memory-ledger.ts';
import {
  flowPostings,
  issueTo,
  postReserved,
  reserve,
  returnAll,
  tradeFlows,
  voidReserved,
} from '#server/exchange/ledger/movements.ts';
import { gathered, openCore, temporaryFolder, turnWriter } from './store-fixture.ts';

describe('the ledger', () => {
  it('moves money between accounts and never makes any', async () => {
    const { ledger, sequencer, store } = await openCore(temporaryFolder());
    await sequencer.submit((tx) => ledger.post([issueTo(userSpot(1), 'USDT', 500n)], 'grant', 'user:1', tx.nowMs));
    const refusal = await sequencer.submit((tx) =>
      ledger.post(
        [reserve(1, 'USDT', 200n), postReserved(1, 7, 'USDT', 150n), voidReserved(1, 'USDT', 50n)],
        'create',
        'bot:7',
        tx.nowMs,
      ),
    );
    expect(refusal).toBeNull();
    expect([userSpot(1), userHold(1), botAccount(7), ISSUE].map((account) => ledger.balance(account, 'USDT'))).toEqual([
      350n,
      0n,
      150n,
      -500n,
    ]);
    expect(ledger.total('USDT')).toBe(0n);
    expect(ledger.assets(userHold(1)).size).toBe(0);
    await store.close();
  });

  it('refuses a group that would overdraw an account, whole, and says which', async () => {
    const { ledger, sequencer, store } = await openCore(temporaryFolder());
    await sequencer.submit((tx) => ledger.post([issueTo(userSpot(1), 'USDT', 100n)], 'grant', 'user:1', tx.nowMs));
    const refusal = await sequencer.submit((tx) =>
      ledger.post(
        [reserve(1, 'USDT', 60n), { from: userHold(1), to: botAccount(7), asset: 'USDT', amount: 61n }],
        'create',
        'bot:7',
        tx.nowMs,
      ),
    );
    expect(refusal).toEqual({ refused: 'insufficient', account: userHold(1), asset: 'USDT' });
    expect(ledger.balance(userSpot(1), 'USDT')).toBe(100n);
    expect((await store.page(ACCOUNT_BOOK, 'bot:7', 1, 10)).total).toBe(0);
    await store.close();
  });

  it('writes each group to the account book with its reason and postings', async () => {
    const { ledger, sequencer, store } = await openCore(temporaryFolder());
    await sequencer.submit((tx) => ledger.post([issueTo(userSpot(1), 'BTC', 3n)], 'grant', 'user:1', tx.nowMs));
    const [row] = (await store.page(ACCOUNT_BOOK, 'user:1', 1, 10)).rows;
    const entry = JSON.parse(row?.value ?? '') as BookEntry;
    expect(entry).toEqual({ reason: 'grant', postings: [[ISSUE, userSpot(1), 'BTC', '3']] });
    await store.close();
  });

  it('is the same after a restart', async () => {
    const folder = temporaryFolder();
    const first = await openCore(folder);
    await first.sequencer.submit((tx) =>
      first.ledger.post([issueTo(userSpot(1), 'BTC', 123_456_789_012_345_678_901n)], 'grant', 'user:1', tx.nowMs),
    );
    await first.sequencer.submit((tx) => first.ledger.post([reserve(1, 'BTC', 1n)], 'hold', 'user:1', tx.nowMs));
    await first.store.close();
    const second = await openCore(folder);
    expect(second.ledger.balance(userSpot(1), 'BTC')).toBe(123_456_789_012_345_678_900n);
    expect(second.ledger.balance(userHold(1), 'BTC')).toBe(1n);
    expect(brokenLaw(second.ledger)).toBeNull();
    await second.store.close();
  });

  it('will not build upon a store whose sums are not zero or where an account is below zero', async () => {
    const { store } = await openCore(temporaryFolder());
    const write = turnWriter(store);
    await write((batch) => batch.put(BALANCES, `${userSpot(1)}|USDT`, '5'));
    await expect(openLedger(store)).rejects.toThrow('USDT sums to 5');
    await write((batch) => batch.put(BALANCES, 'issue|USDT', '-6'));
    await expect(openLedger(store)).rejects.toThrow('USDT sums to -1');
    await write((batch) => batch.remove(BALANCES, 'issue|USDT'));
    await write((batch) => batch.put(BALANCES, `${userSpot(2)}|USDT`, '-5'));
    await expect(openLedger(store)).rejects.toThrow(`${userSpot(2)} has -5 of USDT`);
    await store.close();
  });

  it('forgets with its first turn what older stores kept of ended bots, and nothing of a trader (F4, schema 2)', async () => {
    const folder = temporaryFolder();
    const before = await openCore(folder);
    const emptied = [`${botAccount(7)}|USDT`, `${loanAccount(7)}|BTC`, `${userTrial(1)}|USDT`];
    await turnWriter(before.store)((batch) => {
      for (const key of emptied) batch.put(BALANCES, key, '0');
    });
    await before.store.close();
    const { store, ledger, sequencer } = await openCore(folder);
    await sequencer.submit(() => undefined);
    expect([...ledger.everyAccount()]).toEqual([userTrial(1)]);
    expect(await gathered(store.all(BALANCES))).toEqual([{ key: `${userTrial(1)}|USDT`, value: '0' }]);
    await store.close();
  });

  it('throws for malformed postings and outside a command, because those are bugs', async () => {
    const { ledger, sequencer, store } = await openCore(temporaryFolder());
    expect(() => ledger.post([issueTo(userSpot(1), 'BTC', 1n)], 'grant', 'user:1', 0)).toThrow('outside');
    const attempts = [
      issueTo(userSpot(1), 'BTC', 0n),
      issueTo(userSpot(1), 'btc', 1n),
      issueTo('user:0:spot', 'BTC', 1n),
      { from: FEES, to: FEES, asset: 'BTC', amount: 1n },
      { from: 'somebody', to: FEES, asset: 'BTC', amount: 1n },
    ];
    for (const posting of attempts)
      await expect(sequencer.submit((tx) => ledger.post([posting], 'x', 'x', tx.nowMs))).rejects.toThrow('malformed');
    expect([...ledger.everyAccount()]).toEqual([]);
    await store.close();
  });

  it('trades a bot against its market, which is topped up by exactly what it lacks, and takes the fee from what is received', async () => {
    const { ledger, sequencer, store } = await openCore(temporaryFolder());
    const market = { market: 'BTC_USDT', base: 'BTC', quote: 'USDT' };
    const buy = { ...market, side: 'buy', quantity: 1_000n, quoteAmount: 700n, fee: 1n } as const;
    const sell = { ...market, side: 'sell', quantity: 999n, quoteAmount: 710n, fee: 2n } as const;
    await sequencer.submit((tx) => {
      ledger.post([issueTo(botAccount(7), 'USDT', 700n)], 'fund', 'bot:7', tx.nowMs);
      for (const trade of [buy, sell]) {
        ledger.post(flowPostings(ledger, 7, tradeFlows(trade)), 'fill', 'bot:7', tx.nowMs);
      }
    });
    expect(Object.fromEntries(ledger.assets(botAccount(7)))).toEqual({ USDT: 708n });
    expect(Object.fromEntries(ledger.assets(FEES))).toEqual({ BTC: 1n, USDT: 2n });
    expect(Object.fromEntries(ledger.assets(marketAccount('BTC_USDT')))).toEqual({ BTC: 999n });
    expect(Object.fromEntries(ledger.assets(ISSUE))).toEqual({ BTC: -1_000n, USDT: -710n });
    expect(returnAll(ledger, 7, 1)).toEqual([{ from: botAccount(7), to: userSpot(1), asset: 'USDT', amount: 708n }]);
    await store.close();
  });
});
