import type { FinishReason } from '../contract/bot-words.ts';
import { feedsOf } from '../engine/bot-feeds.ts';
import { wakeUntil } from '../engine/candle-path.ts';
import { createCandleView } from '../engine/candle-view.ts';
import type { EngineSink, MarketView } from '../engine/machine.ts';
import { type ColumnsByInstrument, createMarketsView, type MarketColumns } from '../engine/markets-view.ts';
import { minuteFrom } from '../engine/minute-boundary.ts';
import { rideOneMarket } from '../engine/one-market-ride.ts';
import { rideSeveralMarkets } from '../engine/several-markets-ride.ts';
import type { EngineParamsByKind, RunnableKind } from '../kinds/definitions.ts';
import { MACHINES } from '../kinds/machines.ts';
import { instrumentOf, type MarketSpec } from '../money/market-spec.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { floorScale } from './backtest.ts';
import { drawLine, MOVE_MINUTES, onTheWay } from './straight-line.ts';

/**
 * What running bots would come to if every price went the same part of it in a straight line within a day: copies of their machines are
 * taken along, so orders, stops and liquidations are the engine's. Marks go along with their own price. What is not reckoned with:
 * funding, and conditions on K-lines – which candles a move would bring nobody knows.
 */

/** Minutes of the present price before the move, as many as averages of trailing grids want. */
const FLAT_MINUTES = 721;

export interface RunningBot<K extends RunnableKind = RunnableKind> {
  readonly kind: K;
  readonly params: EngineParamsByKind[K];
  readonly snapshot: unknown;
  /** Of its feeds (feedsOf), ticks. */
  readonly prices: readonly number[];
}

export interface MovedBot {
  /** With what its owner took out meanwhile (nothing), units of what profit is counted in, rounded down. What it kept counts at the prices of the move's end. */
  readonly equity: bigint;
  /** How it ended on the way; null: it has not. */
  readonly finish: FinishReason | null;
}

/** Moves of all markets by `by` of their prices, from the end of the minute that `nowMs` is in. Bots of a market share its minutes. */
export class StraightMove {
  private readonly by: number;
  private readonly startMs: number;
  private readonly columns = new Map<string, MarketColumns>();

  constructor(by: number, nowMs: number) {
    this.by = by;
    this.startMs = minuteFrom(nowMs);
  }

  /** Takes a copy of a bot along. */
  take<K extends RunnableKind>({ kind, params, snapshot, prices: present }: RunningBot<K>): MovedBot {
    const { spec } = params;
    const columns = this.columnsOf(spec, present);
    const ended: { finish: FinishReason | null } = { finish: null };
    const machine = MACHINES[kind].engine.restore(params, snapshot, viewOf(spec, columns), listener(ended));
    const own = columns[instrumentOf(spec)] as MarketColumns;
    const { candles, marks } = own;
    // What is due before the move begins.
    wakeUntil(machine, this.startMs, present);
    const end = FLAT_MINUTES + MOVE_MINUTES;
    const ride =
      spec.companions === undefined
        ? rideOneMarket(machine, candles, FLAT_MINUTES, marks)
        : rideSeveralMarkets(machine, candles, FLAT_MINUTES, columns);
    if (ended.finish === null) ride.advance(FLAT_MINUTES, end);
    if (ended.finish === null) ride.visitBoundary(end);
    const { equity } = machine.equity(this.pricesAfter(present));
    return { equity: floorScale(equity), finish: ended.finish };
  }

  /** The prices of feeds at the end of the move. */
  private pricesAfter(present: readonly number[]): readonly number[] {
    return present.map((ticks) => onTheWay(ticks, this.by, MOVE_MINUTES, MOVE_MINUTES));
  }

  private columnsOf(spec: MarketSpec, present: readonly number[]): ColumnsByInstrument {
    const columns: Record<string, MarketColumns> = {};
    const feeds = feedsOf(spec);
    for (const [feed, { market, price }] of feeds.entries()) {
      if (price === 'mark') continue;
      const mark = feeds[feed + 1]?.price === 'mark' ? (present[feed + 1] as number) : null;
      columns[market] = this.minutesOf(market, present[feed] as number, mark);
    }
    return columns;
  }

  private minutesOf(instrument: string, ticks: number, mark: number | null): MarketColumns {
    const key = `${instrument} ${ticks} ${mark}`;
    const known = this.columns.get(key) ?? straightMinutes(ticks, mark, this.by, this.startMs);
    this.columns.set(key, known);
    return known;
  }
}

function straightMinutes(ticks: number, mark: number | null, by: number, startMs: number): MarketColumns {
  const count = FLAT_MINUTES + MOVE_MINUTES;
  const columns = {
    open: new Int32Array(count).fill(ticks),
    high: new Int32Array(count).fill(ticks),
    low: new Int32Array(count).fill(ticks),
    close: new Int32Array(count).fill(ticks),
  };
  drawLine(columns, FLAT_MINUTES, ticks, by, MOVE_MINUTES);
  const candles = { startMs: startMs - FLAT_MINUTES * MINUTE_MS, stepMs: MINUTE_MS, ...columns };
  if (mark === null) return { candles };
  const marks = new Int32Array(count).fill(mark);
  for (let minute = 0; minute < MOVE_MINUTES; minute += 1) {
    marks[FLAT_MINUTES + minute] = onTheWay(mark, by, minute, MOVE_MINUTES);
  }
  return { candles, marks };
}

/** Without K-lines: no condition is met by candles that nobody has seen. */
function viewOf(spec: MarketSpec, columns: ColumnsByInstrument): MarketView {
  const own = columns[instrumentOf(spec)] as MarketColumns;
  const view = spec.companions === undefined ? createCandleView(own.candles, spec) : createMarketsView(spec, columns);
  return { ...view, bar: () => null };
}

function listener(ended: { finish: FinishReason | null }): EngineSink {
  return {
    isQuiet: true,
    fill: () => undefined,
    order: () => undefined,
    operation: () => undefined,
    finish: (reason) => {
      ended.finish = reason;
    },
  };
}
