import type { FinishReason } from '../contract/vocabulary.ts';
import { maxDrawdown } from '../formulas/drawdown.ts';
import { UNITS_PER_COIN } from '../money/amount.ts';
import { instrumentOf } from '../money/market-spec.ts';
import { wakeUntil } from './candle-path.ts';
import { createCandleView } from './candle-view.ts';
import type { CandleColumns, FundingColumns } from './candles.ts';
import { type EngineSink, EQUITY_SCALE, type EquityStatement, type MarketView } from './machine.ts';
import { type ColumnsByInstrument, createMarketsView } from './markets-view.ts';
import { rideOneMarket } from './one-market-ride.ts';
import { ENGINES, type EngineParamsByKind, type RunnableKind } from './registry.ts';
import type { Ride } from './ride.ts';
import { rideSeveralMarkets } from './several-markets-ride.ts';

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
  /**
   * Kinds of several markets: the minutes of the others by instrument (instrumentOf). They may begin earlier and end
   * later than `candles`. Kinds of one market do not look at it.
   */
  readonly others?: ColumnsByInstrument;
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
  /** Part of positionProfit: funding received minus paid (rounded down), and interest paid (rounded up). */
  readonly funding: bigint;
  readonly interest: bigint;
  readonly matches: number;
  readonly fills: number;
  /** Largest relative fall of equity from an earlier peak, measured on the points of the curve. */
  readonly maxDrawdown: number;
  readonly finish: BacktestFinish | null;
  /** At the last price that the bot saw. */
  readonly equity: EquityStatement;
}

const DEFAULT_CURVE_POINTS = 240;

/**
 * Runs a bot over candles. The machine is woken only where a candle touches its range or its time has come, so the
 * result is the same as if it had been shown every point. Throws RangeError when `fromIndex` is not a candle with a price.
 */
export function runBacktest<K extends RunnableKind>(input: BacktestInput<K>): BacktestResult {
  const { candles, fromIndex } = input;
  const first = candles.open[fromIndex];
  if (first === undefined || first < 0) throw new RangeError('A backtest starts at a candle that has a price');
  const { sink, ended } = listenTo(input.sink);
  const ride = boardRide(input, sink);
  const { machine, prices } = ride;
  const startMs = candles.startMs + fromIndex * candles.stepMs;
  machine.start(prices, startMs);
  const { curve, equities } = drive(ride, input, ended);
  const { finish } = ended;
  const equity = machine.equity(prices);
  const { fills, matches, matchedProfit } = machine.statistics();
  const profit = equity.equity - equity.start;
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
    funding: floorScale(equity.funding),
    interest: -floorScale(-equity.interest),
    matches,
    fills,
    maxDrawdown: Number(maxDrawdown(equities).relativeE8) / Number(UNITS_PER_COIN),
    finish,
    equity,
  };
}

interface Ended {
  finish: BacktestFinish | null;
}

/** A sink that notes the end and tells the caller's everything. */
function listenTo(sink: EngineSink | undefined): { readonly sink: EngineSink; readonly ended: Ended } {
  const ended: Ended = { finish: null };
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
  return { sink: listener, ended };
}

/** A machine that has not started, before the minutes of what it trades. */
function boardRide<K extends RunnableKind>(input: BacktestInput<K>, sink: EngineSink): Ride {
  const { kind, params, candles, fromIndex, marks, funding } = input;
  const { spec } = params;
  if (spec.companions === undefined) {
    const view = input.view ?? createCandleView(candles, spec, funding);
    return rideOneMarket(ENGINES[kind].create(params, view, sink), candles, fromIndex, marks);
  }
  const columns = { ...input.others, [instrumentOf(spec)]: { candles, marks, funding } };
  const view = input.view ?? createMarketsView(spec, columns);
  return rideSeveralMarkets(ENGINES[kind].create(params, view, sink), candles, fromIndex, columns);
}

/** Goes from curve point to curve point; ends early when the bot does. */
function drive<K extends RunnableKind>(
  { machine, prices, advance }: Ride,
  { candles, fromIndex, curvePoints = DEFAULT_CURVE_POINTS }: BacktestInput<K>,
  ended: Ended,
): { curve: BacktestCurve; equities: bigint[] } {
  const count = candles.open.length - fromIndex;
  const points = Math.max(1, Math.min(curvePoints, count));
  const timeMs: number[] = [];
  const rate: number[] = [];
  const equities: bigint[] = [];
  const note = (atMs: number): void => {
    const statement = machine.equity(prices);
    timeMs.push(ended.finish?.timeMs ?? atMs);
    rate.push(rateOf(statement));
    equities.push(statement.equity);
  };
  note(candles.startMs + fromIndex * candles.stepMs);
  let index = fromIndex;
  for (let point = 1; point <= points && ended.finish === null; point += 1) {
    const until = fromIndex + Math.round((point * count) / points);
    advance(index, until);
    index = until;
    const atMs = candles.startMs + until * candles.stepMs;
    if (point === points) wakeUntil(machine, atMs, prices);
    note(atMs);
  }
  return { curve: { timeMs: Float64Array.from(timeMs), rate: Float64Array.from(rate) }, equities };
}

function rateOf({ equity, start }: EquityStatement): number {
  return Number(equity - start) / Number(start);
}

/** Quote units of a scaled value, rounded down. */
function floorScale(value: bigint): bigint {
  const remainder = ((value % EQUITY_SCALE) + EQUITY_SCALE) % EQUITY_SCALE;
  return (value - remainder) / EQUITY_SCALE;
}
