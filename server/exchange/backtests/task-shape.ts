import type { z } from 'zod';
import type { BACKTEST_CALLS, BacktestReport } from '#lib/contract/backtest-calls.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { MarketColumns } from '../market/gather-columns.ts';
import { type BacktestFigures, ORDERS_PER_CHUNK } from './backtest-entry.ts';

export type BacktestOrder = NonNullable<z.output<(typeof BACKTEST_CALLS)['backtestOrders']['reply']>['data']>[number];

/** Orders beyond this are counted, not kept: nobody reads more, and a record must fit a disk. */
export const KEPT_ORDERS = 20_000;
/** Chunks that a record's orders fill at most. */
export const MOST_CHUNKS = Math.ceil(KEPT_ORDERS / ORDERS_PER_CHUNK);

/** What a thread is asked. Prices are in shared memory: nothing is copied. */
export interface BacktestTask {
  readonly id: number;
  readonly kind: RunnableKind;
  readonly payload: StoredPayload;
  readonly spec: MarketSpec;
  readonly feeRate: bigint;
  /** Ticks that the price must go beyond a resting order before that fills; 0: touched. */
  readonly throughTicks: number;
  /** Minutes of history before the days that were asked for, which last to the prices' end. */
  readonly minutes: number;
  /** The candle at whose open the bot starts: the first of these days, or where its prices begin. Those before it are history. */
  readonly fromIndex: number;
  /** Prices of each of the bot's markets, by instrument; all of the same minutes. */
  readonly markets: Readonly<Record<string, MarketColumns>>;
}

export interface BacktestOutcome {
  readonly figures: BacktestFigures;
  /** Without neighbours: they are told when they are known. */
  readonly report: Omit<BacktestReport, 'neighbours'>;
  readonly orders: readonly BacktestOrder[];
}

/**
 * An outcome as the thread hands it over: the orders are the store's texts already, because making texts of twenty
 * thousand of them takes longer than a tick may be late (F3).
 */
export interface WrittenOutcome extends Omit<BacktestOutcome, 'orders'> {
  readonly chunks: readonly string[];
}

export type Neighbours = NonNullable<BacktestReport['neighbours']>;

/** Points of a drawn curve: whole days or parts of one, about this many. */
const DRAWN_POINTS = 400;
const DAY_MINUTES = 1440;

/** Points a day, 1 at least: a long backtest has one at each day's end, a short one several. */
function pointsPerDay({ markets, spec, fromIndex }: BacktestTask): number {
  const candles = markets[instrumentOf(spec)]?.candles.open.length ?? 0;
  return Math.max(1, Math.floor(DRAWN_POINTS / Math.max(1, (candles - fromIndex) / DAY_MINUTES)));
}

/** Points of the run's curve after the first. */
export function curvePointsOf(task: BacktestTask): number {
  const candles = (task.markets[instrumentOf(task.spec)]?.candles.open.length ?? 0) - task.fromIndex;
  return Math.max(1, Math.round((candles / DAY_MINUTES) * pointsPerDay(task)));
}
