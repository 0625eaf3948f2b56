import type { HeatMapCell } from '../backtest/search/heat-map-scale.ts';
import type { FinishReason } from '../contract/bot-words.ts';
import type { EngineParamsByKind, RunnableKind } from '../kinds/definitions.ts';
import type { FeeRateE8, MarketKind, MarketSpec } from '../money/market-spec.ts';
import type { FormValues } from '../strategies/definition.ts';
import type { ConditionMark, WatchedSides } from './condition-marks.ts';
import type { ReviewAnswer, ReviewQuestion } from './review-question.ts';

/** What the page and the preview worker say to each other. Bigints and typed arrays pass by structured clone. */

/** A market whose minutes are loaded. */
export interface PreviewMarket {
  /** What drivers know it by (instrumentOf). */
  readonly key: string;
  readonly market: string;
  readonly instrument: MarketKind;
  /** Traded volumes too, for indicators that look at them. */
  readonly hasVolumes: boolean;
}

/** What a form's replays run on. */
export interface PreviewNeed {
  /** The bot's own market first. */
  readonly markets: readonly PreviewMarket[];
  /** Minutes before the replay that averages and indicators begin with. */
  readonly historyMinutes: number;
  /** How far back the replay begins, ms; absent: the 30 days of a form's preview. */
  readonly replayMs?: number;
}

/**
 * Load what is needed – of contracts also mark prices and funding –: whole UTC days up to the one of `nowMs`. Sent when
 * the need changes, and again to refresh the last day; the answers name the load that they belong to.
 */
export interface PreviewLoad {
  readonly type: 'load';
  readonly loadId: number;
  readonly need: PreviewNeed;
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

/** Where these sides held over the past 30 days. Loads what it needs; a later request makes an earlier one void. */
export interface PreviewMarks {
  readonly type: 'marks';
  readonly id: number;
  readonly market: string;
  readonly instrument: MarketKind;
  readonly nowMs: number;
  /** Only sides that their check has nothing against. */
  readonly sides: WatchedSides;
}

/** What bots would do if they were started now (H52); answered at once, with or without loaded candles. */
export interface PreviewReview extends ReviewQuestion {
  readonly type: 'review';
  readonly id: number;
  readonly nowMs: number;
}

export type PreviewRequest = PreviewLoad | PreviewRun | PreviewMap | PreviewMarks | PreviewReview;

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
  /** What the same money would have made just held: in the market's coin, or in a portfolio's coins by their shares. */
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
  | { readonly type: 'progress'; readonly loadId: number; readonly loadedDays: number; readonly days: number }
  | { readonly type: 'loaded'; readonly loadId: number; readonly candles: number }
  | { readonly type: 'load-failed'; readonly loadId: number }
  | { readonly type: 'result'; readonly result: PreviewResult }
  /** The engine refused the run: there was no price to start at. */
  | { readonly type: 'no-price'; readonly id: number }
  | { readonly type: 'marks'; readonly id: number; readonly marks: readonly ConditionMark[] }
  | { readonly type: 'reviewed'; readonly id: number; readonly answer: ReviewAnswer }
  /** The engine would not run them. */
  | { readonly type: 'review-failed'; readonly id: number }
  /** The K-lines could not be read. */
  | { readonly type: 'marks-failed'; readonly id: number }
  /** Cells of the map that are new; `isDone` with the last of them. */
  | { readonly type: 'cells'; readonly id: number; readonly cells: readonly HeatMapCell[]; readonly isDone: boolean };
