import { describe, expect, it } from 'vitest';
import { GridLinesPrimitive, type PriceMark } from '#components/chart/grid-lines-primitive.ts';
import { isPeriod, secondsOf } from '#components/chart/periods.ts';
import { barOf, mergeBars } from '#components/chart/use-bars.ts';
import { spreadPercent, withTotals } from '#components/trade/order-book.tsx';
import { specOf } from '#lib/client/market-rows.ts';
import { marketRow } from '#tests/support/market-row.ts';

const ROW = marketRow('BTC_USDT');

describe('a market of the exchange', () => {
  it('has its tick and lot as exact units', () => {
    expect(specOf(ROW)).toMatchObject({
      tickUnits: 10_000_000n,
      lotUnits: 100n,
      minBaseUnits: 100n,
      minQuoteUnits: 300_000_000n,
    });
  });

  it('is not readable with more decimals than amounts have, or a malformed minimum', () => {
    expect(specOf({ ...ROW, price_decimals: 9 })).toBeNull();
    expect(specOf({ ...ROW, min_base_amount: 'x' })).toBeNull();
  });
});

describe('the bars of the chart', () => {
  const bar = (time: number, close: number) => barOf([time, '1', '3', '1', String(close), '5']);

  it('are replaced by a later read from its first bar on, so the running candle is never doubled', () => {
    const merged = mergeBars([bar(60, 1), bar(120, 2)], [bar(120, 3), bar(180, 4)]);
    expect(merged.map(({ time, close }) => [time, close])).toEqual([
      [60, 1],
      [120, 3],
      [180, 4],
    ]);
  });

  it('stay when a read brings nothing', () => {
    const known = [bar(60, 1)];
    expect(mergeBars(known, [])).toBe(known);
  });

  it('come in the periods that the call knows', () => {
    expect(secondsOf('1m')).toBe(60);
    expect(secondsOf('1d')).toBe(86_400);
    expect(isPeriod('15m')).toBe(true);
    expect(isPeriod('7m')).toBe(false);
    expect(isPeriod(null)).toBe(false);
  });
});

describe('the order book', () => {
  it('adds amounts up from the best price outwards', () => {
    expect(
      withTotals([
        ['2', '1'],
        ['3', '4'],
      ]).map(({ total }) => total),
    ).toEqual([1, 5]);
  });

  it('gives the spread in percent of the middle, and none while a side is empty', () => {
    expect(spreadPercent('101', '99')).toBeCloseTo(2);
    expect(spreadPercent(undefined, '99')).toBeNull();
  });
});

describe('the grid’s lines on the chart', () => {
  const colours = {
    background: '#000',
    text: '#fff',
    line: '#111',
    crosshair: '#222',
    label: '#333',
    rise: '#0f0',
    fall: '#f00',
    ofRole: {
      buy: '#0f0',
      sell: '#f00',
      range: '#00f',
      trigger: '#ff0',
      'stop-loss': '#f00',
      'take-profit': '#0f0',
      liquidation: '#f0f',
      'trail-limit': '#999',
      cost: '#fff',
    },
  };
  const grid = Array.from(
    { length: 200 },
    (_, index): PriceMark => ({ price: 50 + index * 0.5, role: index < 100 ? 'buy' : 'sell' }),
  );

  function drawn(marks: readonly PriceMark[], width = 800) {
    const primitive = new GridLinesPrimitive(colours, () => ({ minValue: 95, maxValue: 105 }));
    let updates = 0;
    primitive.attached({
      series: { priceToCoordinate: (price: number) => 300 - price, priceFormatter: () => ({ format: String }) },
      requestUpdate: () => {
        updates += 1;
      },
    } as never);
    primitive.setMarks(marks);
    const strokes: string[] = [];
    const texts: string[] = [];
    const heights: number[] = [];
    const context = {
      set strokeStyle(colour: string) {
        strokes.push(colour);
      },
      setLineDash() {},
      stroke() {},
      fillText: (text: string, _x: number, y: number) => {
        texts.push(text);
        heights.push(y);
      },
      measureText: () => ({ width: 40 }),
    };
    class FakePath {
      moveTo() {}
      lineTo() {}
    }
    const before = globalThis.Path2D;
    globalThis.Path2D = FakePath as never;
    const target = {
      useBitmapCoordinateSpace: (draw: (scope: object) => void) =>
        draw({ context, bitmapSize: { width, height: 600 }, verticalPixelRatio: 1 }),
      useMediaCoordinateSpace: (draw: (scope: object) => void) => draw({ context, mediaSize: { width, height: 600 } }),
    };
    primitive
      .paneViews()[0]
      ?.renderer()
      ?.draw(target as never);
    globalThis.Path2D = before;
    return { primitive, updates, strokes, texts, heights };
  }

  it('cost one stroke per role however many lines there are', () => {
    const { strokes, updates } = drawn(grid);
    expect(strokes).toEqual(['#0f0', '#f00']);
    expect(updates).toBe(1);
  });

  it('name the few that matter, at the line and at the axis', () => {
    const { texts, primitive } = drawn([...grid, { price: 60, role: 'range', label: 'Lower' }]);
    expect(texts).toEqual(['Lower']);
    expect(primitive.priceAxisViews().map((view) => view.text())).toEqual(['60']);
  });

  it('leave the scale to the candles: near lines stretch it a little, far ones not at all (B14)', () => {
    const near = drawn([
      { price: 92, role: 'range' },
      { price: 110, role: 'range' },
    ]).primitive;
    expect(near.autoscaleInfo(0, 100)?.priceRange).toEqual({ minValue: 92, maxValue: 110 });
    // The candles keep nearly half of the height at the least.
    expect((105 - 95) / (110 - 92)).toBeGreaterThan(0.45);
    const far = drawn([
      { price: 70, role: 'range' },
      { price: 130, role: 'liquidation' },
      { price: 6, role: 'range' },
    ]).primitive;
    expect(far.autoscaleInfo(0, 100)).toBeNull();
    expect(new GridLinesPrimitive(colours, () => null).autoscaleInfo(0, 1)).toBeNull();
  });

  it('are named at the edge beside what stands in its corners, on a phone below and above it', () => {
    const marks: readonly PriceMark[] = [
      { price: 400, role: 'trigger', label: 'Rebalance, others unchanged' },
      { price: -400, role: 'trigger', label: 'Rebalance, others unchanged' },
    ];
    expect(drawn(marks).heights).toEqual([16, 596]);
    // Open, high, low and close, then the fills; the chart's maker.
    const [above = 0, below = 0] = drawn(marks, 258).heights;
    expect(above).toBeGreaterThanOrEqual(70);
    expect(below).toBeLessThanOrEqual(580);
  });

  it.each([800, 258])('have no name where one at the edge stands already (%i px)', (width) => {
    const above: PriceMark = { price: 400, role: 'trigger', label: 'Rebalance' };
    const [edge = 0] = drawn([above], width).heights;
    for (const aside of [0, 6, 13, 14, -13, -14]) {
      const line: PriceMark = { price: 300 - (edge + 2 + aside), role: 'cost', label: 'Average cost' };
      const { heights } = drawn([above, line], width);
      expect(Math.abs((heights[1] ?? edge) - edge), `${aside}`).toBeGreaterThanOrEqual(14);
    }
  });

  it('are named at the edge where they lie beyond the view, the farther the nearer to it (B14)', () => {
    // In the test's canvas the view shows prices from -300 to 300.
    const { texts } = drawn([
      { price: 100, role: 'range', label: 'Upper' },
      { price: 400, role: 'liquidation', label: 'Liq' },
      { price: 900, role: 'take-profit', label: 'Profit' },
      { price: -500, role: 'stop-loss', label: 'Stop' },
    ]);
    expect(texts).toEqual(['▲ Profit 900', '▲ Liq 400', '▼ Stop -500', 'Upper']);
  });
});
