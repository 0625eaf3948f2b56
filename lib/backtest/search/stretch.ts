import { createCandleView } from '../../engine/candle-view.ts';
import type { CandleColumns } from '../../engine/candles.ts';
import type { EngineSink, MarketView } from '../../engine/machine.ts';
import { type ColumnsByInstrument, createMarketsView, type MarketColumns } from '../../engine/markets-view.ts';
import { driveAlong } from '../../engine/turning-points.ts';
import type { EngineParamsByKind, RunnableKind } from '../../kinds/definitions.ts';
import { MACHINES } from '../../kinds/machines.ts';
import { instrumentOf, type MarketSpec } from '../../money/market-spec.ts';
import { type HeldShare, ITS_OWN_COIN } from '../../strategies/ai/search-axes.ts';
import { runBacktest } from '../backtest.ts';
import { SwingPaths } from './swing-paths.ts';

/** The prices that a search looks at; `marks` and `funding` for contracts, `others` for kinds of several markets: the same minutes of each of them. */
export interface SearchPrices extends MarketColumns {
  readonly others?: ColumnsByInstrument;
}

export interface StretchOptions {
  /** Candles of the prices before it that bots may look back on; they are not part of the stretch. */
  readonly history?: number;
  /** A candle of the prices, within the stretch, at whose open the gain so far is asked for as well. Default: its end. */
  readonly splitAt?: number;
  /** What just holding is in. Default: its own coin. */
  readonly held?: readonly HeldShare[];
}

/** Profits of one bot over a stretch, as fractions of what it started with. */
export interface Gains {
  readonly whole: number;
  /** Until the stretch's split. */
  readonly untilSplit: number;
}

const QUIET: EngineSink = { isQuiet: true, fill() {}, order() {}, operation() {}, finish() {} };

/**
 * A stretch of prices on which many candidates are run. What all of them can share (the reduced paths, the view) is
 * made once. Prices are those of [from, until); the first of them must be known, of every market.
 */
export class Stretch {
  /** With the history before it: bots start at candle `fromIndex`. */
  readonly prices: SearchPrices;
  readonly fromIndex: number;
  readonly startTicks: number;
  readonly endTicks: number;
  /** What just holding gave from its first open to its last close, a fraction. */
  readonly holdRate: number;
  /** Candle of `prices` at whose open the gain so far is asked for. */
  private readonly splitIndex: number;
  private readonly splitTicks: number;
  private readonly parts: readonly SwingPaths[];
  private readonly views = new Map<unknown, MarketView>();

  constructor(
    prices: SearchPrices,
    from: number,
    until: number,
    { history = 0, splitAt = until, held = ITS_OWN_COIN }: StretchOptions = {},
  ) {
    const begin = Math.max(0, from - history);
    this.prices = cut(prices, begin, until);
    this.fromIndex = from - begin;
    this.splitIndex = splitAt - begin;
    const { candles } = this.prices;
    const count = candles.open.length;
    this.startTicks = candles.open[this.fromIndex] ?? -1;
    if (this.startTicks < 0) throw new RangeError('A stretch starts at a candle that has a price');
    this.endTicks = lastClose(candles, count);
    this.holdRate = held.reduce((sum, { instrument, share }) => sum + share * this.changeOf(instrument), 0);
    this.splitTicks = lastClose(candles, this.splitIndex);
    const isSplit = this.splitIndex < count;
    this.parts = isSplit
      ? [
          new SwingPaths(candles, this.fromIndex, this.splitIndex),
          new SwingPaths(candles, this.splitIndex, count, true),
        ]
      : [new SwingPaths(candles, this.fromIndex, count)];
  }

  /** Time of its first candle, ms, and of its end. */
  get startMs(): number {
    return this.prices.candles.startMs + this.fromIndex * this.prices.candles.stepMs;
  }

  get endMs(): number {
    return this.prices.candles.startMs + this.prices.candles.open.length * this.prices.candles.stepMs;
  }

  /** Profit of a bot at the stretch's end ÷ what it started with; the same as runBacktest's. */
  profitRate<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K]): number {
    return this.gains(kind, params).whole;
  }

  /** The same, and the profit at the split. */
  gains<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K]): Gains {
    const swing = MACHINES[kind].engine.leastSwing?.(params) ?? null;
    return (swing === null ? null : this.alongPaths(kind, params, swing)) ?? this.overCandles(kind, params);
  }

  private overCandles<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K]): Gains {
    const { candles, marks, funding, others } = this.prices;
    const { fromIndex, splitIndex } = this;
    const length = candles.open.length - fromIndex;
    const curvePoints = length / greatestDivisor(length, splitIndex - fromIndex);
    const view = this.viewOf(params.spec);
    const result = runBacktest({ kind, params, candles, fromIndex, marks, funding, others, view, curvePoints });
    const { timeMs, rate } = result.curve;
    const splitMs = candles.startMs + splitIndex * candles.stepMs;
    let at = 0;
    while (at + 1 < timeMs.length && (timeMs[at + 1] as number) <= splitMs) at += 1;
    return { whole: result.profitRate, untilSplit: rate[at] as number };
  }

  private alongPaths<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K], swing: number): Gains | null {
    const machine = MACHINES[kind].engine.create(params, this.viewOf(params.spec), QUIET);
    machine.start([this.startTicks], this.startMs);
    const rates: number[] = [];
    for (const [i, part] of this.parts.entries()) {
      // What a bot that has ended still holds is worth what it was then: the path is too coarse to say.
      if (!driveAlong(machine, part.of(swing)) || machine.status === 'finished') return null;
      const { equity, start } = machine.equity([i === this.parts.length - 1 ? this.endTicks : this.splitTicks]);
      rates.push(Number(equity - start) / Number(start));
    }
    return { whole: rates.at(-1) as number, untilSplit: rates[0] as number };
  }

  private changeOf(instrument: string | null): number {
    if (instrument === null) return this.endTicks / this.startTicks - 1;
    const candles = this.prices.others?.[instrument]?.candles;
    if (candles === undefined) throw new RangeError(`No candles of ${instrument}`);
    return lastClose(candles, candles.open.length) / (candles.open[this.fromIndex] as number) - 1;
  }

  private viewOf(spec: MarketSpec): MarketView {
    const known = this.views.get(spec);
    if (known !== undefined) return known;
    const { candles, funding, others } = this.prices;
    const view =
      spec.companions === undefined
        ? createCandleView(candles, spec, funding)
        : createMarketsView(spec, { ...others, [instrumentOf(spec)]: { candles, funding } });
    this.views.set(spec, view);
    return view;
  }
}

/** The last close before candle `until`. */
function lastClose({ open, close }: CandleColumns, until: number): number {
  let last = until - 1;
  while (last > 0 && (open[last] as number) < 0) last -= 1;
  return close[last] as number;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function cut({ others, ...own }: SearchPrices, from: number, until: number): SearchPrices {
  const cutOthers = Object.entries(others ?? {}).map(([instrument, columns]) => {
    const { startMs, stepMs, open } = columns.candles;
    const isAlike =
      startMs === own.candles.startMs && stepMs === own.candles.stepMs && open.length === own.candles.open.length;
    if (!isAlike) throw new RangeError('The markets of a search have the same minutes');
    return [instrument, cutColumns(columns, from, until)] as const;
  });
  return {
    ...cutColumns(own, from, until),
    ...(others === undefined ? {} : { others: Object.fromEntries(cutOthers) }),
  };
}

function cutColumns({ candles, marks, funding }: MarketColumns, from: number, until: number): MarketColumns {
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
