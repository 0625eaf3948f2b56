import type { FinishReason } from '../contract/bot-words.ts';
import { createCandleView } from '../engine/candle-view.ts';
import type { CandleColumns, FundingColumns } from '../engine/candles.ts';
import { type EngineSink, EQUITY_SCALE, type EquityStatement, type MarketView } from '../engine/machine.ts';
import { type ColumnsByInstrument, createMarketsView } from '../engine/markets-view.ts';
import { rideOneMarket } from '../engine/one-market-ride.ts';
import type { Ride } from '../engine/ride.ts';
import { RideWatch } from '../engine/ride-watch.ts';
import { rideSeveralMarkets } from '../engine/several-markets-ride.ts';
import type { EngineParamsByKind, RunnableKind } from '../kinds/definitions.ts';
import { MACHINES } from '../kinds/machines.ts';
import { instrumentOf } from '../money/market-spec.ts';
import { nextMidnight } from '../time/durations.ts';

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
  /** Ticks that the price must go beyond a resting order (MarketView.throughTicks). Default: the view's, or 0. */
  readonly throughTicks?: number;
  /** Told of every fill, order and operation. Default: nobody, which is faster. */
  readonly sink?: EngineSink;
  /** Told of the bot at every UTC midnight that it lives through. Default: nobody, which is faster. */
  readonly onMidnight?: (day: BacktestDay) => void;
  /** Points of the curve after the first one. Default 240. */
  readonly curvePoints?: number;
  /** Told of the bot at every point of the curve, exactly, as it is reckoned. Default: nobody. */
  readonly onPoint?: (timeMs: number, equity: EquityStatement) => void;
}

export interface BacktestCurve {
  readonly timeMs: Float64Array;
  /** Profit ÷ start equity at that time. */
  readonly rate: Float64Array;
  /** Deepest fall below the earlier peak (0…1) at a minute's end since the point before. */
  readonly fall: Float64Array;
}

/** The bot at a UTC midnight that it lived through, in EquityStatement's scale: what a live bot's daily curve has. */
export interface BacktestDay {
  readonly timeMs: number;
  readonly equity: bigint;
}

export interface BacktestFinish {
  readonly reason: FinishReason;
  readonly timeMs: number;
  /** Prices that it ended at, by feed: what it kept is worth that. */
  readonly prices: readonly number[];
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
  /** Largest relative fall of equity (0…1) from an earlier peak, over the ends of all minutes and the bot's own end. */
  readonly maxDrawdown: number;
  readonly finish: BacktestFinish | null;
  /** At the prices that it ended at; of one that did not end, at the last that it saw. */
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
  const { ride, watch } = boardRide(input, sink);
  const { machine } = ride;
  const startMs = candles.startMs + fromIndex * candles.stepMs;
  machine.start(ride.prices, startMs);
  const curve = drive(ride, watch, input, ended);
  const { finish } = ended;
  const equity = machine.equity(valuationPrices(ride, finish));
  if (finish !== null) watch.takeExact(equity.equity);
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
    maxDrawdown: watch.span().fall,
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
    finish: (reason, timeMs, prices) => {
      ended.finish = { reason, timeMs, prices };
      sink?.finish(reason, timeMs, prices);
    },
    round: (round, orders) => sink?.round?.(round, orders),
    cash: (type, timeMs, asset, amount) => sink?.cash?.(type, timeMs, asset, amount),
  };
  return { sink: listener, ended };
}

/** A machine that has not started, before the minutes of what it trades. */
function boardRide<K extends RunnableKind>(
  input: BacktestInput<K>,
  sink: EngineSink,
): { readonly ride: Ride; readonly watch: RideWatch } {
  const { kind, params, candles, fromIndex, marks, funding, throughTicks } = input;
  const { spec } = params;
  const columns = { ...input.others, [instrumentOf(spec)]: { candles, marks, funding } };
  const isSeveral = spec.companions !== undefined;
  const said = input.view ?? (isSeveral ? createMarketsView(spec, columns) : createCandleView(candles, spec, funding));
  const view = throughTicks === undefined ? said : { ...said, throughTicks };
  const machine = MACHINES[kind].engine.create(params, view, sink);
  const watch = new RideWatch(machine, spec);
  const ride = isSeveral
    ? rideSeveralMarkets(machine, candles, fromIndex, columns, watch)
    : rideOneMarket(machine, candles, fromIndex, marks, watch);
  return { ride, watch };
}

/** The prices of its end, and of feeds that it left out the last known ones. */
function valuationPrices({ prices }: Ride, finish: BacktestFinish | null): readonly number[] {
  return prices.map((last, feed) => finish?.prices[feed] ?? last);
}

/** Goes from curve point to curve point and from midnight to midnight; ends early when the bot does. */
function drive<K extends RunnableKind>(
  ride: Ride,
  watch: RideWatch,
  { candles, fromIndex, onMidnight, curvePoints = DEFAULT_CURVE_POINTS, onPoint }: BacktestInput<K>,
  ended: Ended,
): BacktestCurve {
  const { startMs, stepMs, open } = candles;
  const count = open.length - fromIndex;
  const points = Math.max(1, Math.min(curvePoints, count));
  const timeMs: number[] = [];
  const rate: number[] = [];
  const fall: number[] = [];
  const note = (atMs: number): void => {
    const statement = ride.machine.equity(valuationPrices(ride, ended.finish));
    if (timeMs.length === 0) watch.takeExact(statement.start);
    else if (ended.finish !== null) watch.takeExact(statement.equity);
    const noteMs = ended.finish?.timeMs ?? atMs;
    onPoint?.(noteMs, statement);
    timeMs.push(noteMs);
    rate.push(rateOf(statement));
    fall.push(watch.takeFall());
  };
  note(startMs + fromIndex * stepMs);
  let index = fromIndex;
  /** Up to a boundary and what happens at it; false when the bot has ended. */
  const goTo = (until: number): boolean => {
    if (until > index) ride.advance(index, until);
    index = until;
    if (ended.finish === null) ride.visitBoundary(until);
    return ended.finish === null;
  };
  for (let point = 1; point <= points && ended.finish === null; point += 1) {
    const until = fromIndex + Math.round((point * count) / points);
    while (onMidnight !== undefined) {
      const midnightMs = nextMidnight(startMs + index * stepMs);
      const midnight = (midnightMs - startMs) / stepMs;
      if (midnight > until || !Number.isInteger(midnight)) break;
      if (!goTo(midnight)) break;
      onMidnight({ timeMs: midnightMs, equity: ride.machine.equity(ride.prices).equity });
    }
    if (ended.finish === null) goTo(until);
    note(startMs + until * stepMs);
  }
  return {
    timeMs: Float64Array.from(timeMs),
    rate: Float64Array.from(rate),
    fall: Float64Array.from(fall),
  };
}

function rateOf({ equity, start }: EquityStatement): number {
  return Number(equity - start) / Number(start);
}

/** Quote units of a scaled value, rounded down. */
export function floorScale(value: bigint): bigint {
  const remainder = ((value % EQUITY_SCALE) + EQUITY_SCALE) % EQUITY_SCALE;
  return (value - remainder) / EQUITY_SCALE;
}
