import type { FinishReason } from '../contract/vocabulary.ts';
import { maxDrawdown } from '../formulas/drawdown.ts';
import { UNITS_PER_COIN } from '../money/amount.ts';
import { firstTouch, visitMark, wakeUntil, walkCandle } from './candle-path.ts';
import { createCandleView } from './candle-view.ts';
import type { CandleColumns, FundingColumns } from './candles.ts';
import {
  type BotMachine,
  type EngineSink,
  EQUITY_SCALE,
  type EquityStatement,
  type MarketView,
  type WakeSlot,
} from './machine.ts';
import { firstTouchWithMark, markColumn } from './mark-column.ts';
import { ENGINES, type EngineParamsByKind, type RunnableKind } from './registry.ts';

export interface BacktestInput<K extends RunnableKind> {
  readonly kind: K;
  readonly params: EngineParamsByKind[K];
  readonly candles: CandleColumns;
  /** The bot starts at this candle's open; those before it are history for moving averages. */
  readonly fromIndex: number;
  /** Contracts: mark price of each minute in ticks, −1 = unknown (then the last price is used). Default: all unknown. */
  readonly marks?: Int32Array;
  /** Contracts: funding of the default view. Default: none. */
  readonly funding?: FundingColumns;
  /** Default: averages from the candles, market orders against the book model, `funding`. */
  readonly view?: MarketView;
  /** Told of every fill, order and operation. Default: nobody, which is faster. */
  readonly sink?: EngineSink;
  /** Points of the curve after the first one. Default 240. */
  readonly curvePoints?: number;
}

export interface BacktestCurve {
  readonly timeMs: Float64Array;
  /** Profit ÷ start equity at that time. */
  readonly rate: Float64Array;
}

export interface BacktestFinish {
  readonly reason: FinishReason;
  readonly timeMs: number;
}

export interface BacktestResult {
  readonly startMs: number;
  /** End of the last candle, or when the bot finished. */
  readonly endMs: number;
  /** Candles that the bot lived through. */
  readonly candles: number;
  readonly curve: BacktestCurve;
  /** Profit ÷ start equity at the end; for display. */
  readonly profitRate: number;
  /** Quote units: net profit of completed pairs; all other profit net of its fees (rounded down); all fees (rounded up). */
  readonly gridProfit: bigint;
  readonly positionProfit: bigint;
  readonly fees: bigint;
  readonly matches: number;
  readonly fills: number;
  /** Largest relative fall of equity from an earlier peak, measured on the points of the curve. */
  readonly maxDrawdown: number;
  readonly finish: BacktestFinish | null;
  /** At the last price that the bot saw. */
  readonly equity: EquityStatement;
}

const DEFAULT_CURVE_POINTS = 240;

interface Run {
  readonly machine: BotMachine;
  readonly candles: CandleColumns;
  readonly fromIndex: number;
  /** Of a machine that listens to the mark price; null otherwise. */
  readonly marks: Int32Array | null;
  /** Last known price, and the mark price when there are `marks`. */
  readonly prices: number[];
  /** Told by the sink. */
  readonly ended: { finish: BacktestFinish | null };
}

/**
 * Runs a bot over candles. The machine is woken only where a candle touches its range or its time has come, so the
 * result is the same as if it had been shown every point. Throws RangeError when `fromIndex` is not a candle with a price.
 */
export function runBacktest<K extends RunnableKind>(input: BacktestInput<K>): BacktestResult {
  const run = startRun(input);
  const { curve, equities } = drive(run, input.curvePoints ?? DEFAULT_CURVE_POINTS);
  const { machine, candles, fromIndex, prices } = run;
  const { finish } = run.ended;
  const equity = machine.equity(prices);
  const { fills, matches, matchedProfit } = machine.statistics();
  const profit = equity.equity - equity.start;
  const startMs = candles.startMs + fromIndex * candles.stepMs;
  const endMs = finish?.timeMs ?? candles.startMs + candles.open.length * candles.stepMs;
  return {
    startMs,
    endMs,
    candles: Math.ceil((endMs - startMs) / candles.stepMs),
    curve,
    profitRate: rateOf(equity),
    gridProfit: matchedProfit,
    positionProfit: floorScale(profit) - matchedProfit,
    fees: -floorScale(-equity.fees),
    matches,
    fills,
    maxDrawdown: Number(maxDrawdown(equities).relativeE8) / Number(UNITS_PER_COIN),
    finish,
    equity,
  };
}

function startRun<K extends RunnableKind>(input: BacktestInput<K>): Run {
  const { kind, params, candles, fromIndex, view, sink } = input;
  const ticks = candles.open[fromIndex];
  if (ticks === undefined || ticks < 0) throw new RangeError('A backtest starts at a candle that has a price');
  const ended: Run['ended'] = { finish: null };
  const listener: EngineSink = {
    isQuiet: sink === undefined || sink.isQuiet === true,
    fill: (fill) => sink?.fill(fill),
    order: (event) => sink?.order(event),
    operation: (type, timeMs, from, to, explain) => sink?.operation(type, timeMs, from, to, explain),
    finish: (reason, timeMs) => {
      ended.finish = { reason, timeMs };
      sink?.finish(reason, timeMs);
    },
    round: (round, orders) => sink?.round?.(round, orders),
    cash: (type, timeMs, asset, amount) => sink?.cash?.(type, timeMs, asset, amount),
  };
  const machine = ENGINES[kind].create(params, view ?? createCandleView(candles, params.spec, input.funding), listener);
  const marks = machine.feeds[1]?.price === 'mark' ? markColumn(candles, input.marks) : null;
  const prices = marks === null ? [ticks] : [ticks, marks[fromIndex] as number];
  machine.start(prices, candles.startMs + fromIndex * candles.stepMs);
  return { machine, candles, marks, fromIndex, prices, ended };
}

/** Goes from curve point to curve point; ends early when the bot does. */
function drive(run: Run, curvePoints: number): { curve: BacktestCurve; equities: bigint[] } {
  const { machine, candles, fromIndex, prices } = run;
  const count = candles.open.length - fromIndex;
  const points = Math.max(1, Math.min(curvePoints, count));
  const timeMs: number[] = [];
  const rate: number[] = [];
  const equities: bigint[] = [];
  const note = (atMs: number): void => {
    const statement = machine.equity(prices);
    timeMs.push(run.ended.finish?.timeMs ?? atMs);
    rate.push(rateOf(statement));
    equities.push(statement.equity);
  };
  note(candles.startMs + fromIndex * candles.stepMs);
  let index = fromIndex;
  for (let point = 1; point <= points && run.ended.finish === null; point += 1) {
    const until = fromIndex + Math.round((point * count) / points);
    advance(run, index, until);
    index = until;
    const atMs = candles.startMs + until * candles.stepMs;
    if (point === points) wakeUntil(machine, atMs, prices);
    note(atMs);
  }
  return { curve: { timeMs: Float64Array.from(timeMs), rate: Float64Array.from(rate) }, equities };
}

/** Takes the machine over candles [from, until). Leaves the last known prices in `run.prices`. */
function advance(run: Run, from: number, until: number): void {
  const { machine, candles, marks, prices, fromIndex } = run;
  const { open, close, startMs, stepMs } = candles;
  const touch = touchFinder(run);
  let i = from;
  while (i < until) {
    const due =
      machine.wakeAtMs === Number.POSITIVE_INFINITY ? until : Math.floor((machine.wakeAtMs - startMs) / stepMs);
    i = touch(i, due < until ? due : until);
    if (i >= until) break;
    const isKnownBefore = i > fromIndex && (open[i - 1] as number) >= 0;
    if (i > fromIndex) {
      prices[0] = isKnownBefore ? (close[i - 1] as number) : lastClose(run, i);
      if (marks !== null) {
        prices[1] = marks[i - 1] as number;
        visitMark(machine, marks[i] as number, startMs + i * stepMs, prices);
      }
    }
    if ((open[i] as number) < 0) wakeUntil(machine, startMs + (i + 1) * stepMs - 1, prices);
    else {
      const previous = isKnownBefore ? (close[i - 1] as number) : i === fromIndex ? (open[i] as number) : Number.NaN;
      walkCandle(machine, candles, i, previous, prices);
    }
    if (run.ended.finish !== null) return;
    i += 1;
  }
  prices[0] = lastClose(run, until);
  if (marks !== null) prices[1] = marks[until - 1] as number;
}

/** Finds the first candle in [from, until) that touches what the machine listens to, or `until`. */
function touchFinder({ machine, candles, marks }: Run): (from: number, until: number) => number {
  const { low, high } = candles;
  const slot = machine.slots[0] as WakeSlot;
  if (marks === null) return (from, until) => firstTouch(low, high, from, until, slot.below, slot.above);
  const marked = machine.slots[1] as WakeSlot;
  return (from, until) => firstTouchWithMark(candles, marks, from, until, slot, marked);
}

/** Close of the last candle before i that has one, or the price the bot started at. */
function lastClose({ candles, fromIndex, prices }: Run, i: number): number {
  for (let j = i - 1; j >= fromIndex; j -= 1) {
    if ((candles.open[j] as number) >= 0) return candles.close[j] as number;
  }
  return prices[0] as number;
}

function rateOf({ equity, start }: EquityStatement): number {
  return Number(equity - start) / Number(start);
}

/** Quote units of a scaled value, rounded down. */
function floorScale(value: bigint): bigint {
  const remainder = ((value % EQUITY_SCALE) + EQUITY_SCALE) % EQUITY_SCALE;
  return (value - remainder) / EQUITY_SCALE;
}
