import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { gradeOf, type JudgedWeek } from '#lib/backtest/search/grade.ts';
import { gradeRecord } from '#lib/backtest/search/grade-record.ts';
import { heatMapCells } from '#lib/backtest/search/heat-map.ts';
import { HEAT_MAP_COUNTS, HEAT_MAP_WIDTHS, nearestCell } from '#lib/backtest/search/heat-map-scale.ts';
import type { SearchSpace } from '#lib/backtest/search/search-space.ts';
import { spaceOf } from '#lib/backtest/search/search-space-of.ts';
import type { Stretch } from '#lib/backtest/search/stretch.ts';
import { casesOf, chooseCandidate, foldsOf, walkForward, windowParts } from '#lib/backtest/search/walk-forward.ts';
import { replayWeeks, weeksOf } from '#lib/backtest/search/week-replay.ts';
import { gridAiParams, martingaleAiParams, TRANSACTION_TYPE_OF } from '#lib/contract/ai-params.ts';
import type { EngineParamsByKind } from '#lib/kinds/definitions.ts';
import { candidateCount, ITS_OWN_COIN, neighboursOf, shapeOf } from '#lib/strategies/ai/search-axes.ts';
import { seededCandles } from '#tests/bench/support/seeded-candles.ts';
import { PLAIN, TEN_GRIDS } from './engine-fixture.ts';

const LINE: SearchSpace<'spot_grid'> = {
  kind: 'spot_grid',
  historyMs: 0,
  held: ITS_OWN_COIN,
  axes: [{ name: 'at', values: [0, 1, 2, 3, 4, 5], isOrdered: true }],
  params: () => null,
};

describe('the search for parameters', () => {
  it('tries 2,000 spot grids, each once, whose neighbours differ by one step', () => {
    const space = spaceOf({ kind: 'spot_grid', variant: '', spec: PLAIN, feeRate: 100_000n });
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

  const weeks = (...excesses: readonly (readonly [overHold: number, overMedian: number])[]): JudgedWeek[] =>
    excesses.map(([overHold, overMedian]) => ({ rate: 0, holdRate: -overHold, medianRate: -overMedian }));
  const times = <T>(count: number, value: T): T[] => new Array<T>(count).fill(value);

  it('grades the excess over holding and over the median candidate, and how often there was one (H51)', () => {
    expect(gradeOf(weeks(...times(6, [1, 1] as const), [-1, -1], [-1, -1]))).toBe('A');
    expect(gradeOf(weeks(...times(5, [1, 1] as const), ...times(3, [-1, -1] as const)))).toBe('B');
    expect(gradeOf(weeks(...times(4, [2, 2] as const), ...times(4, [-1, -1] as const)))).toBe('C');
    // Beyond holding in every week, but behind the middle of all candidates: the search found nothing.
    expect(gradeOf(weeks(...times(8, [1, -1] as const)))).toBe('D');
    expect(gradeOf(weeks(...times(8, [-1, 1] as const)))).toBe('D');
    expect(gradeOf([])).toBe('D');
    // Three weeks are no ground for more than C.
    expect(gradeOf(weeks(...times(3, [1, 1] as const)))).toBe('C');
  });

  it('says of each grade how it did, and whether grades told good weeks from bad ones (H51)', () => {
    const [good, bad] = weeks([0.02, 0.01], [-0.01, -0.02]) as [JudgedWeek, JudgedWeek];
    const ordered = gradeRecord([
      ...times(5, { grade: 'A' as const, ...good }),
      ...times(5, { grade: 'D' as const, ...bad }),
    ]);
    expect(ordered.order).toBe('ordered');
    expect(ordered.outcomes.map(({ grade, cases }) => [grade, cases])).toEqual([
      ['A', 5],
      ['D', 5],
    ]);
    expect(ordered.outcomes[0]?.overHold).toBeCloseTo(0.02);
    expect(ordered.outcomes[0]?.overMedian).toBeCloseTo(0.01);
    const turned = gradeRecord([
      ...times(5, { grade: 'A' as const, ...bad }),
      ...times(5, { grade: 'D' as const, ...good }),
    ]);
    expect(turned.order).toBe('unordered');
    expect(gradeRecord(times(9, { grade: 'A' as const, ...good })).order).toBe('few');
    expect(gradeRecord([])).toEqual({ outcomes: [], order: 'few' });
  });
});

describe('walk-forward (A4, H51)', () => {
  const MINUTES_A_WEEK = 10_080;
  const request = { kind: 'spot_grid', variant: '', spec: PLAIN, feeRate: 100_000n } as const;
  const whole = spaceOf(request);
  /** Few candidates, so that everything can be looked at. */
  const space = { ...whole, axes: whole.axes.map((axis) => ({ ...axis, values: axis.values.slice(2, 5) })) };
  const narrowed = { ...space, axes: space.axes.map((axis, i) => (i === 0 ? { ...axis, values: [0] } : axis)) };
  const count = candidateCount(narrowed);
  const candles = seededCandles({
    seed: 11,
    minutes: 21 * MINUTES_A_WEEK,
    startTicks: 60_000,
    dailyVolatility: 0.03,
    pull: 0.00005,
  });
  const stretches = weeksOf({ candles }, 21);
  const rates = replayWeeks(narrowed, stretches, 0, count);
  const until = (weeksAgo: number) => {
    const end = candles.open.length - weeksAgo * MINUTES_A_WEEK;
    const cut = (column: Int32Array) => column.subarray(0, end);
    return {
      ...candles,
      open: cut(candles.open),
      high: cut(candles.high),
      low: cut(candles.low),
      close: cut(candles.close),
    };
  };

  it('replays a candidate once a week, and gives what a backtest gives', () => {
    for (const week of [0, 7]) {
      const stretch = stretches[week] as Stretch;
      for (const index of [0, 5, count - 1]) {
        const params = narrowed.params(shapeOf(narrowed, index), stretch.startTicks);
        if (params === null) continue;
        const { profitRate, curve } = runBacktest({
          kind: 'spot_grid',
          params: params as EngineParamsByKind['spot_grid'],
          candles: stretch.prices.candles,
          fromIndex: stretch.fromIndex,
          curvePoints: 7,
        });
        expect(rates.whole[week]?.[index]).toBe(profitRate);
        expect(rates.tail[week]?.[index]).toBe(profitRate - (curve.rate[5] as number));
      }
    }
  });

  it.each([7, 30] as const)('searches each fold exactly as what is offered, on the %d days before it', (cycle) => {
    const folds = foldsOf(narrowed, stretches, rates, cycle, 16);
    expect(folds).toHaveLength(16);
    for (const { week, index, rate, holdRate } of [folds[0], folds[3]] as typeof folds) {
      // The same search on prices that end where the fold's week begins.
      const then = weeksOf({ candles: until(week + 1) }, 21);
      const known = replayWeeks(narrowed, then, 0, count);
      const judgedWeek = stretches[week] as Stretch;
      const possible = (at: number) => narrowed.params(shapeOf(narrowed, at), judgedWeek.startTicks) !== null;
      expect(windowParts(known, cycle, -1)).toEqual(windowParts(rates, cycle, week));
      expect(windowParts(known, cycle, -1)).toHaveLength(cycle === 7 ? 2 : 5);
      expect(walkForward(narrowed, then, known, cycle, possible)?.index).toBe(index);
      expect(rate).toBe(rates.whole[week]?.[index]);
      expect(holdRate).toBe(judgedWeek.holdRate);
    }
  });

  it('judges by eight weeks and lets the eight before them say how such grades did', () => {
    const found = walkForward(narrowed, stretches, rates, 30, () => true);
    const folds = foldsOf(narrowed, stretches, rates, 30, 16);
    expect(found?.folds).toEqual(folds.slice(0, 8));
    expect(found?.grade).toBe(gradeOf(folds.slice(0, 8)));
    expect(found?.cases).toHaveLength(8);
    expect(found?.cases[2]).toMatchObject({ grade: gradeOf(folds.slice(3, 11)), rate: folds[2]?.rate });
    expect(casesOf(folds.slice(0, 8))).toEqual([]);
  });

  it('has fewer folds where the market is known for less, and none without a week to judge', () => {
    const short = weeksOf({ candles: until(16) }, 21);
    expect(short).toHaveLength(5);
    const few = replayWeeks(narrowed, short, 0, count);
    expect(walkForward(narrowed, short, few, 7, () => true)?.folds).toHaveLength(4);
    expect(walkForward(narrowed, short, few, 30, () => true)).toBeNull();
    const one = weeksOf({ candles: until(20) }, 21);
    expect(one).toHaveLength(1);
    expect(walkForward(narrowed, one, replayWeeks(narrowed, one, 0, count), 7, () => true)).toBeNull();
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
