import { describe, expect, it } from 'vitest';
import { choiceOf, hasRange, presentCell, shadeOf } from '#components/create/heat-map-choice.ts';
import type { HeatMapCell } from '#lib/backtest/search/heat-map-scale.ts';
import { mapCells } from '#lib/client/preview-map.ts';
import { marksAlong } from '#lib/client/preview-prices.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { definitionOf, STRATEGIES } from '#lib/kinds/definitions.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { spotGridForm } from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

const SPEC = testSpec();
const MINUTES = 2_000;

/** Swings of 4 % around 60,000: something for grids to earn on. */
function swings(): CandleColumns {
  const close = Int32Array.from({ length: MINUTES }, (_, i) => Math.round(600_000 * (1 + 0.04 * Math.sin(i / 40))));
  const open = Int32Array.from(close, (_, i) => close[Math.max(0, i - 1)] as number);
  return {
    startMs: 0,
    stepMs: 60_000,
    open,
    close,
    high: Int32Array.from(close, (price, i) => Math.max(price, open[i] as number)),
    low: Int32Array.from(close, (price, i) => Math.min(price, open[i] as number)),
  };
}

const cellsOf = (values = spotGridForm(), lastTicks = 600_000): readonly HeatMapCell[] => [
  ...mapCells(
    { type: 'map', id: 1, kind: 'spot_grid', values, spec: SPEC, feeRate: 25_000n, maxGrid: 100, lastTicks },
    { candles: swings(), startIndex: 0 },
  ),
];

describe('the map of range widths and grid counts', () => {
  it('has two hundred cells, each place once, and some of them earn', () => {
    const cells = cellsOf();
    expect(cells).toHaveLength(200);
    expect(new Set(cells.map((cell) => `${cell.widthIndex}-${cell.countIndex}`)).size).toBe(200);
    expect(cells.some(({ rate }) => rate !== null && rate > 0)).toBe(true);
  });

  it('leaves empty what the form would refuse: too many grids for the market or too few fees’ room (C-254, C-257)', () => {
    const cells = cellsOf();
    expect(cells.filter(({ gridCount }) => gridCount > 100).every(({ rate }) => rate === null)).toBe(true);
    const tight = cells.find(({ widthIndex, gridCount }) => widthIndex === 0 && gridCount === 90);
    expect(tight?.rate).toBeNull();
  });

  it('says what a cell needs instead of a return where less is invested: in the replay, or at today’s price (H33)', () => {
    const rich = cellsOf({ ...spotGridForm(), money: '100000' });
    const poor = cellsOf({ ...spotGridForm(), money: '100' });
    expect(rich.every(({ needs }) => needs === null)).toBe(true);
    const tooDear = poor.filter(({ needs }) => needs !== null);
    expect(tooDear.length).toBeGreaterThan(20);
    for (const { rate, needs } of tooDear) {
      expect(rate).toBeNull();
      expect(needs).toBeGreaterThan(parseAmount('100') as bigint);
    }
    // Every cell with a return could be created: asked by its values, the exchange's formula wants no more than there is.
    for (const cell of poor.filter(({ rate }) => rate !== null)) {
      const taken = Object.fromEntries(choiceOf(cell, SPEC, 600_000));
      const params = typedParams(STRATEGIES.spot_grid, { ...spotGridForm(), ...taken, money: '100' }, SPEC, 25_000n);
      expect(
        STRATEGIES.spot_grid.minimum(params, { lastTicks: 600_000, assetInUsdt: null, nextFundingE8: null }),
      ).toBeLessThanOrEqual(params.investment);
    }
    const later = cellsOf({ ...spotGridForm(), money: '100' }, 60_000_000);
    expect(later.filter(({ needs }) => needs !== null).length).toBeGreaterThan(tooDear.length);
  });

  it.each(['spot_grid', 'futures_grid', 'margin_grid'] as const)('keeps to the minimum of a %s', (kind) => {
    const { spec, good } = KIND_CASES[kind];
    const cells = [
      ...mapCells(
        {
          type: 'map',
          id: 1,
          kind,
          values: { ...good, money: '30' },
          spec,
          feeRate: 75_000n,
          maxGrid: 200,
          lastTicks: null,
        },
        { candles: swings(), startIndex: 0 },
      ),
    ];
    expect(cells.some(({ needs }) => needs !== null)).toBe(true);
    expect(cells.some(({ rate }) => rate !== null)).toBe(true);
  });

  it('looks at range and count alone: stops, trigger and trailing of one range are left aside', () => {
    const stopped = { ...spotGridForm(), stop_loss_on: '1', stop_loss: '59000', trigger_price: '59500' };
    expect(cellsOf(stopped)).toEqual(cellsOf());
  });

  it('a cell is taken as its width around today’s price and its count', () => {
    expect(choiceOf({ width: 0.1, gridCount: 27 }, SPEC, 600_000)).toEqual([
      ['low_price', '57000'],
      ['high_price', '63000'],
      ['grid_num', '27'],
    ]);
  });

  it('marks the present choice at the nearest cell, and nothing while it is not whole', () => {
    const values = { ...spotGridForm(), low_price: '57000', high_price: '63000', grid_num: '27' };
    expect(presentCell(values, SPEC, 600_000)).toEqual({ widthIndex: 9, countIndex: 4 });
    expect(presentCell({ ...values, grid_num: '' }, SPEC, 600_000)).toBeNull();
    expect(presentCell(values, SPEC, null)).toBeNull();
  });

  it('belongs to grids with a range', () => {
    expect(hasRange(definitionOf('spot_grid'))).toBe(true);
    expect(hasRange(definitionOf('futures_grid'))).toBe(true);
    expect(hasRange(definitionOf('martingale'))).toBe(false);
  });

  it('shades a cell by its share of the strongest one', () => {
    const cells = [{ rate: 0.02 }, { rate: -0.04 }, { rate: null }] as HeatMapCell[];
    expect(shadeOf(0.02, cells)).toBe(0.5);
    expect(shadeOf(-0.04, cells)).toBe(1);
  });
});

describe('mark prices beside the candles of a contract', () => {
  it('stand at their minute, and are unknown where no day told them', () => {
    const candles = swings();
    const day = { ...candles, startMs: 60_000 * 1_500, open: Int32Array.from({ length: 100 }, () => 7) };
    const marks = marksAlong(candles, [day]);
    expect(marks[1_499]).toBe(-1);
    expect(marks[1_500]).toBe(7);
    expect(marks[1_599]).toBe(7);
    expect(marks[1_600]).toBe(-1);
  });
});
