import { runMove } from '../backtest/price-scenario.ts';
import { marketsOf } from '../engine/bot-feeds.ts';
import type { CandleColumns } from '../engine/candles.ts';
import { instrumentOf } from '../money/market-spec.ts';
import { PREVIEW_MS } from './preview-days.ts';
import { indexAt, type PreviewPrices } from './preview-prices.ts';
import type { PreviewRun } from './preview-protocol.ts';
import { type Replayed, replayOver } from './preview-replay.ts';
import { type ReviewedMove, USUAL_MOVES } from './review-question.ts';

/** What is known of a bot before anybody starts it: what it would have done, and what a fall or a rise from now would do to it. */
export interface Study {
  /** As the form's preview will show it. */
  readonly month: Replayed;
  /** Fewer days where the market is not known for longer. */
  readonly quarter: Replayed;
  /** The worst first; what the review sheet will say (H52). */
  readonly moves: readonly ReviewedMove[];
}

/** Studies a bot of one market over prices that were read for STUDY_MS; null where the market has none to start at. */
export function studyOf(bot: Pick<PreviewRun, 'kind' | 'params'>, prices: PreviewPrices, nowMs: number): Study | null {
  const { spec } = bot.params;
  if (marketsOf(spec).length > 1) throw new RangeError('A study is of a bot of one market');
  const monthIndex = Math.max(prices.startIndex, indexAt(prices.candles, nowMs - PREVIEW_MS));
  const month = replayOver(bot, { ...prices, startIndex: monthIndex });
  const quarter = replayOver(bot, prices);
  const lastTicks = prices.candles.close.findLast((ticks) => ticks > 0);
  if (month === null || quarter === null || lastTicks === undefined) return null;
  const key = instrumentOf(spec);
  const scenario = { ...bot, prices: { [key]: lastTicks } };
  const known = { [key]: since(prices, monthIndex) };
  const moves = USUAL_MOVES.map(({ id, move }) => ({ id, result: runMove(scenario, move, known, nowMs) }));
  return { month, quarter, moves: moves.toSorted((a, b) => a.result.rate - b.result.rate) };
}

/** The minutes from this one on. The past before it would only be copied, once a move. */
function since({ candles, marks }: PreviewPrices, index: number): Pick<PreviewPrices, 'candles' | 'marks'> {
  const { startMs, stepMs, open, high, low, close, volume } = candles;
  const later: CandleColumns = {
    startMs: startMs + index * stepMs,
    stepMs,
    open: open.subarray(index),
    high: high.subarray(index),
    low: low.subarray(index),
    close: close.subarray(index),
    ...(volume === undefined ? {} : { volume: volume.subarray(index) }),
  };
  return { candles: later, ...(marks === undefined ? {} : { marks: marks.subarray(index) }) };
}
