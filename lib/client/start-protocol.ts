import type { PreviewRun } from './preview-protocol.ts';
import type { Study } from './start-study.ts';

/** What the start page and its worker say to each other. */

/** Study this bot; bots are studied in the order in which they are asked for. */
export interface StudyRequest extends Pick<PreviewRun, 'kind' | 'params'> {
  readonly id: string;
  readonly nowMs: number;
}

export type StudyReply =
  /** Prices are being read for this bot. */
  | { readonly type: 'reading'; readonly id: string; readonly loadedDays: number; readonly days: number }
  /** Null: its market has no price to start at. */
  | { readonly type: 'studied'; readonly id: string; readonly study: Study | null }
  /** Its prices could not be read, or the engine would not run it. */
  | { readonly type: 'failed'; readonly id: string };
