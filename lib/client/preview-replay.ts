import { runBacktest } from '../backtest/backtest.ts';
import type { CandleColumns } from '../engine/candles.ts';
import { heldShares, holdCurve } from '../engine/hold-curve.ts';
import { formatAmount } from '../money/amount.ts';
import { DAY_MS } from '../time/durations.ts';
import type { PreviewPrices } from './preview-prices.ts';
import type { PreviewResult, PreviewRun } from './preview-protocol.ts';

/** One less than the points of the curve: the first stands for the start. */
const CURVE_POINTS = 199;

/** What a replay told, without whose question it answers and how long it took. */
export type Replayed = Omit<PreviewResult, 'id' | 'replayMs'>;

/** A bot over known prices, from their first replayed candle or a later one; null where there was no price to start at. */
export function replayOver(
  { kind, params }: Pick<PreviewRun, 'kind' | 'params'>,
  { candles, startIndex, marks, funding, others }: PreviewPrices,
): Replayed | null {
  let fromIndex = startIndex;
  while (fromIndex < candles.open.length && (candles.open[fromIndex] as number) < 0) fromIndex += 1;
  if (fromIndex >= candles.open.length) return null;
  const fromMs = candles.startMs + fromIndex * candles.stepMs;
  if (!Object.values(others ?? {}).every((one) => hasPriceAt(one.candles, fromMs))) return null;
  const result = runBacktest({
    kind,
    params,
    candles,
    fromIndex,
    curvePoints: CURVE_POINTS,
    ...(marks === undefined ? {} : { marks }),
    ...(funding === undefined ? {} : { funding }),
    ...(others === undefined ? {} : { others }),
  });
  const { timeMs, rate } = result.curve;
  const holds = holdCurve(heldShares(params, candles, others), result.startMs, timeMs);
  return {
    days: Math.max(1, Math.round(((candles.open.length - fromIndex) * candles.stepMs) / DAY_MS)),
    curve: Array.from(timeMs, (x, index) => ({ x, y: rate[index] as number })),
    holdCurve: Array.from(timeMs, (x, index) => ({ x, y: holds[index] as number })),
    profit: formatAmount(result.gridProfit + result.positionProfit),
    profitRate: result.profitRate.toFixed(8),
    maxDrawdown: result.maxDrawdown.toFixed(8),
    holdRate: (holds.at(-1) ?? 0).toFixed(8),
    matches: result.matches,
    fills: result.fills,
    finish: result.finish?.reason ?? null,
    finishedAtMs: result.finish?.timeMs ?? null,
  };
}

/** Whether a market has had a price by then: bots of several markets start with all of them. */
function hasPriceAt({ startMs, stepMs, open }: CandleColumns, timeMs: number): boolean {
  return open.subarray(0, Math.max(0, Math.round((timeMs - startMs) / stepMs) + 1)).some((ticks) => ticks >= 0);
}
