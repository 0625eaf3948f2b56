import { describe, expect, it } from 'vitest';
import { aggregate, KlineBuilder } from '#lib/indicators/kline-builder.ts';
import { KLINE_PERIOD_MS, KLINE_PERIODS } from '#lib/indicators/kline-periods.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';

/** 2026-01-01 00:00 UTC. */
const MIDNIGHT = 1_767_225_600_000;
const minute = (builder: KlineBuilder, index: number, price: number) =>
  builder.push(MIDNIGHT + index * MINUTE_MS, price, price + 2, price - 2, price + 1, 10);

describe('A K-line made of one-minute candles', () => {
  it('comes in the periods 1m, 5m, 15m, 30m, 1h, 4h, 8h and 1d (C-423, E-182)', () => {
    expect(KLINE_PERIODS).toEqual(['1m', '5m', '15m', '30m', '1h', '4h', '8h', '1d']);
    expect(KLINE_PERIODS.map((period) => KLINE_PERIOD_MS[period] / MINUTE_MS)).toEqual([
      1, 5, 15, 30, 60, 240, 480, 1440,
    ]);
  });

  it('is closed by its last minute, not before and not after', () => {
    const builder = new KlineBuilder(5 * MINUTE_MS);
    for (let i = 0; i < 4; i += 1) expect(minute(builder, i, 100 + i)).toBeNull();
    expect(minute(builder, 4, 90)).toEqual({
      openMs: MIDNIGHT,
      open: 100,
      high: 105,
      low: 88,
      close: 91,
      volume: 50,
    });
    expect(builder.endMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('is closed by the clock at its end when its last minute is missing', () => {
    const builder = new KlineBuilder(5 * MINUTE_MS);
    minute(builder, 1, 100);
    expect(builder.endMs).toBe(MIDNIGHT + 5 * MINUTE_MS);
    expect(builder.advance(MIDNIGHT + 5 * MINUTE_MS - 1)).toBeNull();
    expect(builder.advance(MIDNIGHT + 5 * MINUTE_MS)).toMatchObject({ openMs: MIDNIGHT, open: 100, volume: 10 });
    expect(builder.advance(MIDNIGHT + 10 * MINUTE_MS)).toBeNull();
  });

  it('does not exist where no minute does', () => {
    const bars = aggregate(
      [0, 1, 12, 14].map((i) => ({ openMs: MIDNIGHT + i * MINUTE_MS, open: 1, high: 1, low: 1, close: 1, volume: 1 })),
      5 * MINUTE_MS,
    );
    expect(bars.map((bar) => (bar.openMs - MIDNIGHT) / MINUTE_MS)).toEqual([0, 10]);
  });

  it('of a day begins at midnight UTC wherever the minutes begin', () => {
    const builder = new KlineBuilder(KLINE_PERIOD_MS['1d']);
    minute(builder, 1439, 100);
    minute(builder, 1440, 100);
    expect(builder.endMs).toBe(MIDNIGHT + 2 * KLINE_PERIOD_MS['1d']);
  });

  it('refuses a minute of the next bar while its own is open, and a period that is not made of minutes', () => {
    const builder = new KlineBuilder(5 * MINUTE_MS);
    minute(builder, 0, 100);
    expect(() => minute(builder, 5, 100)).toThrow(RangeError);
    expect(() => new KlineBuilder(90_000)).toThrow(RangeError);
    expect(() => KlineBuilder.restore(MINUTE_MS, [1])).toThrow(RangeError);
  });
});
