import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { decodeDay, encodeDay } from '#lib/engine/day-codec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { candleWalk } from './engine-scenario.ts';

const largest = 2_147_483_647;
const wildCandles = fc
  .array(fc.option(fc.tuple(fc.nat(largest), fc.nat(largest), fc.nat(largest), fc.nat(largest)), { nil: null }))
  .map((rows): CandleColumns => {
    const sorted = rows.map((row) => row?.toSorted((a, b) => a - b) ?? [-1, -1, -1, -1]);
    const column = (index: number): Int32Array => Int32Array.from(sorted, (row) => row[index] as number);
    return {
      startMs: 1_760_000_000_000,
      stepMs: 60_000,
      low: column(0),
      open: column(2),
      close: column(1),
      high: column(3),
    };
  });

describe('days of candles as bytes', () => {
  it('come back as they were, gaps and the wildest prices included', () => {
    fc.assert(
      fc.property(fc.oneof(wildCandles, candleWalk()), (candles) => {
        expect(decodeDay(encodeDay(candles))).toEqual(candles);
      }),
    );
  });

  it('come back with their volumes to the unit, where they have any', () => {
    const volumes = fc.array(fc.nat(largest), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(candleWalk(), volumes, (candles, units) => {
        const volume = Float64Array.from(candles.open, (_, i) => (units[i % units.length] as number) / 1e8);
        expect(decodeDay(encodeDay({ ...candles, volume }))).toEqual({ ...candles, volume });
      }),
    );
  });

  it('take less than half of the space of the columns on an ordinary walk', () => {
    fc.assert(
      fc.property(candleWalk(), (candles) => {
        expect(encodeDay(candles).length).toBeLessThan(32 + candles.open.length * 8);
      }),
    );
  });

  it('are refused, not misread, when the bytes are cut or not ours', () => {
    fc.assert(
      fc.property(candleWalk(), fc.double({ min: 0, max: 0.999, noNaN: true }), (candles, share) => {
        const bytes = encodeDay(candles);
        expect(() => decodeDay(bytes.slice(0, Math.floor(bytes.length * share)))).toThrow(RangeError);
        expect(() => decodeDay(Uint8Array.from([...bytes, 0]))).toThrow(RangeError);
      }),
    );
    expect(() => decodeDay(Uint8Array.from([1, 2, 3]))).toThrow(RangeError);
    expect(() => decodeDay(Uint8Array.from([0xcd, 1, 1, 1, ...new Array(12).fill(255), 1]))).toThrow(RangeError);
  });
});
