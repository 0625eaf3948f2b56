import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profitShare } from '#lib/formulas/profit-share.ts';
import { formatAmount, parseAmount, parseSignedAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { shareAtEnd, shareAtWithdrawal } from '#server/exchange/bots/copy-share.ts';
import { NEW_SHARE } from '#server/exchange/bots/share-record.ts';

interface Vector {
  readonly name: string;
  readonly rate: string;
  readonly steps: readonly {
    readonly event: 'withdraw' | 'end';
    readonly realised: string;
    readonly whole: string;
    readonly share: string;
    readonly mark: string;
  }[];
}

const FILE = new URL('../../lib/formulas/vectors/profit-share.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly vectors: readonly Vector[] };
const units = (text: string): bigint => parseSignedAmount(text) ?? 0n;

describe('the profit share of a copy', () => {
  it.each(vectors)('$name (H41, C-021, M-008, E-251)', ({ rate, steps }) => {
    let mark = 0n;
    for (const step of steps) {
      const [realised, whole] = [units(step.realised), units(step.whole)];
      const profit = step.event === 'end' || whole < realised ? whole : realised;
      const { share, mark: next } = profitShare(profit, mark, parseAmount(rate) ?? 0n);
      expect([formatAmount(share), formatAmount(next)]).toEqual([step.share, step.mark]);
      mark = next;
    }
  });

  it.each(vectors)('$name: of a copy whose owner puts money in and takes it out between (H41)', ({ rate, steps }) => {
    const start = units('1000');
    const record = { id: 2, followId: 1, payload: { follow_fee_rate: rate }, startEquity: start, share: NEW_SHARE };
    let [mark, withdrawn, deposited] = [0n, 0n, 0n];
    for (const step of steps) {
      deposited += units('250');
      const copy = { ...record, gridProfit: units(step.realised), withdrawn, deposited, share: { ...NEW_SHARE, mark } };
      const equity = start + units(step.whole) + deposited - withdrawn;
      const isEnd = step.event === 'end';
      const owed = isEnd ? { share: shareAtEnd(copy, equity), mark } : shareAtWithdrawal(copy, equity);
      expect(formatAmount(owed.share)).toBe(step.share);
      if (!isEnd) expect(formatAmount(owed.mark)).toBe(step.mark);
      mark = owed.mark;
      // The machine lets go of what its owner takes and of the share together.
      withdrawn += units('3.21') + owed.share;
    }
  });

  it('never takes more in all than its part of the highest profit, and its mark only rises (H41)', () => {
    const amount = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n });
    const rate = fc.bigInt({ min: 0n, max: (UNITS_PER_COIN * 3n) / 10n });
    const property = fc.property(fc.array(amount, { maxLength: 30 }), rate, (profits, rateE8) => {
      let mark = 0n;
      let paid = 0n;
      for (const profit of profits) {
        const { share, mark: next } = profitShare(profit, mark, rateE8);
        expect(share >= 0n && next >= mark).toBe(true);
        if (profit <= mark) expect([share, next]).toEqual([0n, mark]);
        paid += share;
        mark = next;
      }
      const owed = (mark * rateE8) / UNITS_PER_COIN;
      // Each share is rounded down: less than a unit a time is let go.
      expect(paid <= owed && owed - paid <= BigInt(profits.length)).toBe(true);
    });
    fc.assert(property, { numRuns: 300 });
  });
});
