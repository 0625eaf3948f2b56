import { describe, expect, it } from 'vitest';
import { gridAiParams, martingaleAiParams, TRANSACTION_TYPE_OF } from '#lib/contract/ai-params.ts';
import { gradeOf } from '#lib/engine/search/grade.ts';
import { HEAT_MAP_COUNTS, HEAT_MAP_WIDTHS, heatMapCells, nearestCell } from '#lib/engine/search/heat-map.ts';
import { chooseCandidate } from '#lib/engine/search/search.ts';
import { candidateCount, neighboursOf, type SearchSpace, shapeOf } from '#lib/engine/search/search-space.ts';
import { spotGridSpace } from '#lib/engine/search/spot-grid-space.ts';
import { seededCandles } from '#tests/bench/support/seeded-candles.ts';
import { PLAIN, TEN_GRIDS } from './engine-fixture.ts';

const LINE: SearchSpace<'spot_grid'> = {
  kind: 'spot_grid',
  axes: [{ name: 'at', values: [0, 1, 2, 3, 4, 5], isOrdered: true }],
  params: () => null,
};

describe('the search for parameters', () => {
  it('tries 2,000 spot grids, each once, whose neighbours differ by one step', () => {
    const space = spotGridSpace(PLAIN, 100_000n, 100_000_000_000n);
    const count = candidateCount(space);
    expect(count).toBe(2000);
    const seen = new Set(Array.from({ length: count }, (_, index) => JSON.stringify(shapeOf(space, index))));
    expect(seen.size).toBe(count);
    for (const near of neighboursOf(space, 1234)) {
      const [own, other] = [shapeOf(space, 1234), shapeOf(space, near)];
      expect(Object.keys(own).filter((name) => own[name] !== other[name])).toHaveLength(1);
    }
  });

  it('prefers a plateau to a higher peak that stands alone', () => {
    expect(chooseCandidate(LINE, Float64Array.of(-1, 5, -1, 2, 2, 2))).toBe(4);
    expect(chooseCandidate(LINE, new Float64Array(6).fill(Number.NaN))).toBeNull();
  });

  it('grades what the held-out part says: A only when all neighbours gained too', () => {
    expect(gradeOf({ heldOutRate: 0.02, holdRate: 0.01, neighbourLow: 0.001 })).toBe('A');
    expect(gradeOf({ heldOutRate: 0.02, holdRate: 0.01, neighbourLow: 0 })).toBe('B');
    expect(gradeOf({ heldOutRate: 0.02, holdRate: 0.02, neighbourLow: 0.01 })).toBe('C');
    expect(gradeOf({ heldOutRate: 0, holdRate: -0.5, neighbourLow: 0.01 })).toBe('D');
  });
});

describe('AI parameters in forms', () => {
  it('maps the martingale types of the wire to transaction types (C-141, C-142, C-143)', () => {
    expect(TRANSACTION_TYPE_OF).toEqual({
      stock_up: 'hoarding',
      high_risk_arb: 'high-risk-arbitrage',
      low_risk_arb: 'low-risk-arbitrage',
    });
  });

  it('carries every documented field, and the day for martingales only (C-144)', () => {
    const grid = gridAiParams({ low_price: '1', high_price: '2', grid_num: '10', rate: '0.01', leverage: '3' });
    const reply = { rate: '0.02', price_step: '0.01', frequency: 5, take_profit: '0.02', multiplier: '1.5', cycle: 30 };
    const martingale = martingaleAiParams(reply);
    const fields =
      'low_price high_price grid_num rate leverage price_steps amount_multiplier max_order_amount price_step_type';
    for (const field of fields.split(' ')) {
      expect(grid).toHaveProperty(field);
      expect(martingale).toHaveProperty(field);
    }
    expect(grid).not.toHaveProperty('day');
    expect(martingale).toMatchObject({ day: 30, price_steps: '0.01', max_order_amount: '5', amount_multiplier: '1.5' });
  });
});

describe('the heat map', () => {
  const prices = {
    candles: seededCandles({ seed: 7, minutes: 2880, startTicks: 60_000, dailyVolatility: 0.03, pull: 0 }),
  };
  const cells = () => [
    ...heatMapCells({
      kind: 'spot_grid',
      prices,
      paramsOf: (range, gridCount) => (gridCount > 130 ? null : { ...TEN_GRIDS, ...range, gridCount }),
    }),
  ];

  it('gives every width and count once, coarse first, and nothing for grids that would be refused', () => {
    const all = cells();
    expect(all).toHaveLength(200);
    expect(new Set(all.map((cell) => `${cell.widthIndex} ${cell.countIndex}`)).size).toBe(200);
    for (const cell of all.slice(0, 15)) expect([cell.widthIndex % 4, cell.countIndex % 4]).toEqual([0, 0]);
    for (const cell of all) expect(cell.rate === null).toBe(cell.gridCount > 130);
    expect(cells()).toEqual(all);
  });

  it('marks the cell that is nearest to the present choice', () => {
    const { widthIndex, countIndex } = nearestCell(0.11, 50);
    expect([HEAT_MAP_WIDTHS[widthIndex], HEAT_MAP_COUNTS[countIndex]]).toEqual([0.12, 60]);
  });
});
