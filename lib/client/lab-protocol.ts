import type { ScenarioResult } from '../backtest/lab/run-scenario.ts';
import type { ScenarioId } from '../backtest/lab/scenarios.ts';
import type { ScenarioBot } from '../backtest/price-scenario.ts';

/** What the scenario lab and its worker say to each other: one request a worker, its answers one by one. */

export interface LabRequest {
  /** Those that a form would create, with the prices that it knows. */
  readonly bots: readonly ScenarioBot[];
  readonly nowMs: number;
  /** The exchange announces days as they were recorded. */
  readonly hasRecordedDays: boolean;
}

export type LabReply =
  | { readonly type: 'reading'; readonly loadedDays: number; readonly days: number }
  /** What will be answered, in this order. */
  | { readonly type: 'begun'; readonly scenarios: readonly ScenarioId[] }
  | { readonly type: 'ran'; readonly result: ScenarioResult }
  /** The engine would not run them through this one. */
  | { readonly type: 'refused'; readonly scenario: ScenarioId }
  /** The minutes before now could not be read. */
  | { readonly type: 'failed' };
