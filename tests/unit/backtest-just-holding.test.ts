import { describe, expect, it } from 'vitest';
import { spaceOf } from '#lib/backtest/search/search-space-of.ts';
import { weeksOf } from '#lib/backtest/search/week-replay.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { heldShares, holdCurve } from '#lib/engine/hold-curve.ts';
import { INVERSE, LINEAR } from './futures-fixture.ts';

const WEEK_MINUTES = 7 * 1_440;
const START_MS = 1_767_225_600_000;

/** A week in which the price doubles, in one step in its middle. */
function doubling(): CandleColumns {
  const column = () =>
    Int32Array.from({ length: WEEK_MINUTES }, (_, i) => (i < WEEK_MINUTES / 2 ? 500_000 : 1_000_000));
  return { startMs: START_MS, stepMs: 60_000, open: column(), high: column(), low: column(), close: column() };
}

describe('just holding, beside a rate in what the bot’s profit is counted in', () => {
  const candles = doubling();
  const ends = [START_MS, START_MS + WEEK_MINUTES * 60_000];

  it.each([
    ['settled in USDT, the coin is worth twice as much', LINEAR, 1],
    // Who has a bitcoin has one bitcoin, whatever its price does (as of live bots, just-holding.ts).
    ['settled in the coin, there are as many of it as before', INVERSE, 0],
  ])('of a contract %s', (_name, spec, rate) => {
    const curve = holdCurve(heldShares({ spec }, candles, undefined), START_MS, ends);
    expect(curve).toEqual([0, rate]);

    const space = spaceOf({ kind: 'futures_grid', variant: '', spec, feeRate: 50_000n });
    const [week] = weeksOf({ candles }, 1, space);
    expect(week?.holdRate).toBe(rate);
  });
});
