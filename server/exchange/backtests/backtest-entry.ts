import type { z } from 'zod';
import type { backtestRecord } from '#lib/contract/backtest-calls.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { StoredPayload } from '../bots/bot-record.ts';

/** Rows of the store: what was asked and how far it is; what came out of it; its orders in chunks. */
export const BACKTESTS = 'backtests';
export const BACKTEST_REPORTS = 'backtest_reports';
export const BACKTEST_ORDERS = 'backtest_orders';
/** One row, `last`: the highest id that a deleted record had. */
export const BACKTEST_IDS = 'backtest_ids';
export const BACKTEST_COLLECTIONS = [BACKTESTS, BACKTEST_REPORTS, BACKTEST_ORDERS, BACKTEST_IDS] as const;

/** The figures of the records table, as the wire has them. */
export type BacktestFigures = NonNullable<z.output<typeof backtestRecord>['result']>;

/** One backtest: asked for by a trader, waiting, running or over. Times are ms. */
export interface BacktestEntry {
  readonly id: number;
  readonly ownerId: number;
  readonly kind: RunnableKind;
  /** The create call's body, without the fund password. */
  readonly payload: StoredPayload;
  /** As the wire calls it. */
  readonly market: string;
  readonly createMs: number;
  readonly beginMs: number;
  readonly endMs: number;
  /** Ticks that a resting order must be traded through by; absent in entries from before there was a choice: 0, touched. */
  readonly throughTicks?: number;
  /** A running one is queued again after a restart: nothing of a run is read before its end. */
  readonly status: 'queued' | 'running' | 'stopped' | 'abnormal';
  /** Why it is abnormal; '' otherwise. */
  readonly reason: '' | 'cancelled' | 'prices-unknown' | 'backtest-failed';
  readonly figures: BacktestFigures | null;
}

export function isOver({ status }: Pick<BacktestEntry, 'status'>): boolean {
  return status === 'stopped' || status === 'abnormal';
}

/** Key of a row: ids in order. */
export function entryKey(id: number): string {
  return `${id}`.padStart(12, '0');
}

/** Orders are kept in chunks of the largest page that the wire allows, so that a page is one or two rows. */
export const ORDERS_PER_CHUNK = 500;

export function chunkKey(id: number, chunk: number): string {
  return `${entryKey(id)}:${`${chunk}`.padStart(6, '0')}`;
}
