import { cpSync } from 'node:fs';
import { describe, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { userInvest, userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { mortal } from '#tests/support/mortal-store.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { openStoreHere } from '#tests/support/store-here.ts';
import { openTestExchange, type TestExchange, type Who } from '../unit/exchange-fixture.ts';
import { DEMO, planOf, startPlan, TWO_COINS } from '../unit/exchange-plans.ts';
import { handClock, temporaryFolder } from '../unit/store-fixture.ts';

/** Commits of what is done below: sessions, the market's ticks, purchases, a redemption, another version. */
const COMMITS = runs(12, 20);
const HOUR_MS = 3_600_000;
const units = (text: string): bigint => parseAmount(text) as bigint;

interface Made {
  readonly kept: number;
  readonly redeemed: number;
}

/** Each under one key, so that who was not answered may ask again. */
async function goOn(exchange: TestExchange, who: Who, { redeemed }: Made): Promise<void> {
  await exchange.pass(1_000);
  const fundpass = 'paper-fund';
  const redeem = { plan_id: redeemed, version: 1, way: 'sell', fundpass };
  await exchange.send('redeemPlan', { who, key: 'redeem-the-plan-00001', body: redeem });
  const edit = { plan_id: redeemed, version: 1, coins: TWO_COINS, amount: '80', period_type: '1h', fundpass };
  await exchange.send('editPlan', { who, key: 'edit-of-the-plan-0001', body: edit });
  await exchange.pass(2_000);
}

async function runsOf(exchange: TestExchange, who: Who, id: number, version: number) {
  const plan = await planOf(exchange, who, id, { version, page_size: 100 });
  return plan.executions as { result: string; due_time: number; amount: string }[];
}

describe('auto-invest plans that a process dies over', () => {
  it('buy at each date once, and are redeemed once, whichever commit was the last', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const start = first.ledger.balance(userSpot(DEMO), 'USDT');
    const who = await first.trader();
    const made: Made = {
      kept: await startPlan(first, who, { period_type: '1h' }),
      redeemed: await startPlan(first, who, { period_type: '1h', amount: '70' }),
    };
    await first.pass(1_000);
    const startMs = first.clock.nowMs() + HOUR_MS;
    await first.kill();
    const cuts = new Set<string>();
    for (const when of ['before', 'behind'] as const) {
      for (let at = 1; at <= COMMITS; at += 1) {
        const told = `${when} commit ${at}`;
        const copy = temporaryFolder();
        cpSync(folder, copy, { recursive: true });
        const clock = handClock(startMs);
        const disk = mortal(await openStoreHere({ dataDir: copy, collections: COLLECTIONS }), when);
        const dying = await openTestExchange(copy, { clock, store: disk.store });
        disk.dieAt(at);
        await goOn(dying, who, made).catch(() => {});
        await dying.kill();
        const exchange = await openTestExchange(copy, { clock });
        cuts.add(`${exchange.ledger.balance(userSpot(DEMO), 'USDT')}`);
        await goOn(exchange, who, made);
        const kept = await runsOf(exchange, who, made.kept, 1);
        expect(
          kept.map(({ result }) => result),
          told,
        ).toEqual(['bought', 'bought']);
        expect(new Set(kept.map(({ due_time }) => due_time)).size, told).toBe(2);
        const redeemed = await runsOf(exchange, who, made.redeemed, 1);
        expect(
          redeemed.map(({ result }) => result),
          told,
        ).toEqual(['sold', 'bought', 'bought']);
        let spot = start;
        for (const { result, amount } of [...kept, ...redeemed])
          spot += result === 'sold' ? units(amount) : -units(amount);
        expect(exchange.ledger.balance(userSpot(DEMO), 'USDT'), told).toBe(spot);
        const { holdings } = await planOf(exchange, who, made.kept);
        for (const { asset, quantity } of holdings)
          expect(exchange.ledger.balance(userInvest(DEMO), asset), told).toBe(units(quantity));
        expect(await planOf(exchange, who, made.redeemed), told).toMatchObject({ plan_version: 2, period: 0 });
        expect(brokenLaw(exchange.ledger), told).toBeNull();
        await exchange.kill();
      }
    }
    // It died before the purchases, between them and the redemption, and behind all of it.
    expect(cuts.size).toBeGreaterThanOrEqual(3);
  });
});
