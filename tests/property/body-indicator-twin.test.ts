import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { markColumn } from '#lib/engine/mark-column.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import * as body from '#lib/kinds/indicator/engine.ts';
import type { ComposeParams } from '#lib/kinds/indicator/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { createCompose, restoreCompose } from '#tests/property/old-machines/compose.ts';
import { type Course, compareLives, type Interruption, interruptions } from './body-twins.ts';
import { composeParams, withVolumes } from './compose-scenario.ts';
import { type FuturesMarket, firstPrices, futuresMarket, futuresPoints, SPECS } from './engine-futures-scenario.ts';
import { COARSE, FINE, PRICE } from './engine-scenario.ts';

const OLD = { create: createCompose, restore: restoreCompose };
const NEW = { create: body.createIndicator, restore: body.restoreIndicator };
const RUNS = { numRuns: 200 };
/** Minutes before the bot starts, so that indicators are warm. */
const HISTORY = 40;

const markets = futuresMarket().map((market) => ({ ...market, candles: withVolumes(market.candles) }));

/** What a bot lives through that starts with the first price which has so much history. Spot bots are shown no marks. */
function courseOf({ spec }: ComposeParams, market: FuturesMarket, refine: number, wakesLate: boolean): Course | null {
  const { candles, marks, funding } = market;
  const from = candles.open.findIndex((open, i) => i >= HISTORY && open >= 0);
  if (from < 0) return null;
  const cut = (column: Int32Array): Int32Array => column.subarray(from);
  const columns: CandleColumns = {
    startMs: candles.startMs + from * candles.stepMs,
    stepMs: candles.stepMs,
    open: cut(candles.open),
    high: cut(candles.high),
    low: cut(candles.low),
    close: cut(candles.close),
  };
  const lived = { ...market, candles: columns, marks: cut(markColumn(candles, marks)) };
  const points = futuresPoints(lived, refine);
  const isMarked = isContract(spec);
  return {
    view: createCandleView(candles, spec, funding),
    startMs: columns.startMs,
    start: isMarked ? firstPrices(lived) : firstPrices(lived).slice(0, 1),
    points: isMarked ? points : points.filter(({ feed }) => feed === 0),
    wakesLate,
  };
}

/** The owner's change of the stops; every other time there is none. */
function otherStops(params: ComposeParams, offset: number): ComposeParams {
  if (offset % 2 === 0) return params;
  const rate = BigInt(Math.abs(offset)) * 10_000n;
  return {
    ...params,
    positionStopE8: offset < 0 ? rate : null,
    positionProfit: { rateE8: rate, partE8: 50_000_000n },
    totalStopE8: rate * 4n,
  };
}

/** The exchange may close a contract at any moment, too. */
const ends: fc.Arbitrary<readonly Interruption[]> = fc
  .tuple(interruptions, fc.integer({ min: 0, max: 4_000 }))
  .map(([cuts, at]) => (at > 999 ? cuts : [...cuts, { at, what: 'deleverage', offset: 0 }]));

function expectTwins(specs: readonly MarketSpec[]): void {
  const refine = fc.integer({ min: 0, max: 3 });
  fc.assert(
    fc.property(
      composeParams(PRICE, specs),
      markets,
      refine,
      fc.boolean(),
      ends,
      (params, market, finer, late, cuts) => {
        const course = courseOf(params, market, finer, late);
        if (course !== null) compareLives(OLD, NEW, params, course, cuts, otherStops);
      },
    ),
    RUNS,
  );
}

describe('the combined indicator on the body', () => {
  it('is the machine before it on spot markets, to the last unit: trades by conditions, stops of positions and of the bot', () => {
    expectTwins([FINE, COARSE]);
    expect(FINE.lotUnits).toBeLessThan(COARSE.lotUnits);
  });

  it('is it in contracts, linear and inverse, long and short: on margin, with funding, liquidated and deleveraged', () => {
    expectTwins(SPECS);
  });
});
