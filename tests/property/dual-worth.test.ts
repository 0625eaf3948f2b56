import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type DualTerms, dualOutcome } from '#lib/formulas/dual-outcome.ts';
import { mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { DualOrder } from '#server/exchange/dual/dual-order.ts';
import { type Payout, payoutAt } from '#server/exchange/dual/dual-worth.ts';
import { standing } from '#server/exchange/portfolio/order-worth.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';

const RUNS = runs(500, 20_000);

const terms = fc.record<DualTerms>({
  type: fc.constantFrom('call', 'put'),
  invested: fc.bigInt(1n, 10n ** 16n),
  strike: fc.bigInt(1n, 10n ** 14n),
  aprE8: fc.bigInt(0n, 10n * UNITS_PER_COIN),
  days: fc.integer({ min: 1, max: 366 }),
});

const asOrder = (agreed: DualTerms): DualOrder => ({
  ...agreed,
  ...{ id: 1, userId: 1, market: 'BTC_USDT', createMs: 0, startMs: 0, deliveryMs: 0, cover: 0n },
});

/** Prices around the exercise price as much as anywhere. */
const priced = terms.chain((agreed) => {
  const near = fc.integer({ min: -3, max: 3 }).map((by) => agreed.strike + BigInt(by));
  return fc.tuple(
    fc.constant(agreed),
    fc.oneof(near, fc.bigInt(1n, 10n ** 15n)).map((one) => (one < 1n ? 1n : one)),
  );
});

/** USDT units × 1e8, exact. */
const exact = ({ asset, amount }: Payout, price: bigint): bigint =>
  amount * (asset === 'USDT' ? UNITS_PER_COIN : price);

describe('an open order', () => {
  it('is worth the lesser of what was put in and what that is exchanged for, at any price, in both directions', () => {
    fc.assert(
      fc.property(priced, ([agreed, price]) => {
        const { type, invested, strike } = agreed;
        const paid = payoutAt(asOrder(agreed), price);
        const put = { asset: type === 'call' ? 'BTC' : 'USDT', amount: invested };
        const exchanged =
          type === 'call'
            ? { asset: 'USDT', amount: mulDivDown(invested, strike, UNITS_PER_COIN) }
            : { asset: 'BTC', amount: mulDivDown(invested, UNITS_PER_COIN, strike) };
        const worth = exact(paid, price);
        expect(worth <= exact(put, price)).toBe(true);
        // At most the one unit that an exchange is cut by is between them.
        const unit = type === 'call' ? UNITS_PER_COIN : price;
        expect(worth < exact(exchanged, price) + unit).toBe(true);
        expect([put, exchanged].some(({ asset, amount }) => asset === paid.asset && amount === paid.amount)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('is paid in the asset of its settlement at that price, and never more: what is between is interest', () => {
    fc.assert(
      fc.property(priced, ([agreed, price]) => {
        const paid = payoutAt(asOrder(agreed), price);
        const { side, paid: settled } = dualOutcome(agreed, price);
        expect(paid.asset).toBe(side === 'base' ? 'BTC' : 'USDT');
        expect(paid.amount <= settled).toBe(true);
        if (agreed.aprE8 === 0n) expect(paid.amount).toBe(settled);
      }),
      { numRuns: RUNS },
    );
  });

  it('never is worth more at a lower price of its coin, and never wins more than the coin does', () => {
    fc.assert(
      fc.property(priced, fc.bigInt(1n, 10n ** 15n), ([agreed, price], other) => {
        const [low, high] = price < other ? [price, other] : [other, price];
        const order = asOrder(agreed);
        const [before, after] = [exact(payoutAt(order, low), low), exact(payoutAt(order, high), high)];
        // An exchange is cut by a unit at the most.
        expect(after + high + UNITS_PER_COIN >= before).toBe(true);
        const most = agreed.type === 'call' ? agreed.invested * (high - low) : agreed.invested * UNITS_PER_COIN;
        expect(after - before <= most + low + UNITS_PER_COIN).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('balances with orders in them', () => {
  it('lose nothing that is in no order, and count each order once, whichever are of which asset', () => {
    fc.assert(
      fc.property(
        fc.array(priced, { maxLength: 6 }),
        fc.bigInt(0n, 10n ** 12n),
        fc.boolean(),
        (several, rest, isUnknown) => {
          const orders = several.map(([agreed, price]) => ({ order: asOrder(agreed), price, isFixed: false }));
          const putIn = (type: 'call' | 'put') =>
            orders.reduce((sum, { order }) => (order.type === type ? sum + order.invested : sum), rest);
          const balances = [
            { account: 'spot', asset: 'USDT', amount: rest },
            { account: 'hold', asset: 'BTC', amount: putIn('call') },
            { account: 'hold', asset: 'USDT', amount: putIn('put') },
          ] as const;
          const sums = new Map([
            ['BTC', rest],
            ['USDT', rest * 2n],
          ]);
          for (const { order, price } of orders) {
            const { asset, amount } = payoutAt(order, price);
            if (!isUnknown) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
          }
          const stood = standing(balances, orders, ({ price }) => (isUnknown ? null : price));
          const told = new Map<string, bigint>();
          for (const { parts } of stood)
            for (const { asset, amount } of parts) told.set(asset, (told.get(asset) ?? 0n) + amount);
          expect(Object.fromEntries(told)).toEqual(Object.fromEntries(sums));
          const unknown = stood.flatMap((one) => [...one.unknown]);
          expect(unknown.length > 0).toBe(isUnknown && orders.length > 0);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
