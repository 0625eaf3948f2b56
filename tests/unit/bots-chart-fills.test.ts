import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fill, fillSignals, isFillOf, isTornFrom, mergeFills } from '#components/bots/chart/bot-fills.ts';

/** Fills as marks of a chart, gathered from pages that move on while they are read. */

function fillOf(changes: Partial<Fill> = {}): Fill {
  return {
    finish_time: 1_800_000_000,
    market: 'BTC_USDT',
    account: 'spot',
    side: 'buy',
    role: 'grid',
    match_price: '60000',
    match_qty: '0.001',
    match_amount: '60',
    fee: '0.06',
    fee_asset: 'USDT',
    result: '',
    profit: '',
    level: 1,
    signal_type: '',
    ...changes,
  };
}

const label = (side: Fill['side'], count: number): string => `${side} ${count}`;

describe('fills of a bot (issue 10, on the chart)', () => {
  it('of one side in one bar are one mark that counts them; side is told by shape and place too, not by colour alone', () => {
    const at = (seconds: number, side: Fill['side']) => fillOf({ finish_time: 1_800_000_000 + seconds, side });
    const signals = fillSignals([at(0, 'buy'), at(899, 'buy'), at(900, 'buy'), at(10, 'sell')], 900, label);
    expect(signals.map(({ time, shape, tone, label: text }) => [time, shape, tone, text])).toEqual([
      [1_800_000_000, 'up', 'rise', 'buy 2'],
      [1_800_000_900, 'up', 'rise', 'buy 1'],
      [1_800_000_000, 'down', 'fall', 'sell 1'],
    ]);
  });

  it('that are told by day without a price are not drawn (H54)', () => {
    expect(fillSignals([fillOf({ match_price: '-', match_qty: '-' })], 900, label)).toEqual([]);
  });

  it('of a bot of several markets stand on the chart of theirs alone', () => {
    const spot = { market: 'BTC_USDT', type: 'spot' } as const;
    const contract = { market: 'BTC_USDT', type: 'futures_usdt' } as const;
    expect(isFillOf(fillOf(), spot, false)).toBe(true);
    expect(isFillOf(fillOf(), contract, false)).toBe(false);
    expect(isFillOf(fillOf({ account: 'futures' }), contract, false)).toBe(true);
    expect(isFillOf(fillOf({ market: 'ETH_USDT' }), spot, false)).toBe(false);
    // Another exchange need not say where a bot of one market fills.
    expect(isFillOf(fillOf({ market: '' }), contract, true)).toBe(true);
  });

  it('more of them than a page holds leave a hole, which is seen', () => {
    const page = [fillOf({ finish_time: 200 }), fillOf({ finish_time: 150 })];
    expect(isTornFrom([fillOf({ finish_time: 100 })], page, false)).toBe(true);
    expect(isTornFrom([fillOf({ finish_time: 150 })], page, false)).toBe(false);
    expect(isTornFrom([fillOf({ finish_time: 100 })], page, true)).toBe(false);
    expect(isTornFrom([], page, false)).toBe(false);
  });

  it('that are alike in everything are two where a page tells both', () => {
    expect(mergeFills([], [fillOf(), fillOf()])).toHaveLength(2);
    expect(mergeFills([fillOf()], [fillOf(), fillOf()])).toHaveLength(2);
    expect(mergeFills([fillOf(), fillOf()], [fillOf()])).toHaveLength(2);
  });

  it('are each there once, however pages overlap because more was filled while they were read (property)', () => {
    const fill = fc.record({ finish_time: fc.integer({ min: 0, max: 20 }) });
    fc.assert(
      fc.property(fc.array(fill, { maxLength: 40 }), fc.array(fc.nat(3), { maxLength: 12 }), (made, news) => {
        const all = made
          .map((one, level) => fillOf({ ...one, level }))
          .toSorted((a, b) => a.finish_time - b.finish_time);
        const size = 5;
        const arrivals = [...news];
        let there = Math.max(0, all.length - arrivals.reduce((sum, count) => sum + count, 0));
        let known: readonly Fill[] = [];
        const pageAt = (number: number): Fill[] =>
          all
            .slice(0, there)
            .toReversed()
            .slice((number - 1) * size, number * size);
        for (let number = 1; (number - 1) * size < there; number += 1) {
          known = mergeFills(known, pageAt(number));
          // What comes meanwhile is on the newest page, which is read again.
          there = Math.min(all.length, there + (arrivals.shift() ?? 0));
          known = mergeFills(known, pageAt(1));
        }
        const sorted = (fills: readonly Fill[]): string[] => fills.map((one) => JSON.stringify(one)).toSorted();
        expect(sorted(known)).toEqual(sorted(all.slice(0, there)));
      }),
      { numRuns: 200 },
    );
  });
});
