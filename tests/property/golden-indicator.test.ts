import fc from 'fast-check';
import { createCandleView } from '#lib/engine/candle-view.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { markColumn } from '#lib/engine/mark-column.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import { createIndicator, restoreIndicator } from '#lib/kinds/indicator/engine.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { type FuturesMarket, firstPrices, futuresMarket, futuresPoints, SPECS } from './engine-futures-scenario.ts';
import { COARSE, FINE, PRICE } from './engine-scenario.ts';
import { type Chapter, goldenLives, oneMarket } from './golden-chapters.ts';
import { type Course, contractInterruptions, type Interruption, pauses } from './golden-life.ts';
import { indicatorParams, withVolumes } from './indicator-scenario.ts';

/** Minutes before the bot starts, so that indicators are warm. */
const HISTORY = 40;

const markets = futuresMarket().map((market) => ({ ...market, candles: withVolumes(market.candles) }));

const startOf = ({ candles }: FuturesMarket): number => candles.open.findIndex((open, i) => i >= HISTORY && open >= 0);

/** What a bot lives through that starts with the first price which has so much history. Spot bots are shown no marks. */
function courseOf({ spec }: IndicatorParams, market: FuturesMarket, refine: number, wakesLate: boolean): Course {
  const { candles, marks, funding } = market;
  const from = startOf(market);
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
function otherStops(params: IndicatorParams, offset: number): IndicatorParams {
  if (offset % 2 === 0) return params;
  const rate = BigInt(Math.abs(offset)) * 10_000n;
  return {
    ...params,
    positionStopE8: offset < 0 ? rate : null,
    positionProfit: { rateE8: rate, partE8: 50_000_000n },
    totalStopE8: rate * 4n,
  };
}

const chapter = (
  name: string,
  count: number,
  specs: readonly MarketSpec[],
  asked: fc.Arbitrary<readonly Interruption[]>,
): Chapter<IndicatorParams> =>
  oneMarket(
    name,
    count,
    fc
      .tuple(
        indicatorParams(PRICE, specs),
        markets.filter((market) => startOf(market) >= 0),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        asked,
      )
      .map(([params, market, refine, wakesLate, interrupted]) => ({
        params,
        course: courseOf(params, market, refine, wakesLate),
        interruptions: interrupted,
        change: otherStops,
      })),
  );

goldenLives('indicator', { create: createIndicator, restore: restoreIndicator }, [
  chapter('on spot markets', 250, [FINE, COARSE], contractInterruptions),
  chapter('in contracts', 250, SPECS, contractInterruptions),
  chapter('paused and continued', 150, [FINE, COARSE, ...SPECS], pauses),
]);
