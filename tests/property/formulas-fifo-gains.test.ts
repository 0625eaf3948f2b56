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
        expect(fifoGains([trades[0] as CoinTrade, whole, whole], all)).toEqual([
          null,
          null,
          fifoGains([trades[0] as CoinTrade, whole])[1],
        ]);
      }),
      { numRuns: runs(50, 200) },
    );
  });
});
