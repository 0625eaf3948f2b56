import type { Bar } from '#lib/indicators/bar.ts';
import { seededUniform } from '../bench/support/seeded-candles.ts';

export const BARS_START_MS = 1_767_225_600_000;

/**
 * Hourly bars of a random walk with volumes, prices on a grid of cents: rises, falls, calms where nothing moves (every
 * 97th bar begins five flat ones) and gaps between bars.
 */
export function seededBars(seed: number, count: number, stepMs = 3_600_000): Bar[] {
  const uniform = seededUniform(seed);
  const bars: Bar[] = [];
  let cents = 6_000_000;
  for (let i = 0; i < count; i += 1) {
    const isCalm = i % 97 < 5 && i > 97;
    const move = (): number => (isCalm ? 0 : Math.round((uniform() - 0.5) * 60_000));
    const open = cents + (uniform() < 0.1 ? move() : 0);
    const close = Math.max(10_000, open + move());
    const high = Math.max(open, close) + Math.abs(move());
    const low = Math.max(1, Math.min(open, close) - Math.abs(move()));
    const volume = isCalm ? 0 : Math.round(uniform() * 1e6) / 1e3;
    const price = (value: number): number => value / 100;
    bars.push({
      openMs: BARS_START_MS + i * stepMs,
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
      volume,
    });
    cents = close;
  }
  return bars;
}
