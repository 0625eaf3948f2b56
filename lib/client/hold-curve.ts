import type { CandleColumns } from '../engine/candles.ts';

/**
 * What just holding gave at each of the times (ms, ascending): price ÷ the first open − 1, as a fraction. A minute without
 * a candle (its open is −1) keeps what was known before it.
 */
export function holdCurve(
  candles: Pick<CandleColumns, 'startMs' | 'stepMs' | 'open' | 'close'>,
  fromIndex: number,
  timesMs: Iterable<number>,
): readonly { readonly x: number; readonly y: number }[] {
  const first = candles.open[fromIndex] as number;
  const curve: { x: number; y: number }[] = [];
  let index = fromIndex;
  let price = first;
  for (const x of timesMs) {
    // The candle that ends at or before the time: its close is the price then.
    const until = Math.min(candles.close.length, Math.floor((x - candles.startMs) / candles.stepMs));
    for (; index < until; index += 1) {
      const close = candles.close[index] as number;
      if ((candles.open[index] as number) >= 0) price = close;
    }
    curve.push({ x, y: price / first - 1 });
  }
  return curve;
}
