import type { FinishReason } from '#lib/contract/bot-words.ts';
import type { BacktestTask } from '../backtests/task-shape.ts';
import type { StoredPayload } from '../bots/bot-record.ts';

/** The two bots whose days are replayed: what the original is, and what a copy of it would be. */
export interface PreviewAsked extends Pick<BacktestTask, 'kind' | 'payload' | 'spec' | 'feeRate'> {
  readonly copy: StoredPayload;
  /** The provider's part of the copy's profit, 1e-8. */
  readonly shareRateE8: bigint;
  /** The days, on minutes: [beginMs, endMs). */
  readonly beginMs: number;
  readonly endMs: number;
}

/** What a thread is asked. Prices are in shared memory: nothing is copied. */
export interface PreviewTask extends Pick<PreviewAsked, 'copy' | 'shareRateE8' | 'beginMs'> {
  /** Of the original. */
  readonly task: BacktestTask;
}

/** What one of the two came to. Rates are 1e-8 of what it began with. */
export interface PreviewSide {
  readonly rateE8: bigint;
  /** Part of the rate that is gone to the provider, as if the bot had ended with the days. */
  readonly shareE8: bigint;
  /** Deepest fall below an earlier peak, 1e-8 of it. */
  readonly fallE8: bigint;
  /** Null: it would run on. */
  readonly finish: FinishReason | null;
}

export interface PreviewPoint {
  readonly timeMs: number;
  readonly original: number;
  /** What the provider would get at that moment is taken off. */
  readonly copy: number;
}

export interface Compared {
  readonly type: 'compared';
  readonly fromMs: number;
  readonly toMs: number;
  readonly original: PreviewSide;
  readonly copy: PreviewSide;
  readonly points: readonly PreviewPoint[];
}

export type PreviewOutcome = Compared | { readonly type: 'prices-unknown' };
