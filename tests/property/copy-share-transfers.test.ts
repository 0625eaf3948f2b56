import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { parseSignedAmount } from '#lib/money/amount.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { TRANSFERS, userAccount, userSpot } from '#server/exchange/ledger/account-names.ts';
import { mortal } from '#tests/support/mortal-store.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { openStoreHere } from '#tests/support/store-here.ts';
import { endBot, wonAndLost } from '../unit/copied-bots.ts';
import { openTestExchange, type TestExchange, type Who } from '../unit/exchange-fixture.ts';
import { rowOf } from '../unit/exchange-kind-bodies.ts';
import { handClock, temporaryFolder } from '../unit/store-fixture.ts';

/** Commits from another copy on: its own turn, the end of the first one, the market's, the receiver's, the sender's, and some behind them. */
const COMMITS = runs(8, 13);
const KEY = 'end-of-the-copy-0001';
const FOLLOW_KEY = 'another-copy-000001';
const FOLLOWED = '300';
const units = (text: string): bigint => parseSignedAmount(text) ?? 0n;

const userId = async (exchange: TestExchange, who: Who): Promise<number> =>
  (await exchange.send('upstreamProfile', { who })).data.user_id;

describe('a share and a follower that a process dies over', () => {
  it('are taken, credited and counted once, whichever commit was the last (H41)', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const traders = { provider: await first.trader(), copier: await first.trader('copier') };
    const { won } = await wonAndLost(first, traders);
    const [providerId, copierId] = [await userId(first, traders.provider), await userId(first, traders.copier)];
    const before = first.ledger.balance(userSpot(providerId), 'USDT');
    const own = first.ledger.balance(userAccount(copierId, 'futures_usdt'), 'USDT');
    const startMs = first.clock.nowMs();
    await first.kill();
    let deaths = 0;
    /** Where it died: nothing sent yet or all done, sent and not received, received and not forgotten. */
    const cuts = { none: 0, sent: 0, received: 0 };
    for (const when of ['before', 'behind'] as const) {
      for (let at = 1; at <= COMMITS; at += 1) {
        const told = `${when} commit ${at}`;
        const copy = temporaryFolder();
        cpSync(join(folder), copy, { recursive: true });
        const disk = mortal(await openStoreHere({ dataDir: copy, collections: COLLECTIONS }), when);
        const clock = handClock(startMs);
        const dying = await openTestExchange(copy, { clock, store: disk.store });
        disk.dieAt(at);
        await endAndGoOn(dying, traders.copier, won).catch(() => {});
        if (disk.isDead()) deaths += 1;
        await dying.kill();
        cuts[await cutOf(copy)] += 1;
        const exchange = await openTestExchange(copy, { clock });
        await endAndGoOn(exchange, traders.copier, won);
        const row = await rowOf(exchange, traders.copier, won.copy, 'futures_grid');
        const paid = units(row.share_paid);
        expect(paid, told).toBe(units(row.share_mark) / 20n);
        expect(paid > 0n, told).toBe(true);
        expect(exchange.ledger.balance(userSpot(providerId), 'USDT') - before, told).toBe(paid);
        const back = exchange.ledger.balance(userAccount(copierId, 'futures_usdt'), 'USDT') - own;
        expect(back, told).toBe(units(row.money) + units(row.profit) - units(FOLLOWED));
        expect([...exchange.ledger.assets(TRANSFERS)], told).toEqual([]);
        for (const collection of ['sent_shares', 'received_shares']) {
          for await (const left of exchange.store.all(collection)) expect(left, told).toBeUndefined();
        }
        const source = await rowOf(exchange, traders.provider, won.source, 'futures_grid');
        expect({ told, ...source }).toMatchObject({ told, share_income: row.share_paid, follow_num: 1 });
        await exchange.kill();
      }
    }
    expect(deaths).toBeGreaterThanOrEqual(8);
    // It was killed between the two sides: after the copy’s turn and before its receiver’s, and after that before the sender forgot.
    expect(Math.min(cuts.sent, cuts.received)).toBeGreaterThan(0);
  });
});

/** Which of the turns of a transfer the disk has. */
async function cutOf(folder: string): Promise<'none' | 'sent' | 'received'> {
  const store = await openStoreHere({ dataDir: folder, collections: COLLECTIONS });
  const has = async (collection: string): Promise<boolean> => {
    for await (const _row of store.all(collection)) return true;
    return false;
  };
  const cut = (await has('received_shares')) ? 'received' : (await has('sent_shares')) ? 'sent' : 'none';
  await store.close();
  return cut;
}

/** Makes another copy and ends the first one – each under one key, so that who was not answered may ask again – and lets the market and the transfers go on. */
async function endAndGoOn(
  exchange: TestExchange,
  who: Who,
  { source, copy }: { readonly source: number; readonly copy: number },
): Promise<void> {
  const body = { follow_id: source, money: FOLLOWED, fundpass: 'paper-fund' };
  await exchange.send('followGrid', { who, key: FOLLOW_KEY, body });
  await endBot(exchange, who, copy, KEY);
  await exchange.pass(3_000);
}
