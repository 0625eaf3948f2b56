import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type DualTerms, dualOutcome } from '#lib/formulas/dual-outcome.ts';
import { parseSignedAmount } from '#lib/money/amount.ts';
import { DUAL_COVER, DUAL_HOUSE, ISSUE, userHold } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { type DualRow, dualBody, dualList } from '../unit/exchange-dual-orders.ts';
import { openTestExchange, type TestExchange, type Who } from '../unit/exchange-fixture.ts';
import { heldFeed } from '../unit/held-feed.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';

const DAY_MS = 86_400_000;
const units = (text: string): bigint => parseSignedAmount(text) ?? 0n;

type Act =
  | {
      readonly do: 'order';
      readonly type: 'call' | 'put';
      readonly days: 1 | 3 | 7;
      readonly nth: number;
      readonly times: number;
    }
  | { readonly do: 'cancel'; readonly which: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'price'; readonly factor: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant('order' as const),
    type: fc.constantFrom('call' as const, 'put' as const),
    days: fc.constantFrom(1 as const, 3 as const, 7 as const),
    nth: fc.integer({ min: 0, max: 3 }),
    times: fc.integer({ min: 1, max: 900 }),
  }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(5) }),
  fc.record({
    do: fc.constant('pass' as const),
    ms: fc.constantFrom(1_000, 59_000, 700_000, 3_600_000, DAY_MS, 2 * DAY_MS),
  }),
  fc.record({ do: fc.constant('price' as const), factor: fc.double({ min: 0.4, max: 2.5, noNaN: true }) }),
);

/** What a trader's orders have to come to, beside the books. */
interface Told {
  readonly row: DualRow;
  readonly type: 'call' | 'put';
}

async function doAct(
  exchange: TestExchange,
  who: Who,
  one: Act,
  orders: Map<number, Told>,
  prices: Map<string, number>,
) {
  if (one.do === 'pass') return exchange.pass(one.ms, one.ms);
  const nowMs = exchange.clock.nowMs();
  if (one.do === 'price') {
    const ticks = exchange.feed.indexTicks('BTC_USDT@USDT', nowMs) ?? 0;
    prices.set('BTC_USDT@USDT', Math.max(1, Math.round(ticks * one.factor)));
    return;
  }
  if (one.do === 'cancel') {
    const order = [...orders.values()][one.which];
    if (order !== undefined) await exchange.send('cancelDualOrder', { who, body: { order_id: order.row.id } });
    return;
  }
  const body = await dualBody(exchange, one).catch(() => null);
  if (body === null) return;
  const amount = one.type === 'put' ? `${one.times * 10}.01` : `${(one.times / 1e4).toFixed(5)}`;
  const { code, data } = await exchange.send('subscribeDual', { who, body: { ...body, amount } });
  if (code === 0) orders.set(data.id, { row: data, type: one.type });
}

function termsOf({ row, type }: Told): DualTerms {
  return {
    type,
    invested: units(row.invest_amount),
    strike: units(row.exercise_price),
    aprE8: units(row.apy_display),
    days: row.invest_days,
  };
}

describe('orders under any schedule', () => {
  it('hold what is put in, set aside what they can cost, pay what the formula says, and conserve every asset (E-110, E-111)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
        const { feed, held } = heldFeed();
        const exchange = await openTestExchange(temporaryFolder(), { feed });
        let who = await exchange.trader();
        const userId: number = (await exchange.send('upstreamProfile', { who })).data.user_id;
        const { ledger, dual } = exchange;
        const orders = new Map<number, Told>();
        for (const one of acts) {
          await doAct(exchange, who, one, orders, held.index as Map<string, number>);
          who = await exchange.trader();
          let [cover, usdt, btc] = [0n, 0n, 0n];
          for (const id of orders.keys()) {
            const order = dual.book.get(id);
            if (order === undefined) continue;
            cover += order.cover;
            if (order.type === 'put') usdt += order.invested;
            else btc += order.invested;
          }
          expect(ledger.balance(DUAL_COVER, 'USDT')).toBe(cover);
          expect([ledger.balance(userHold(userId), 'USDT'), ledger.balance(userHold(userId), 'BTC')]).toEqual([
            usdt,
            btc,
          ]);
          expect(ledger.balance(DUAL_HOUSE, 'USDT') >= 0n).toBe(true);
          expect(brokenLaw(ledger)).toBeNull();
        }
        await exchange.pass(8 * DAY_MS, 8 * DAY_MS);
        who = await exchange.trader();
        const ended = [
          ...(await dualList(exchange, who, 'call', 'SETTLEMENT_SUCCESS')),
          ...(await dualList(exchange, who, 'put', 'SETTLEMENT_SUCCESS')),
        ];
        // Each has ended once.
        expect(ended.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...orders.keys()].sort((a, b) => a - b));
        for (const row of ended) {
          if (row.status === 'CANCELED') continue;
          const outcome = dualOutcome(termsOf(orders.get(row.id) as Told), units(row.settlement_price));
          expect([units(row.settlement_amount), units(row.profit)]).toEqual([outcome.paid, outcome.profit]);
        }
        for (const account of ledger.everyAccount()) {
          if (account === ISSUE) continue;
          for (const [, amount] of ledger.assets(account)) expect(amount >= 0n, account).toBe(true);
        }
        expect(ledger.balance(DUAL_COVER, 'USDT')).toBe(0n);
        expect(exchange.fatal).toEqual([]);
        await exchange.kill();
      }),
      { numRuns: runs(12, 300) },
    );
  });
});
