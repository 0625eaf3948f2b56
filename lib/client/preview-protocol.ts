import type { FinishReason } from '../contract/vocabulary.ts';
import type { EngineParamsByKind, RunnableKind } from '../engine/registry.ts';
import type { HeatMapCell } from '../engine/search/heat-map.ts';
import type { FeeRateE8, MarketKind, MarketSpec } from '../money/market-spec.ts';
import type { FormValues } from '../strategies/definition.ts';

/** What the page and the preview worker say to each other. Bigints and typed arrays pass by structured clone. */

/** Load the candles of an instrument – of a contract also its mark prices and funding –: whole UTC days up to the one of `nowMs`. Sent once, and again to refresh the last day. */
export interface PreviewLoad {
  readonly type: 'load';
  readonly market: string;
  readonly instrument: MarketKind;
  readonly nowMs: number;
}

/** Replay these parameters. A later run makes an earlier, unanswered one void. */
export interface PreviewRun {
  readonly type: 'run';
  readonly id: number;
  readonly kind: RunnableKind;
  readonly params: EngineParamsByKind[RunnableKind];
}

/** Fill a map of range widths and grid counts for these values. A later map makes the one before void, finished or not. */
export interface PreviewMap {
  readonly type: 'map';
  readonly id: number;
  readonly kind: RunnableKind;
  readonly values: FormValues;
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  readonly maxGrid: number;
  /** The present price, which a cell would be created at; null while unknown. */
  readonly lastTicks: number | null;
}

export type PreviewRequest = PreviewLoad | PreviewRun | PreviewMap;

export interface PreviewResult {
  readonly id: number;
  /** Days that were replayed: 30, or what the market's history has. */
  readonly days: number;
  /** Profit ÷ start equity over time; at most 200 points. */
  readonly curve: readonly { readonly x: number; readonly y: number }[];
  /** The price ÷ the first one − 1 at the same times: what just holding gave. */
  readonly holdCurve: readonly { readonly x: number; readonly y: number }[];
  /** Units of what profit is counted in, plain decimal. */
  readonly profit: string;
  /** Fractions as plain decimals, for display. */
  readonly profitRate: string;
  readonly maxDrawdown: string;
  /** What the same money would have made held in the base coin. */
  readonly holdRate: string;
  readonly matches: number;
  readonly fills: number;
  readonly finish: FinishReason | null;
  /** When it ended, ms; null while it would still be running. */
  readonly finishedAtMs: number | null;
  /** How long the replay itself took, ms. */
  readonly replayMs: number;
}

export type PreviewReply =
  | { readonly type: 'progress'; readonly loadedDays: number; readonly days: number }
  | { readonly type: 'loaded'; readonly candles: number }
  | { readonly type: 'load-failed' }
  | { readonly type: 'result'; readonly result: PreviewResult }
  /** The engine refused the run: there was no price to start at. */
  | { readonly type: 'no-price'; readonly id: number }
  /** Cells of the map that are new; `isDone` with the last of them. */
  | { readonly type: 'cells'; readonly id: number; readonly cells: readonly HeatMapCell[]; readonly isDone: boolean };
