import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageFillTicks, bookDepthUnits } from '#lib/engine/book-model.ts';
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
      }
    }
    expect(() => view.movingAverage(2, 10, SOME_DAY_MS)).toThrow('no feed 2');
  });
});
