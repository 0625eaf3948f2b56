import { gridLines } from '../../formulas/grid-levels.ts';
import { runBacktest } from '../backtest.ts';
import { createCandleView } from '../candle-view.ts';
import type { CandleColumns, FundingColumns } from '../candles.ts';
import type { SpotGridParams } from '../grid-params.ts';
import { createSpotGrid } from '../kinds/spot-grid.ts';
import type { EngineSink, MarketView } from '../machine.ts';
import type { EngineParamsByKind, RunnableKind } from '../registry.ts';
import { driveAlong, type PricePath, swingsOf, turningPoints } from '../turning-points.ts';

/** The prices that a search looks at; `marks` and `funding` for contracts. */
export interface SearchPrices {
  readonly candles: CandleColumns;
  readonly marks?: Int32Array;
  readonly funding?: FundingColumns;
}

const QUIET: EngineSink = { isQuiet: true, fill() {}, order() {}, operation() {}, finish() {} };

/** Every level of reduction leaves out swings this much larger than the one before. */
const SWING_STEP = 1.25;

/**
 * A stretch of prices on which many candidates are run. What all of them can share (the reduced paths, the view) is
 * made once. Prices are those of [from, until); the first of them must be known.
 */
export class Stretch {
  readonly prices: SearchPrices;
  readonly startTicks: number;
  readonly endTicks: number;
  private readonly paths: PricePath[] = [];
  private readonly views = new Map<unknown, MarketView>();

  constructor(prices: SearchPrices, from: number, until: number) {
    this.prices = cut(prices, from, until);
    const { open, close } = this.prices.candles;
    this.startTicks = open[0] ?? -1;
    if (this.startTicks < 0) throw new RangeError('A stretch starts at a candle that has a price');
    let last = open.length - 1;
    while ((open[last] as number) < 0) last -= 1;
    this.endTicks = close[last] as number;
  }

  /** Price change from the first open to the last close: what just holding gave, a fraction. */
  get holdRate(): number {
    return this.endTicks / this.startTicks - 1;
  }

  /** Profit of a bot at the stretch's end ÷ what it started with; the same as runBacktest's. */
  profitRate<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K]): number {
    const quick = kind === 'spot_grid' ? this.alongPath(params as SpotGridParams) : null;
    if (quick !== null) return quick;
    const { candles, marks, funding } = this.prices;
    const view = this.viewOf(params.spec);
    return runBacktest({ kind, params, candles, fromIndex: 0, marks, funding, view, curvePoints: 1 }).profitRate;
  }

  private alongPath(params: SpotGridParams): number | null {
    const swing = leastSwing(params);
    if (swing === null) return null;
    const path = this.pathOf(swing);
    const machine = createSpotGrid(params, this.viewOf(params.spec), QUIET);
    machine.start([this.startTicks], path.timeMs[0] as number);
    // What a bot that has ended still holds is worth what it was then: the path is too coarse to say.
    if (!driveAlong(machine, path) || machine.status === 'finished') return null;
    const { equity, start } = machine.equity([this.endTicks]);
    return Number(equity - start) / Number(start);
  }

  private viewOf(spec: SpotGridParams['spec']): MarketView {
    const known = this.views.get(spec);
    if (known !== undefined) return known;
    const view = createCandleView(this.prices.candles, spec, this.prices.funding);
    this.views.set(spec, view);
    return view;
  }

  /** The path with the most left out that a bot of this least swing allows. Each is made from the one before. */
  private pathOf(swing: number): PricePath {
    const level = swing < 2 ? 0 : 1 + Math.floor(Math.log(swing / 2) / Math.log(SWING_STEP));
    if (this.paths.length === 0)
      this.paths.push(turningPoints(this.prices.candles, 0, this.prices.candles.open.length));
    while (this.paths.length <= level) {
      const finest = Math.floor(2 * SWING_STEP ** (this.paths.length - 1));
      this.paths.push(swingsOf(this.paths[this.paths.length - 1] as PricePath, finest));
    }
    return this.paths[level] as PricePath;
  }
}

/** The smallest swing, in ticks, that such a grid can notice; 0 when every turn may matter; null when time wakes it too. */
export function leastSwing(params: SpotGridParams): number | null {
  const { triggerTicks, stopLossTicks, takeProfitTicks, stopBelowRange, stopAboveRange } = params;
  const hasStops = stopLossTicks !== null || takeProfitTicks !== null || stopBelowRange || stopAboveRange;
  if (params.trailUpLimitTicks !== null || params.trailDownLimitTicks !== null) return null;
  if (params.openingSlippageE8 !== null || (hasStops && params.stopCheck === 'close')) return null;
  if (hasStops || triggerTicks !== null) return 0;
  const lines = gridLines(params.lowTicks, params.highTicks, params.gridCount, params.spacing);
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < lines.length; i += 1) least = Math.min(least, (lines[i] as number) - (lines[i - 1] as number));
  return Math.max(0, least);
}

function cut({ candles, marks, funding }: SearchPrices, from: number, until: number): SearchPrices {
  const { open, high, low, close, startMs, stepMs } = candles;
  const columns: CandleColumns = {
    startMs: startMs + from * stepMs,
    stepMs,
    open: open.subarray(from, until),
    high: high.subarray(from, until),
    low: low.subarray(from, until),
    close: close.subarray(from, until),
  };
  return {
    candles: columns,
    ...(marks === undefined ? {} : { marks: marks.subarray(from, until) }),
    ...(funding === undefined ? {} : { funding }),
  };
}
