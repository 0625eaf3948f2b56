import { describe, it } from 'vitest';
import {
  type Coins,
  coinScaleOf,
  costOf,
  exactValueOf,
  feeOnLots,
  feeOnQuote,
  proceedsOf,
  type Value,
} from '#lib/engine/body/coin-scale.ts';
import { KnownOrders } from '#lib/engine/body/known-orders.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { randomOf } from '../support/fuzz-requests.ts';
import { testSpec } from '../support/market-specs.ts';

const SLOTS = 3;
const RUNS = 20_000;

/** Few lots and prices, more of them than are remembered, so that the same order comes again, and one that is another in lots or in price alone. */
const LOTS = [40, 41, 43, 999_983];
const TICKS = [600_000, 600_001, 23];

describe('what is known of the orders of slots', () => {
  it.each([0n, 25_000n, 200_000n])(
    'is what each comes to when it is worked out, whichever was asked for before (fee %s)',
    (feeRate) => {
      const scale = coinScaleOf(testSpec(), feeRate);
      const known = new KnownOrders(SLOTS, scale);
      const below = randomOf(11);
      const fee: Coins = { lots: -1, parts: -1 };
      const value: Value = { units: -1, parts: -1 };
      for (let run = 0; run < RUNS; run += 1) {
        const i = below(SLOTS);
        const lots = LOTS[below(LOTS.length)] as number;
        const ticks = TICKS[below(TICKS.length)] as number;
        const asked = below(3);
        if (asked === 0) expect(known.cost(i, lots, ticks)).toBe(costOf(scale, lots, ticks));
        else if (asked === 1) {
          known.takeFee(i, lots, ticks, fee, value);
          const freshFee: Coins = { lots: 0, parts: 0 };
          const freshValue: Value = { units: 0, parts: 0 };
          feeOnLots(scale, lots, freshFee);
          exactValueOf(freshFee, ticks, scale, freshValue);
          expect({ fee, value }).toEqual({ fee: freshFee, value: freshValue });
        } else {
          const proceeds = proceedsOf(scale, lots, ticks);
          expect(known.proceeds(i, lots, ticks)).toBe(proceeds);
          expect(known.saleFee(i, lots)).toBe(feeOnQuote(scale, proceeds));
        }
      }
    },
  );

  it('is not worked out again while it is known: a buy and its fee, and sells of even and of odd lots', () => {
    let looks = 0;
    const scale = new Proxy(coinScaleOf(testSpec(), 200_000n), {
      get(of, name) {
        looks += 1;
        return Reflect.get(of, name);
      },
    });
    const known = new KnownOrders(SLOTS, scale);
    const round = (): number => {
      const before = looks;
      for (let i = 0; i < SLOTS; i += 1) {
        known.cost(i, 40, 600_000);
        known.takeFee(i, 40, 600_000, { lots: 0, parts: 0 }, { units: 0, parts: 0 });
        for (const lots of [40, 41]) {
          known.proceeds(i, lots, 600_001);
          known.saleFee(i, lots);
        }
      }
      return looks - before;
    };
    expect(round()).toBeGreaterThan(0);
    expect(round()).toBe(0);
  });
});
