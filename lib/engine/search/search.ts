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

/** Fitted rates of the candidates [first, end), NaN where the exchange would refuse them. */
export function fitCandidates<K extends RunnableKind>(
  space: SearchSpace<K>,
  stretch: Stretch,
  first: number,
  end: number,
): Float64Array {
  const rates = new Float64Array(end - first);
  for (let index = first; index < end; index += 1) {
    const params = space.params(shapeOf(space, index), stretch.startTicks);
    rates[index - first] = params === null ? Number.NaN : stretch.profitRate(space.kind, params);
  }
  return rates;
}

/**
 * The candidate whose surroundings did best: the mean over itself and its neighbours decides, so that a lonely peak –
 * which seldom happens twice – loses against a plateau. The first of equals; null when nothing could be run.
 */
export function chooseCandidate(space: SearchSpace, rates: Float64Array): number | null {
  let best: number | null = null;
  let bestMean = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < rates.length; index += 1) {
    if (Number.isNaN(rates[index])) continue;
    const around = [index, ...neighboursOf(space, index)].map((at) => rates[at] as number);
    const known = around.filter((rate) => !Number.isNaN(rate));
    const mean = known.reduce((sum, rate) => sum + rate, 0) / known.length;
    if (mean > bestMean) {
      best = index;
      bestMean = mean;
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
  { split, until }: SearchWindow,
  index: number,
  fittedRate: number,
): JudgedShape | null {
  const heldOut = new Stretch(prices, split, until);
  const shape = shapeOf(space, index);
  const params = space.params(shape, heldOut.startTicks);
  if (params === null) return null;
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

/** A whole search in one thread: fit, choose, judge. Null when the prices are too few or no candidate can be run. */
export function searchShapes<K extends RunnableKind>(space: SearchSpace<K>, prices: SearchPrices): JudgedShape | null {
  const window = windowOf(prices);
  if (window === null) return null;
  const count = space.axes.reduce((product, axis) => product * axis.values.length, 1);
  const rates = fitCandidates(space, new Stretch(prices, window.from, window.split), 0, count);
  const chosen = chooseCandidate(space, rates);
  return chosen === null ? null : judgeCandidate(space, prices, window, chosen, rates[chosen] as number);
}
