import { describe, expect, it } from 'vitest';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { SENT_SHARES, sendLastShare } from '#server/exchange/bots/copy-share.ts';
import { NEW_SHARE } from '#server/exchange/bots/share-record.ts';
import { SHARE_COLLECTIONS, ShareTransfers } from '#server/exchange/copies/share-transfers.ts';
import { botAccount, ISSUE, TRANSFERS, userSpot } from '#server/exchange/ledger/account-names.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import { coins, PLAIN } from './engine-fixture.ts';
import { CORE_COLLECTIONS, openCoreOn, temporaryFolder } from './store-fixture.ts';

const COLLECTIONS = [...CORE_COLLECTIONS, SENT_SHARES, ...SHARE_COLLECTIONS];
const COPY = 7;

/** A copy of bot 1 that has `has` left in its account, and the transfers of what it pays. */
async function copyWith(has: Readonly<Record<string, bigint>>) {
  const core = await openCoreOn(await openSqliteStore({ dataDir: temporaryFolder(), collections: COLLECTIONS }));
  const owners = new Map([[1, 41]]);
  const book = { ownerOf: (botId: number) => owners.get(botId) };
  const transfers = await ShareTransfers.open({ ...core, book });
  await core.sequencer.submit((tx) => {
    for (const [asset, amount] of Object.entries(has)) {
      core.ledger.post([{ from: ISSUE, to: botAccount(COPY), asset, amount }], 'test', 'test', tx.nowMs);
    }
  });
  return { ...core, owners, transfers };
}

describe('transfers of shares', () => {
  it('are paid after a turn that was taken back, each once (H41)', async () => {
    const { ledger, owners, sequencer, transfers } = await copyWith({ USDT: 300n });
    const send = (number: number, sourceId: number, amount: bigint) =>
      sequencer.submit((tx) => {
        ledger.post([{ from: botAccount(COPY), to: TRANSFERS, asset: 'USDT', amount }], 'test', 'test', tx.nowMs);
        const parts = [{ asset: 'USDT', amount: `${amount}` }];
        tx.put(SENT_SHARES, `${COPY}:${number}`, JSON.stringify({ copyId: COPY, number, sourceId, parts }));
      });
    await send(1, 1, 100n);
    await send(2, 2, 200n);
    // The second one's receiver is unknown: the turn of both is taken back.
    await expect(transfers.pass()).rejects.toThrow('whom nobody knows');
    expect(ledger.balance(userSpot(41), 'USDT')).toBe(0n);
    expect(transfers.incomeOf(1).get('USDT') ?? 0n).toBe(0n);
    owners.set(2, 42);
    await transfers.pass();
    await transfers.pass();
    expect(ledger.balance(userSpot(41), 'USDT')).toBe(100n);
    expect(ledger.balance(userSpot(42), 'USDT')).toBe(200n);
    expect(transfers.incomeOf(1).get('USDT')).toBe(100n);
    expect([...ledger.assets(TRANSFERS)]).toEqual([]);
  });
});

describe('the last share of a copy that keeps its coins', () => {
  it('is paid with money first and then in coins at the prices of the end, never more than was agreed (H41)', async () => {
    const priceUnits = 7n * PLAIN.tickUnits;
    const has = { [PLAIN.quote]: coins(1), [PLAIN.base]: coins(1_000) };
    const { ledger, sequencer, transfers, owners } = await copyWith(has);
    const equity = coins(1) + (coins(1_000) * priceUnits) / coins(1);
    const record = {
      id: COPY,
      followId: 1,
      payload: { follow_fee_rate: '0.3' },
      gridProfit: 0n,
      startEquity: equity - coins(10),
      withdrawn: 0n,
      deposited: 0n,
      share: NEW_SHARE,
    };
    await sequencer.submit((tx) => {
      const end = { equity, prices: [7], asset: PLAIN.quote, timeMs: tx.nowMs };
      sendLastShare({ ledger, batch: tx }, record, PLAIN, end);
    });
    await transfers.pass();
    const provider = userSpot(owners.get(1) ?? 0);
    const [money, kept] = [ledger.balance(provider, PLAIN.quote), ledger.balance(provider, PLAIN.base)];
    const paidFine = money * EQUITY_SCALE + kept * priceUnits;
    expect(money).toBe(coins(1));
    expect(record.share.atEndFine).toBe(paidFine);
    expect(record.share.mark).toBe(coins(10));
    // Three of ten: less than one more unit of the coin would be.
    expect(paidFine <= coins(3) * EQUITY_SCALE).toBe(true);
    expect(paidFine > coins(3) * EQUITY_SCALE - priceUnits).toBe(true);
  });
});
