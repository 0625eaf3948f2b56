import { cpSync } from 'node:fs';
import { describe, it } from 'vitest';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { mortal } from '#tests/support/mortal-store.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { openStoreHere } from '#tests/support/store-here.ts';
import { crowdLike, dualBody, dualList, orderDual } from '../unit/exchange-dual-orders.ts';
import { openTestExchange, type TestExchange, type Who } from '../unit/exchange-fixture.ts';
import { handClock, temporaryFolder } from '../unit/store-fixture.ts';

/** Commits from the beginning of a life on: the order, the cancel, ticks, and the turns of the settlement. */
const COMMITS = runs(9, 16);
const CROWD = 430;
const CUTS: readonly string[] = [
  '0 open, 0 fixed',
  '232 open, 1 fixed',
  '32 open, 1 fixed',
  '432 open, 0 fixed',
  '433 open, 0 fixed',
];
const KEY = 'order-of-the-crash-1';

interface Life {
  readonly cancelled: number;
  readonly body: Awaited<ReturnType<typeof dualBody>>;
}

/** Orders one under its key, cancels another, and lets both pass their expiry. Whoever was not answered does the same again. */
async function live(exchange: TestExchange, who: Who, { cancelled, body }: Life): Promise<void> {
  await exchange.send('subscribeDual', { who, key: KEY, body });
  await exchange.send('cancelDualOrder', { who, body: { order_id: cancelled } });
  const left = body.delivery_timest * 1_000 + 6_000 - exchange.clock.nowMs();
  if (left > 0) exchange.clock.advance(left);
  await exchange.tick();
  await exchange.dual.settlement.done();
}

/** Every balance that is not nought. */
function everything({ ledger }: TestExchange): readonly string[] {
  return [...ledger.everyAccount()]
    .flatMap((account) => [...ledger.assets(account)].map(([asset, units]) => `${account} ${asset} ${units}`))
    .filter((line) => !line.endsWith(' 0'))
    .sort();
}

/** How far the disk has come: orders that have not ended, and the price of their expiry once it is fixed. */
async function cutOf(folder: string): Promise<string> {
  const store = await openStoreHere({ dataDir: folder, collections: COLLECTIONS });
  const count = async (collection: string): Promise<number> => {
    let rows = 0;
    for await (const _row of store.all(collection)) rows += 1;
    return rows;
  };
  const cut = `${await count('dual_orders')} open, ${await count('dual_prices')} fixed`;
  await store.close();
  return cut;
}

describe('orders that a process dies over', () => {
  it('are held, given back and settled once, whichever commit was the last (E-111, E-143)', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const who = await first.trader();
    await orderDual(first, who, { type: 'call', amount: '0.01' });
    const { id: cancelled } = await orderDual(first, who, { amount: '300' });
    // Some turns of settling.
    await crowdLike(first, cancelled, CROWD);
    const life: Life = { cancelled, body: await dualBody(first, { amount: '500' }) };
    const startMs = first.clock.nowMs();
    await first.kill();

    /** What a life that nobody ends comes to. */
    const untouched = temporaryFolder();
    cpSync(folder, untouched, { recursive: true });
    const whole = await openTestExchange(untouched, { clock: handClock(startMs) });
    await live(whole, who, life);
    const right = everything(whole);
    await whole.kill();

    let deaths = 0;
    const cuts = new Set<string>();
    for (const when of ['before', 'behind'] as const) {
      for (let at = 1; at <= COMMITS; at += 1) {
        const told = `${when} commit ${at}`;
        const copy = temporaryFolder();
        cpSync(folder, copy, { recursive: true });
        const disk = mortal(await openStoreHere({ dataDir: copy, collections: COLLECTIONS }), when);
        const clock = handClock(startMs);
        // What the start itself commits is no part of the life.
        const dying = await openTestExchange(copy, { clock, store: disk.store });
        disk.dieAt(at);
        await live(dying, who, life).catch(() => {});
        if (disk.isDead()) deaths += 1;
        const hadOrder = clock.nowMs() < life.body.delivery_timest * 1_000;
        await dying.kill();
        cuts.add(await cutOf(copy));
        const again = await openTestExchange(copy, { clock });
        await live(again, who, life);
        const history = await dualList(again, await again.trader(), 'put', 'SETTLEMENT_SUCCESS');
        // Asked again after its offer was over, what was not on the disk is refused: then nothing was held.
        const isThere = history.length === 2;
        expect(isThere || !hadOrder, told).toBe(true);
        if (isThere) expect(everything(again), told).toEqual(right);
        expect(
          everything(again).filter((line) => /:hold |dual_cover/.test(line)),
          told,
        ).toEqual([]);
        expect(brokenLaw(again.ledger), told).toBeNull();
        expect(new Set(history.map(({ id }) => id)).size, told).toBe(history.length);
        // He is told of each that was settled, once.
        const own = [...history, ...(await dualList(again, await again.trader(), 'call', 'SETTLEMENT_SUCCESS'))];
        const { data } = await again.send('notifications', { who: await again.trader(), query: { page_size: 100 } });
        expect(data.rows.filter(({ code }: { code: string }) => code === 'dual-settled').length, told).toBe(
          own.filter(({ status }) => status === 'SETTLEMENT_SUCCESS').length,
        );
        expect(
          history.filter(({ id }) => id === cancelled).map(({ status }) => status),
          told,
        ).toEqual(['CANCELED']);
        await again.kill();
      }
    }
    expect(deaths).toBeGreaterThanOrEqual(8);
    // Before the order, behind it, behind the cancel, and between the turns of the settlement.
    expect([...cuts].sort()).toEqual(CUTS);
  });
});
