import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageFillTicks, bookDepthUnits, unitsWithin } from '#lib/engine/book-model.ts';
import { createMarketView } from '#server/exchange/market/market-view.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import { SOME_DAY_MS } from './market-fixture.ts';

const btc = PAPER_MARKETS[0]!;
const order = fc.record({
  quantity: fc.bigInt({ min: 0n, max: 10n ** 14n }),
  ticks: fc.integer({ min: 1, max: 2_000_000 }),
  depthUnits: fc.bigInt({ min: 1n, max: 10n ** 14n }),
});

describe('the fill model of market orders', () => {
  it('is linear: taking the depth of one percent costs half a percent on average, plus half a tick, rounded against the taker', () => {
    const depthUnits = bookDepthUnits(btc, 600_000);
    expect(averageFillTicks({ side: 'buy', quantity: depthUnits, ticks: 600_000, depthUnits })).toBe(603_001);
    expect(averageFillTicks({ side: 'sell', quantity: depthUnits, ticks: 600_000, depthUnits })).toBe(596_999);
  });

  it('costs at least a tick, however small the order', () => {
    expect(averageFillTicks({ side: 'buy', quantity: 1n, ticks: 600_000, depthUnits: 10n ** 12n })).toBe(600_001);
    expect(averageFillTicks({ side: 'sell', quantity: 1n, ticks: 600_000, depthUnits: 10n ** 12n })).toBe(599_999);
  });

  it('never favours the taker, never falls below a tick, and costs more the more is taken', () => {
    fc.assert(
      fc.property(order, (given) => {
        const buy = averageFillTicks({ side: 'buy', ...given });
        const sell = averageFillTicks({ side: 'sell', ...given });
        const more = { ...given, quantity: given.quantity * 2n + 1n };
        expect(buy).toBeGreaterThan(given.ticks);
        expect(sell).toBeLessThanOrEqual(Math.max(1, given.ticks - 1));
        expect(sell).toBeGreaterThanOrEqual(1);
        expect(averageFillTicks({ side: 'buy', ...more })).toBeGreaterThanOrEqual(buy);
        expect(averageFillTicks({ side: 'sell', ...more })).toBeLessThanOrEqual(sell);
      }),
    );
  });

  it('has within a limit what rests up to it, half a tick of the spread apart: exactly, no more than the limit allows, and more the further it is', () => {
    const depthUnits = bookDepthUnits(btc, 600_000);
    // 1 % less half a tick, of what rests within 1 %.
    const within = unitsWithin({ side: 'sell', ticks: 600_000, limitTicks: 594_000, depthUnits });
    expect(within).toBe((depthUnits * 11_999n) / 12_000n);
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: 100_000 }), ({ ticks, depthUnits: depth }, away) => {
        const at = (side: 'buy' | 'sell', far: number) =>
          unitsWithin({ side, ticks, limitTicks: side === 'buy' ? ticks + far : ticks - far, depthUnits: depth });
        const units = at('buy', away);
        expect(at('sell', away)).toBe(units);
        // The last unit costs the limit at most, one more would cost more: half a tick + ticks × q / (100 × depth).
        const worstTimes200 = (quantity: bigint): bigint => 100n * depth + 2n * BigInt(ticks) * quantity;
        if (away === 0) expect(units).toBe(0n);
        else {
          expect(worstTimes200(units)).toBeLessThanOrEqual(200n * depth * BigInt(away));
          expect(worstTimes200(units + 1n)).toBeGreaterThan(200n * depth * BigInt(away));
          const average = averageFillTicks({ side: 'buy', quantity: units, ticks, depthUnits: depth });
          expect(average).toBeLessThanOrEqual(ticks + away);
          const sold = averageFillTicks({ side: 'sell', quantity: units, ticks, depthUnits: depth });
          expect(sold).toBeGreaterThanOrEqual(ticks - away);
        }
        expect(at('buy', away + 1)).toBeGreaterThanOrEqual(units);
        // What two stretches have is what both together have, but for the unit that each rounds away.
        const rest = at('buy', away + 7) - units;
        const expected = away === 0 ? at('buy', 7) : (700n * depth) / BigInt(ticks);
        expect(rest - expected).toBeLessThanOrEqual(1n);
        expect(expected - rest).toBeLessThanOrEqual(1n);
      }),
    );
    expect(unitsWithin({ side: 'buy', ticks: 100, limitTicks: 90, depthUnits })).toBe(0n);
    expect(unitsWithin({ side: 'buy', ticks: 100, limitTicks: 100, depthUnits })).toBe(0n);
  });

  it('takes three million dollars to move a dollar market by one percent', () => {
    const depth = bookDepthUnits(btc, 600_000);
    expect((depth * 600_000n * btc.tickUnits) / 10n ** 8n).toBe(3_000_000n * 10n ** 8n);
  });

  it('is the same in the feed and in the view that machines are given', () => {
    const feed = createSimulatedFeed({ seed: 'fills' });
    const view = createMarketView(feed, ['BTC_USDT', 'ETH_USDT']);
    const quantity = 250_000_000n;
    for (const [index, market] of ['BTC_USDT', 'ETH_USDT'].entries()) {
      const ticks = feed.lastTicks(market, SOME_DAY_MS)!;
      const depthUnits = bookDepthUnits(feed.spec(market)!, ticks);
      for (const side of ['buy', 'sell'] as const) {
        const model = averageFillTicks({ side, quantity, ticks, depthUnits });
        expect(feed.marketFillTicks(market, side, quantity, ticks, SOME_DAY_MS)).toBe(model);
        expect(view.marketFillTicks(index, side, quantity, ticks, SOME_DAY_MS)).toBe(model);
        const limitTicks = Math.round(ticks * (side === 'buy' ? 1.01 : 0.99));
        const within = unitsWithin({ side, ticks, limitTicks, depthUnits });
        expect(feed.depthWithin(market, side, limitTicks, ticks, SOME_DAY_MS)).toBe(within);
        expect(view.depthWithin?.(index, side, limitTicks, ticks, SOME_DAY_MS)).toBe(within);
      }
    }
    expect(() => view.movingAverage(2, 10, SOME_DAY_MS)).toThrow('no feed 2');
  });
});
