import type { MarketColumns } from '../market/gather-columns.ts';
import type { PriceNeed, RowStream } from './job.ts';

/** Of a job that finds out on its way what it needs. */
export const NO_PRICES: PriceNeed = { instruments: [], fromMs: 0, toMs: 0 };

/** A row of the journal. */
export interface ReadRow {
  readonly timeMs: number;
  readonly value: string;
}

/** What a program may ask for while it does a job. */
export interface Reach {
  /** Prices by instrument; while they are fetched, the job goes on from one part of its progress to another. */
  prices(
    needs: readonly PriceNeed[],
    progress: { readonly from: number; readonly to: number },
  ): Promise<Readonly<Record<string, MarketColumns>>>;
  /** Rows of the bot that the job is about, the oldest first, some at a time. */
  rows(stream: RowStream): AsyncIterable<readonly ReadRow[]>;
  /** Part that is done, 0…1. */
  onProgress(part: number): void;
}
