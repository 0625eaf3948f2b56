import type { Bar } from '#lib/indicators/bar.ts';
import { createIndicator, INDICATOR_IDS, type IndicatorId } from '#lib/indicators/catalogue.ts';

/** What an indicator says at each bar. */
export function valuesOf(id: IndicatorId, args: readonly number[], bars: readonly Bar[]): number[] {
  const indicator = createIndicator(id, args);
  return bars.map((bar) => indicator.update(bar));
}

/** Bars whose closes are these, each ranging one to both sides. */
export function barsOf(closes: readonly number[], volume = 1): Bar[] {
  return closes.map((close, i) => ({
    openMs: i * 60_000,
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume,
  }));
}

/** Small arguments within each one's bounds, so that short series get past every warm-up. */
export const SMALL_ARGS: Partial<Record<IndicatorId, readonly number[]>> = {
  macd: [3, 7],
  'macd-signal': [3, 7, 4],
  'macd-histogram': [3, 7, 4],
  'kdj-k': [5, 3, 3],
  'kdj-d': [5, 3, 3],
  'kdj-j': [5, 3, 3],
  'boll-upper': [6, 2],
  'boll-mid': [6, 2],
  'boll-lower': [6, 2],
  zigzag: [1, 4],
  smi: [3, 5],
  'smi-signal': [3, 5, 3],
  'percent-channel-upper': [5, 1],
  'percent-channel-lower': [5, 1],
  'atr-range-upper': [5, 1],
  'atr-range-lower': [5, 1],
  'keltner-upper': [5, 2, 4],
  'keltner-mid': [5, 2, 4],
  'keltner-lower': [5, 2, 4],
  obv: [],
  volume: [],
  close: [],
  number: [42.5],
  'td-plus-nine': [],
  'td-minus-nine': [],
};

export function smallArgs(id: IndicatorId): readonly number[] {
  return SMALL_ARGS[id] ?? [6];
}

export const EVERY_INDICATOR = INDICATOR_IDS.map((id) => [id, smallArgs(id)] as const);
