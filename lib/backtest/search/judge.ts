import type { Fill } from '../../engine/machine.ts';
import type { RunnableKind } from '../../kinds/definitions.ts';
import { type Shape, shapeOf } from '../../strategies/ai/search-axes.ts';
import { type BacktestCurve, runBacktest } from '../backtest.ts';
import { type Grade, type JudgedWeek, meanOf } from './grade.ts';
import type { SearchSpace } from './search-space.ts';
import type { Stretch } from './stretch.ts';
import type { Fold, FoundCandidate, PastCase } from './walk-forward.ts';
import { WEEK_DAYS } from './week-replay.ts';

/** Trades of the judged weeks that are kept: the newest. */
const KEPT_TRADES = 200;

export interface JudgedTrade {
  readonly timeMs: number;
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly quantity: bigint;
}

export interface JudgedFold extends JudgedWeek {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a search found. Rates are fractions of the investment, never annualised; those of judged weeks are means of a week. */
export interface JudgedShape {
  readonly shape: Shape;
  /** In the searched window. */
  readonly fittedRate: number;
  readonly weekRate: number;
  readonly holdRate: number;
  readonly medianRate: number;
  readonly neighbourLow: number;
  readonly neighbourHigh: number;
  readonly grade: Grade;
  /** Oldest first. */
  readonly folds: readonly JudgedFold[];
  readonly cases: readonly PastCase[];
  /** Through the judged weeks, each with what was found before it: the sum so far. */
  readonly curve: Pick<BacktestCurve, 'timeMs' | 'rate'>;
  readonly trades: readonly JudgedTrade[];
}

/** Everything that is told of a found candidate: its judged weeks are run once more to see how they went. */
export function judge<K extends RunnableKind>(
  space: SearchSpace<K>,
  weeks: readonly Stretch[],
  found: FoundCandidate,
): JudgedShape {
  const folds = found.folds.toReversed();
  const trades: JudgedTrade[] = [];
  const timeMs: number[] = [];
  const rate: number[] = [];
  let sum = 0;
  for (const fold of folds) {
    const curve = rideWeek(space, weeks[fold.week] as Stretch, fold, trades);
    for (let i = timeMs.length === 0 ? 0 : 1; i < curve.rate.length; i += 1) {
      timeMs.push(curve.timeMs[i] as number);
      rate.push(sum + (curve.rate[i] as number));
    }
    sum += curve.rate.at(-1) as number;
  }
  const mean = (read: (fold: Fold) => number): number => meanOf(folds.map(read));
  return {
    shape: shapeOf(space, found.index),
    fittedRate: found.fittedRate,
    weekRate: mean((fold) => fold.rate),
    holdRate: mean((fold) => fold.holdRate),
    medianRate: mean((fold) => fold.medianRate),
    neighbourLow: mean((fold) => fold.neighbourLow),
    neighbourHigh: mean((fold) => fold.neighbourHigh),
    grade: found.grade,
    folds: folds.map(({ week, rate: gained, holdRate, medianRate }) => {
      const { startMs, endMs } = weeks[week] as Stretch;
      return { fromMs: startMs, toMs: endMs, rate: gained, holdRate, medianRate };
    }),
    cases: found.cases,
    curve: { timeMs: Float64Array.from(timeMs), rate: Float64Array.from(rate) },
    trades,
  };
}

/** A fold's choice in its week, with a point a day. */
function rideWeek<K extends RunnableKind>(
  space: SearchSpace<K>,
  week: Stretch,
  { index }: Fold,
  trades: JudgedTrade[],
): BacktestCurve {
  const params = space.params(shapeOf(space, index), week.startTicks);
  if (params === null) throw new Error('A fold chooses what the exchange takes');
  const { candles, marks, funding, others } = week.prices;
  const sink = { fill: (fill: Fill) => keepTrade(trades, fill), order() {}, operation() {}, finish() {} };
  const { fromIndex } = week;
  return runBacktest({
    kind: space.kind,
    params,
    candles,
    fromIndex,
    marks,
    funding,
    others,
    curvePoints: WEEK_DAYS,
    sink,
  }).curve;
}

/** Trades of the searched market alone: `ticks` are its own. */
function keepTrade(trades: JudgedTrade[], { feed, timeMs, side, ticks, quantity }: Fill): void {
  if (feed !== 0) return;
  trades.push({ timeMs, side, ticks, quantity });
  if (trades.length > KEPT_TRADES) trades.shift();
}
