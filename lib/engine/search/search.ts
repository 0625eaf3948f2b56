import { type BacktestCurve, runBacktest } from '../backtest.ts';
import type { Fill } from '../machine.ts';
import type { RunnableKind } from '../registry.ts';
import { type Grade, gradeOf } from './grade.ts';
import { neighboursOf, type SearchSpace, type Shape, shapeOf } from './search-space.ts';
import { type SearchPrices, Stretch } from './stretch.ts';

/** The window of a search in candle indexes: fitted on [from, split), judged on [split, until). */
export interface SearchWindow {
  readonly from: number;
  readonly split: number;
  readonly until: number;
}

/** Points of the held-out curve after the first one. */
const CURVE_POINTS = 30;
/** Trades of the held-out part that are kept: the newest. */
const KEPT_TRADES = 200;

export interface JudgedTrade {
  readonly timeMs: number;
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly quantity: bigint;
}

/** What a search found. Rates are fractions of the investment over their part of the window, never annualised. */
export interface JudgedShape {
  readonly shape: Shape;
  readonly fittedRate: number;
  readonly heldOutRate: number;
  readonly holdRate: number;
  readonly neighbourLow: number;
  readonly neighbourHigh: number;
  readonly grade: Grade;
  /** Of the held-out part. */
  readonly curve: BacktestCurve;
  readonly trades: readonly JudgedTrade[];
}

/** First 2/3 and last 1/3 of the known prices (E10); null when no price is known on one of them. */
export function windowOf({ candles: { open } }: SearchPrices): SearchWindow | null {
  const from = firstKnown(open, 0);
  const split = firstKnown(open, from + Math.floor(((open.length - from) * 2) / 3));
  return split < open.length - 1 && from < split ? { from, split, until: open.length } : null;
}

function firstKnown(open: Int32Array, from: number): number {
  let i = from;
  while (i < open.length && (open[i] as number) < 0) i += 1;
  return i;
}

/** The two halves of the fitted part; one stretch when no price is known in the second. */
export function fittedHalves(prices: SearchPrices, { from, split }: SearchWindow): readonly Stretch[] {
  const middle = firstKnown(prices.candles.open, from + Math.floor((split - from) / 2));
  if (middle >= split) return [new Stretch(prices, from, split)];
  return [new Stretch(prices, from, middle), new Stretch(prices, middle, split)];
}

/**
 * What the candidates [first, end) gave in the worse of the stretches, a bot starting anew in each; NaN where the
 * exchange would refuse them. One lucky trend – or a leverage that only suits it – does not make a candidate good.
 */
export function fitCandidates<K extends RunnableKind>(
  space: SearchSpace<K>,
  stretches: readonly Stretch[],
  first: number,
  end: number,
): Float64Array {
  const rates = new Float64Array(end - first);
  for (let index = first; index < end; index += 1) {
    const shape = shapeOf(space, index);
    let worst = Number.POSITIVE_INFINITY;
    for (const stretch of stretches) {
      const params = space.params(shape, stretch.startTicks);
      worst = params === null ? Number.NaN : Math.min(worst, stretch.profitRate(space.kind, params));
    }
    rates[index - first] = worst;
  }
  return rates;
}

/**
 * The candidate that did best together with its surroundings: its own rate or the mean over itself and its neighbours,
 * whichever is lower, decides. So a lonely peak – which seldom happens twice – loses against a plateau. The first of
 * equals; null when nothing could be run.
 */
export function chooseCandidate(space: SearchSpace, rates: Float64Array): number | null {
  let best: number | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < rates.length; index += 1) {
    if (Number.isNaN(rates[index])) continue;
    const around = [index, ...neighboursOf(space, index)].map((at) => rates[at] as number);
    const known = around.filter((rate) => !Number.isNaN(rate));
    const mean = known.reduce((sum, rate) => sum + rate, 0) / known.length;
    const score = Math.min(mean, rates[index] as number);
    if (score > bestScore) {
      best = index;
      bestScore = score;
    }
  }
  return best;
}

/**
 * Judges a candidate on prices that the fit has not seen: a bot of the same shape starts anew at the split. Null when
 * the exchange would refuse the shape there.
 */
export function judgeCandidate<K extends RunnableKind>(
  space: SearchSpace<K>,
  prices: SearchPrices,
  { from, split, until }: SearchWindow,
  index: number,
): JudgedShape | null {
  const fitted = new Stretch(prices, from, split);
  const heldOut = new Stretch(prices, split, until);
  const shape = shapeOf(space, index);
  const fittedParams = space.params(shape, fitted.startTicks);
  const params = space.params(shape, heldOut.startTicks);
  if (params === null || fittedParams === null) return null;
  const fittedRate = fitted.profitRate(space.kind, fittedParams);
  const trades: JudgedTrade[] = [];
  const { candles, marks, funding } = heldOut.prices;
  const { profitRate: heldOutRate, curve } = runBacktest({
    kind: space.kind,
    params,
    candles,
    fromIndex: 0,
    marks,
    funding,
    curvePoints: CURVE_POINTS,
    sink: { fill: (fill) => keepTrade(trades, fill), order() {}, operation() {}, finish() {} },
  });
  const around = neighboursOf(space, index).flatMap((at) => {
    const near = space.params(shapeOf(space, at), heldOut.startTicks);
    return near === null ? [] : [heldOut.profitRate(space.kind, near)];
  });
  // A candidate without neighbours has not been seen to be more than a peak.
  const spread = around.length === 0 ? [heldOutRate, Math.min(0, heldOutRate)] : around;
  const { holdRate } = heldOut;
  const neighbourLow = Math.min(...spread);
  const grade = gradeOf({ heldOutRate, holdRate, neighbourLow });
  return {
    shape,
    fittedRate,
    heldOutRate,
    holdRate,
    neighbourLow,
    neighbourHigh: Math.max(...spread),
    grade,
    curve,
    trades,
  };
}

function keepTrade(trades: JudgedTrade[], { timeMs, side, ticks, quantity }: Fill): void {
  trades.push({ timeMs, side, ticks, quantity });
  if (trades.length > KEPT_TRADES) trades.shift();
}
