import type { PlanReason, PlanResult } from '#lib/contract/auto-invest-words.ts';
import type { Fill } from '#lib/engine/machine.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { StoreBatch } from '../store/store.ts';
import { coinOf, type PlanPlace, type PlanTrades } from './plan-market.ts';

/** Journal stream of what plans did and what was done with them, by `plan/version`. */
export const PLAN_RUNS = 'plan_runs';

/** One coin of a row. Plain decimals; '' = none. */
export interface RunCoin {
  readonly asset: string;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
  readonly fee: string;
  readonly fee_asset: string;
  readonly reason: PlanReason;
}

export interface RunRow {
  /** The date that it was for, ms; 0 = none. */
  readonly dueMs: number;
  readonly result: PlanResult;
  readonly reason: PlanReason;
  /** How many dates it tells of. */
  readonly dates: number;
  readonly amount: string;
  readonly coins: readonly RunCoin[];
}

export function runsKey(planId: number, version: number): string {
  return `${planId}/${version}`;
}

/** The plan of such a key. */
export function planOfRuns(key: string): number {
  return Number(key.slice(0, key.indexOf('/')));
}

export function writeRun(
  batch: Pick<StoreBatch, 'append'>,
  of: { readonly planId: number; readonly version: number; readonly timeMs: number },
  row: RunRow,
): void {
  batch.append(PLAN_RUNS, runsKey(of.planId, of.version), of.timeMs, JSON.stringify(row));
}

/** Reads what writeRun wrote: the store is our own. */
export function readRun(text: string): RunRow {
  return JSON.parse(text) as RunRow;
}

/** Dates without a purchase. */
export function failedRow(dueMs: number, reason: PlanReason, dates = 1): RunRow {
  return { dueMs, result: 'failed', reason, dates, amount: '0', coins: [] };
}

/** The coins of a life's trades, each with its order that could not be placed. */
export function tradedCoins(place: PlanPlace, { fills, withheld }: PlanTrades): RunCoin[] {
  return [
    ...fills.map((fill) => filledCoin(place, fill)),
    ...withheld.map((order) => ({ ...NO_TRADE, asset: coinOf(place, order).base, reason: 'too-small' as const })),
  ];
}

const NO_TRADE = { quantity: '0', price: '', amount: '0', fee: '0', fee_asset: '' } as const;

function filledCoin(place: PlanPlace, fill: Fill): RunCoin {
  const { base, tickUnits } = coinOf(place, fill);
  const isBuy = fill.side === 'buy';
  return {
    asset: base,
    quantity: formatAmount(isBuy ? fill.quantity - fill.fee : fill.quantity),
    price: formatAmount(BigInt(fill.ticks) * tickUnits),
    amount: formatAmount(isBuy ? fill.quote : fill.quote - fill.fee),
    fee: formatAmount(fill.fee),
    fee_asset: fill.feeAsset,
    reason: '',
  };
}
