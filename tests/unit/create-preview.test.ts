import { describe, expect, it } from 'vitest';
import { summaryText } from '#components/create/summary-text.ts';
import { previewReadiness } from '#components/create/use-preview.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { joinDays } from '#lib/client/preview-candles.ts';
import { PREVIEW_MS, previewDays } from '#lib/client/preview-days.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { heldShares, holdCurve } from '#lib/engine/hold-curve.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { inParallel } from '#lib/limits/in-parallel.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { checkContext, spotGridForm } from '#tests/support/spot-grid-forms.ts';

const NOON = Date.UTC(2026, 2, 15, 12);

describe('the days that a preview loads', () => {
  it('cover the past 30 days and twelve hours of history for the moving average, today included', () => {
    const days = previewDays(NOON);
    expect(days.at(-1)).toBe('2026-03-15');
    expect(Date.parse(days[0] ?? '')).toBeLessThanOrEqual(NOON - PREVIEW_MS - 720 * 60_000);
    expect(days).toHaveLength(31);
    expect(new Set(days).size).toBe(days.length);
  });

  it('take one day more in the first half of a day', () => {
    const days = previewDays(NOON - DAY_MS / 4);
    expect(days).toHaveLength(32);
    expect(days[0]).toBe('2026-02-12');
  });
});

describe('loading with limited concurrency', () => {
  it('keeps the order and never has more under way than allowed', async () => {
    let underWay = 0;
    let most = 0;
    const results = await inParallel([1, 2, 3, 4, 5, 6], 2, async (item) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      return item * 10;
    });
    expect(results).toEqual([10, 20, 30, 40, 50, 60]);
    expect(most).toBe(2);
  });

  it('starts nothing more after a failure', async () => {
    const begun: number[] = [];
    const loading = inParallel([1, 2, 3, 4], 1, async (item) => {
      begun.push(item);
      if (item === 2) throw new Error('gone');
      return item;
    });
    await expect(loading).rejects.toThrow('gone');
    expect(begun).toEqual([1, 2]);
  });
});

describe('days joined to one row of candles', () => {
  const day = (startMs: number, prices: readonly number[]): CandleColumns => ({
    startMs,
    stepMs: 60_000,
    open: Int32Array.from(prices),
    high: Int32Array.from(prices),
    low: Int32Array.from(prices),
    close: Int32Array.from(prices),
  });

  it('follow each other without a seam', () => {
    const joined = joinDays([day(0, [1, 2]), day(120_000, [3]), day(180_000, [])]);
    expect([...joined.open]).toEqual([1, 2, 3]);
    expect(joined.startMs).toBe(0);
  });

  it('leave gap candles where minutes are missing', () => {
    expect([...joinDays([day(0, [1]), day(180_000, [4])]).close]).toEqual([1, -1, -1, 4]);
  });

  it('must be of one step, and of some candles', () => {
    expect(() => joinDays([day(0, [1]), { ...day(60_000, [2]), stepMs: 1_000 }])).toThrow(RangeError);
    expect(() => joinDays([])).toThrow(RangeError);
  });
});

describe('whether typed values can be replayed', () => {
  const definition = STRATEGIES.spot_grid as AnyDefinition;
  const readiness = (
    changes: Readonly<Record<string, string>>,
    minAmount: bigint | null = null,
    available: bigint | null = null,
  ) => previewReadiness(definition, spotGridForm(changes), checkContext({ phase: 'typing', minAmount, available }));

  it('asks for the values that are missing or wrong', () => {
    expect(readiness({})).toBe('run');
    expect(readiness({ money: '' })).toBe('needs-values');
    expect(readiness({ high_price: '1' })).toBe('wrong-values');
  });

  it('says that an investment below the minimum is not enough', () => {
    expect(readiness({ money: '5' }, 1_000_000_000n)).toBe('insufficient');
  });

  it('replays more money than there is, and a bot with a refused name: the past does not mind', () => {
    expect(readiness({}, null, 1n)).toBe('run');
    expect(readiness({ strategy_name: 'a'.repeat(60) })).toBe('run');
  });
});

describe('what just holding gave, beside the curve', () => {
  const candles = {
    startMs: 0,
    stepMs: 60_000,
    open: Int32Array.from([90, 100, -1, 110, 120]),
    close: Int32Array.from([90, 105, -1, 120, 80]),
  };

  it('begins at nothing, follows the closes and keeps the price through a gap', () => {
    const curve = holdCurve([{ candles, part: 1 }], 60_000, [60_000, 120_000, 180_000, 300_000]);
    expect(curve.map((rate) => Number(rate.toFixed(4)))).toEqual([0, 0.05, 0.05, -0.2]);
    const half = holdCurve([{ candles, part: 0.5 }], 60_000, [120_000]);
    expect(half[0]).toBeCloseTo(0.025);
  });

  it('of one coin, which has no other markets, is that coin’s; of several it is theirs by their shares', () => {
    const [btc, eth] = [testSpec(), { ...testSpec(), market: 'ETH_USDT', base: 'ETH' }];
    const part = (spec: typeof btc, percent: bigint) => ({ spec, targetE8: percent * 1_000_000n });
    const one = heldShares({ spec: btc, coins: [part(btc, 100n)] }, candles, undefined);
    expect(holdCurve(one, 60_000, [120_000])[0]).toBeCloseTo(0.05);
    const flat = { ...candles, close: candles.open.map(() => candles.open[1] as number) };
    const two = heldShares({ spec: btc, coins: [part(btc, 40n), part(eth, 60n)] }, candles, {
      [instrumentOf(btc)]: { candles },
      [instrumentOf(eth)]: { candles: flat },
    });
    expect(holdCurve(two, 60_000, [120_000])[0]).toBeCloseTo(0.02);
    expect(two.map((share) => share.part)).toEqual([0.4, 0.6]);
  });

  it('ends where the history ends, however late it is asked', () => {
    expect(holdCurve([{ candles, part: 1 }], 60_000, [9_000_000]).at(-1)).toBeCloseTo(-0.2);
  });
});

describe('the figures below the amount', () => {
  it('are grouped, prices with the decimals of their tick', () => {
    const spec = testSpec();
    expect(summaryText({ kind: 'price-range', text: '79398 / 69238.5' }, spec, 'en')).toBe('79,398.0 / 69,238.5');
    expect(summaryText({ kind: 'price-range', text: '-- / 27372.7' }, spec, 'en')).toBe('-- / 27,372.7');
    expect(summaryText({ kind: 'amount', text: '1720.0125' }, spec, 'en')).toBe('1,720.0125');
    expect(summaryText({ kind: 'percent-range', text: '4.90' }, spec, 'en')).toBe('4.90');
  });
});
