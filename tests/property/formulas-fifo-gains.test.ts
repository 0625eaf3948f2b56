import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type CoinTrade, fifoGains } from '#lib/formulas/fifo-gains.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';

const units = fc.bigInt({ min: 1n, max: 10n ** 14n });
const trade = fc
  .record({ side: fc.constantFrom('buy' as const, 'sell' as const), quantity: units, amount: units })
  .chain(({ side, quantity, amount }) =>
    fc.record({
      side: fc.constant(side),
      quantity: fc.constant(quantity),
      amount: fc.constant(amount),
      feeInCoins: fc.bigInt({ min: 0n, max: quantity / 10n }),
      feeInMoney: fc.bigInt({ min: 0n, max: amount / 10n }),
    }),
  );

/** Trades as they can happen: what would sell more than was bought and lent is left out. */
function possible(tried: readonly CoinTrade[], lent: bigint): CoinTrade[] {
  const done: CoinTrade[] = [];
  let held = 0n;
  for (const one of tried) {
    const after = held + (one.side === 'buy' ? one.quantity - one.feeInCoins : -one.quantity - one.feeInCoins);
    if (after < -lent) continue;
    held = after;
    done.push(one);
  }
  return done;
}

/** What is held after trades; null once more was sold than bought. */
function heldAfter(trades: readonly CoinTrade[]): bigint | null {
  let held = 0n;
  for (const { side, quantity, feeInCoins } of trades) {
    held += side === 'buy' ? quantity - feeInCoins : -quantity - feeInCoins;
    if (held < 0n) return null;
  }
  return held;
}

const money = (trades: readonly CoinTrade[]): bigint =>
  trades.reduce((sum, { side, amount, feeInMoney }) => sum + (side === 'buy' ? -amount : amount) - feeInMoney, 0n);
const total = (gains: readonly (bigint | null)[]): bigint =>
  gains.reduce<bigint>((sum, gain) => sum + (gain ?? 0n), 0n);

describe('gains, first in first out', () => {
  it('are the worked example: the oldest coins are sold first, and fees are of the trade', () => {
    const coin = 100_000_000n;
    const of = (side: 'buy' | 'sell', quantity: bigint, amount: bigint, feeInMoney = 0n): CoinTrade => ({
      side,
      quantity,
      amount,
      feeInCoins: 0n,
      feeInMoney,
    });
    const trades = [
      of('buy', 2n * coin, 200n * coin, 2n * coin),
      of('buy', 1n * coin, 150n * coin),
      of('sell', 1n * coin, 140n * coin, 1n * coin),
      of('sell', 2n * coin, 300n * coin),
      of('sell', 1n * coin, 100n * coin),
    ];
    expect(fifoGains(trades)).toEqual([null, null, 38n * coin, 49n * coin, null]);
  });

  it('add up to the money that came back less the money that was paid, to the last unit, once everything is sold', () => {
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 30 }), units, (tried, last) => {
        // What would sell more than there is did not happen.
        const done: CoinTrade[] = [];
        for (const one of tried) if (heldAfter([...done, one]) !== null) done.push(one);
        const held = heldAfter(done) ?? 0n;
        if (held > 0n) done.push({ side: 'sell', quantity: held, amount: last, feeInCoins: 0n, feeInMoney: 0n });
        expect(total(fifoGains(done))).toBe(money(done));
        for (const [at, gain] of fifoGains(done).entries()) expect(gain === null).toBe(done[at]?.side === 'buy');
      }),
      { numRuns: runs(300, 3_000) },
    );
  });

  it('are of a short sale what it had brought less what covered it, told of the purchase; the oldest is covered first', () => {
    const coin = 100_000_000n;
    const of = (side: 'buy' | 'sell', coins: bigint, money: bigint, fee = 0n): CoinTrade => ({
      side,
      quantity: coins * coin,
      amount: money * coin,
      feeInCoins: 0n,
      feeInMoney: fee * coin,
    });
    const trades = [
      of('sell', 1n, 110n, 1n),
      of('sell', 2n, 240n),
      of('buy', 2n, 200n, 2n),
      of('buy', 2n, 180n),
      of('sell', 1n, 95n),
    ];
    // 109 + 120 − 202; then 120 − 90, and of the other coin 95 − 90.
    expect(fifoGains(trades, { lent: 3n * coin })).toEqual([null, null, 27n * coin, 30n * coin, 5n * coin]);
    // A sale of what is there and of what is lent gains by the first alone; of more than both nobody knows.
    const mixed = [of('buy', 1n, 100n), of('sell', 2n, 220n), of('buy', 1n, 105n)];
    expect(fifoGains(mixed, { lent: coin })).toEqual([null, 10n * coin, 5n * coin]);
    expect(fifoGains(mixed)).toEqual([null, null, null]);
  });

  it('add up to the same with coins that were lent, once as many were bought as sold', () => {
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 30 }), units, units, (tried, last, lent) => {
        const done = possible(tried, lent);
        const held = done.reduce(
          (sum, { side, quantity, feeInCoins }) => sum + (side === 'buy' ? quantity : -quantity) - feeInCoins,
          0n,
        );
        const end = { amount: last, feeInCoins: 0n, feeInMoney: 0n };
        if (held !== 0n) done.push({ ...end, side: held > 0n ? 'sell' : 'buy', quantity: held > 0n ? held : -held });
        expect(total(fifoGains(done, { lent }))).toBe(money(done));
      }),
      { numRuns: runs(300, 3_000) },
    );
  });

  it('know nothing of coins that were brought', () => {
    fc.assert(
      fc.property(trade, (one) => {
        expect(fifoGains([{ ...one, side: 'sell' }])).toEqual([null]);
        // They are the oldest: what was bought beside them is sold behind them, and gains what it gains without them.
        const trades = [
          { ...one, side: 'buy' as const },
          { ...one, side: 'sell' as const, feeInCoins: 0n },
        ];
        const [, sale] = trades as [CoinTrade, CoinTrade];
        const all = one.quantity - one.feeInCoins;
        const whole = { ...sale, quantity: all };
        expect(fifoGains([trades[0] as CoinTrade, whole, whole], { brought: all })).toEqual([
          null,
          null,
          fifoGains([trades[0] as CoinTrade, whole])[1],
        ]);
      }),
      { numRuns: runs(50, 200) },
    );
  });
});
