import fc from 'fast-check';
import { describe, it } from 'vitest';
import { SCHEDULES, type Schedule } from '#lib/formulas/schedule.ts';
import { parseSignedAmount } from '#lib/money/amount.ts';
import { userInvest, userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { openTestExchange, type TestExchange, type Who } from '../unit/exchange-fixture.ts';
import { DEMO, planOf, startPlan, TWO_COINS } from '../unit/exchange-plans.ts';
import { handClock, temporaryFolder } from '../unit/store-fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LENGTHS: Readonly<Record<Exclude<Schedule, '1mo'>, number>> = {
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '2w': 14 * DAY_MS,
};
const units = (text: string): bigint => parseSignedAmount(text) ?? 0n;

/** How many dates there are up to a moment, reckoned day by day and step by step and not by the schedule's own formula. */
function datesUpTo(every: Schedule, firstMs: number, toMs: number): number {
  let count = 0;
  if (every !== '1mo') {
    for (let ms = firstMs; ms <= toMs; ms += LENGTHS[every]) count += 1;
    return count;
  }
  const wanted = new Date(firstMs).getUTCDate();
  for (let ms = firstMs; ms <= toMs; ms += DAY_MS) {
    const day = new Date(ms).getUTCDate();
    const isLast = new Date(ms + DAY_MS).getUTCDate() === 1;
    if (day === wanted || (isLast && wanted > day)) count += 1;
  }
  return count;
}

/** Ends of months, of years and of Februaries, leap ones too, and an ordinary day. */
const FIRSTS = ['2027-01-31T10:00', '2027-12-31T23:59', '2028-01-30T00:00', '2028-02-29T12:00', '2026-05-20T10:00'];

interface Run {
  readonly due_time: number;
  readonly dates: number;
  readonly result: string;
  readonly amount: string;
}

async function allRuns(exchange: TestExchange, who: Who, id: number, version: number): Promise<readonly Run[]> {
  const found: Run[] = [];
  for (let page = 1; ; page += 1) {
    const plan = await planOf(exchange, who, id, { version, page, page_size: 100 });
    found.push(...plan.executions);
    if (found.length >= plan.executions_total) return found;
  }
}

describe('auto-invest plans', () => {
  it('deal with every date once, over month ends, leap years, times away and pauses, with money and without, whenever one looks (H20)', async () => {
    const lives = fc.record({
      every: fc.constantFrom(...SCHEDULES),
      first: fc.constantFrom(...FIRSTS),
      // So that every purchase waits until its date has failed.
      isPoor: fc.boolean(),
      // Hours that pass, whether the exchange is there, and whether the plan is paused at their end, and goes on at once.
      steps: fc.array(
        fc.record({ hours: fc.constantFrom(0.3, 1, 5, 24, 31 * 24), isAway: fc.boolean(), isPaused: fc.boolean() }),
        { minLength: 3, maxLength: 6 },
      ),
    });
    const property = fc.asyncProperty(lives, async ({ every, first, isPoor, steps }) => {
      const firstMs = Date.parse(`${first}:00.000Z`);
      const folder = temporaryFolder();
      const clock = handClock(firstMs - 2 * HOUR_MS);
      let exchange = await openTestExchange(folder, { clock });
      const body = { period_type: every, first_time: firstMs / 1_000, coins: [{ asset: 'BTC', ratio: '100' }] };
      const owner = await exchange.trader();
      const id = await startPlan(exchange, owner, { ...body, amount: '10' });
      const poor = { from: 'spot', to: 'margin', asset: 'USDT', amount: '99995', fundpass: 'paper-fund' };
      if (isPoor) expect(await exchange.send('transfer', { who: owner, body: poor })).toMatchObject({ code: 200 });
      for (const { hours, isAway, isPaused } of [{ hours: 2, isAway: false, isPaused: false }, ...steps]) {
        if (isAway) {
          await exchange.kill();
          clock.advance(hours * HOUR_MS);
          exchange = await openTestExchange(folder, { clock });
          await exchange.pass(1_000);
        } else await exchange.pass(hours * HOUR_MS, hours > 24 ? 12 * HOUR_MS : 30 * MINUTE_MS);
        if (!isPaused) continue;
        const who = await exchange.trader();
        for (const call of ['pausePlan', 'resumePlan'] as const)
          expect(await exchange.send(call, { who, body: { plan_id: id } })).toMatchObject({ code: 0 });
      }
      const who = await exchange.trader();
      // A date that is still tried has no row before.
      expect(await exchange.send('endPlan', { who, body: { plan_id: id } })).toMatchObject({ code: 0 });
      const found = await allRuns(exchange, who, id, 1);
      const expected = datesUpTo(every, firstMs, clock.nowMs());
      expect(found.reduce((sum, { dates }) => sum + dates, 0)).toBe(expected);
      expect(new Set(found.map(({ due_time }) => due_time)).size).toBe(found.length);
      const { cumulative_amount: paid, period } = await planOf(exchange, who, id);
      expect(period).toBe(found.filter(({ result }) => result === 'bought').length);
      expect(found.reduce((sum, { amount }) => sum + units(amount), 0n)).toBe(units(paid));
      await exchange.kill();
    });
    await fc.assert(property, { numRuns: runs(10, 150) });
  });

  it('conserve every asset over edits, pauses, redemptions, sales and restarts', async () => {
    const act = fc.constantFrom('pass', 'pause', 'resume', 'edit', 'redeem', 'sell', 'restart', 'poor', 'rich', 'end');
    const property = fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 18 }), async (acts) => {
      const folder = temporaryFolder();
      const clock = handClock(Date.UTC(2026, 4, 20, 10));
      let exchange = await openTestExchange(folder, { clock });
      let who = await exchange.trader();
      const fundpass = 'paper-fund';
      const ids = [
        await startPlan(exchange, who, { period_type: '1h' }),
        await startPlan(exchange, who, { period_type: '1h', amount: '37.5' }),
      ];
      const initial = new Map(['USDT', 'BTC', 'ETH'].map((a) => [a, exchange.ledger.balance(userSpot(DEMO), a)]));
      let moved = 0n;
      for (const [index, what] of acts.entries()) {
        const id = ids[index % 2] as number;
        const { plan_version: version } = await planOf(exchange, who, id);
        const transfer = (from: string, to: string) =>
          exchange.send('transfer', { who, body: { from, to, asset: 'USDT', amount: '99000', fundpass } });
        if (what === 'pass') await exchange.pass(HOUR_MS, 30 * MINUTE_MS);
        else if (what === 'pause') await exchange.send('pausePlan', { who, body: { plan_id: id } });
        else if (what === 'resume') await exchange.send('resumePlan', { who, body: { plan_id: id } });
        else if (what === 'end') await exchange.send('endPlan', { who, body: { plan_id: id } });
        else if (what === 'edit') {
          const edit = { plan_id: id, version, coins: TWO_COINS, amount: `${20 + index}`, period_type: '1h', fundpass };
          await exchange.send('editPlan', { who, body: edit });
        } else if (what === 'poor') moved += (await transfer('spot', 'margin')).code === 200 ? units('99000') : 0n;
        else if (what === 'rich') {
          if (moved > 0n && (await transfer('margin', 'spot')).code === 200) moved -= units('99000');
        } else if (what === 'restart') {
          await exchange.kill();
          exchange = await openTestExchange(folder, { clock });
        } else {
          const way = what === 'sell' ? 'sell' : 'coins';
          await exchange.send('redeemPlan', { who, body: { plan_id: id, version: 1, way, fundpass } });
        }
        await exchange.pass(1_000);
        who = await exchange.trader();
      }
      const change = new Map<string, bigint>([['USDT', -moved]]);
      const held = new Map<string, bigint>();
      const add = (sums: Map<string, bigint>, asset: string, by: bigint) =>
        sums.set(asset, (sums.get(asset) ?? 0n) + by);
      for (const id of ids) {
        for (const { plan_version: version } of (await planOf(exchange, who, id)).versions) {
          const { holdings } = await planOf(exchange, who, id, { version });
          for (const one of holdings) add(held, one.asset, units(one.quantity));
          for (const run of (await allRuns(exchange, who, id, version)) as never[]) {
            const { result, coins } = run as { result: string; coins: Record<string, string>[] };
            for (const coin of coins) {
              const [quantity, amount] = [units(coin.quantity ?? ''), units(coin.amount ?? '')];
              if (result === 'bought' || result === 'partly') add(change, 'USDT', -amount);
              else if (coin.price === '') add(change, coin.asset ?? '', quantity);
              else add(change, 'USDT', amount);
            }
          }
        }
      }
      for (const [asset, before] of initial) {
        expect(exchange.ledger.balance(userSpot(DEMO), asset) - before).toBe(change.get(asset) ?? 0n);
        expect(exchange.ledger.balance(userInvest(DEMO), asset)).toBe(held.get(asset) ?? 0n);
      }
      expect(brokenLaw(exchange.ledger)).toBeNull();
      await exchange.kill();
    });
    await fc.assert(property, { numRuns: runs(10, 300) });
  });
});
