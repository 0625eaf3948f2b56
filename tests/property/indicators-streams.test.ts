import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Bar } from '#lib/indicators/bar.ts';
import { createIndicator, indicatorSpec, restoreIndicator } from '#lib/indicators/catalogue.ts';
import { aggregate, KlineBuilder } from '#lib/indicators/kline-builder.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { seededBars } from '../support/seeded-bars.ts';
import { EVERY_INDICATOR, valuesOf } from '../unit/indicators-fixture.ts';

const RUNS = { numRuns: 40 };
const LENGTH = 160;

const series = fc.integer({ min: 1, max: 1e6 }).map((seed) => seededBars(seed, LENGTH));
const place = fc.integer({ min: 0, max: LENGTH });

function throughJson<T>(state: T): T {
  return JSON.parse(JSON.stringify(state)) as T;
}

describe.each(EVERY_INDICATOR)('%s', (id, args) => {
  it('goes on bit for bit from a state that was saved at any bar and went through JSON', () => {
    fc.assert(
      fc.property(series, place, (bars, cut) => {
        const expected = valuesOf(id, args, bars);
        const before = createIndicator(id, args);
        for (const bar of bars.slice(0, cut)) before.update(bar);
        const after = restoreIndicator(id, args, throughJson(before.save()));
        expect(after.value).toBe(before.value);
        const got = bars.slice(cut).map((bar) => after.update(bar));
        expect(got.every((value, i) => Object.is(value, expected[cut + i]))).toBe(true);
        expect(after.save()).toEqual(valuesAndState(id, args, bars));
      }),
      RUNS,
    );
  });

  it('says the same about the past whatever comes after it', () => {
    fc.assert(
      fc.property(series, series, place, (bars, others, cut) => {
        const past = valuesOf(id, args, bars.slice(0, cut));
        const withAnotherFuture = valuesOf(id, args, [...bars.slice(0, cut), ...others.slice(cut)]);
        expect(past.every((value, i) => Object.is(value, withAnotherFuture[i]))).toBe(true);
      }),
      RUNS,
    );
  });

  it('has no value while it warms up and one at every bar after it', () => {
    const warmUp = indicatorSpec(id).warmUp(args);
    const values = valuesOf(id, args, seededBars(5, 1000));
    const first = values.findIndex((value) => !Number.isNaN(value));
    if (id === 'zigzag') expect(first).toBeGreaterThanOrEqual(warmUp);
    else expect(first).toBe(warmUp);
    expect(values.slice(first).every(Number.isFinite)).toBe(true);
  });

  it('refuses a state of other arguments', () => {
    const state = createIndicator(id, args).save();
    expect(() => restoreIndicator(id, args, [...state, 0])).toThrow(RangeError);
  });
});

function valuesAndState(id: (typeof EVERY_INDICATOR)[number][0], args: readonly number[], bars: readonly Bar[]) {
  const indicator = createIndicator(id, args);
  for (const bar of bars) indicator.update(bar);
  return indicator.save();
}

/** Minutes of some hours, any of them missing. */
const minutesWithGaps = fc
  .tuple(fc.integer({ min: 1, max: 1e6 }), fc.array(fc.boolean(), { minLength: 200, maxLength: 200 }), fc.nat(600))
  .map(([seed, kept, shift]) =>
    seededBars(seed, 200, MINUTE_MS)
      .map((bar) => ({ ...bar, openMs: bar.openMs + shift * MINUTE_MS }))
      .filter((_, i) => kept[i]),
  );
const periods = fc.constantFrom(1, 5, 15, 30, 60).map((minutes) => minutes * MINUTE_MS);

/** The same by grouping everything first: the bars whose end has come by the last minute. */
function grouped(minutes: readonly Bar[], periodMs: number): Bar[] {
  const groups = Map.groupBy(minutes, (minute) => Math.floor(minute.openMs / periodMs) * periodMs);
  const endMs = (minutes.at(-1)?.openMs ?? 0) + MINUTE_MS;
  return [...groups]
    .filter(([openMs]) => openMs + periodMs <= endMs)
    .map(([openMs, group]) => ({
      openMs,
      open: group[0]?.open ?? 0,
      high: Math.max(...group.map((minute) => minute.high)),
      low: Math.min(...group.map((minute) => minute.low)),
      close: group.at(-1)?.close ?? 0,
      volume: group.reduce((sum, minute) => sum + minute.volume, 0),
    }));
}

describe('K-lines made of minutes', () => {
  it('are those of the minutes that are there, gaps left out, aligned to UTC', () => {
    fc.assert(
      fc.property(minutesWithGaps, periods, (minutes, periodMs) => {
        expect(aggregate(minutes, periodMs)).toEqual(grouped(minutes, periodMs));
      }),
      { numRuns: 200 },
    );
  });

  it('go on bit for bit from a builder that was saved at any minute', () => {
    fc.assert(
      fc.property(minutesWithGaps, periods, fc.nat(200), (minutes, periodMs, cut) => {
        const closed: Bar[] = [];
        const feed = (builder: KlineBuilder, part: readonly Bar[]): void => {
          for (const { openMs, open, high, low, close, volume } of part) {
            const late = builder.advance(openMs);
            if (late !== null) closed.push({ ...late });
            const bar = builder.push(openMs, open, high, low, close, volume);
            if (bar !== null) closed.push({ ...bar });
          }
        };
        const before = new KlineBuilder(periodMs);
        feed(before, minutes.slice(0, cut));
        feed(KlineBuilder.restore(periodMs, throughJson(before.save())), minutes.slice(cut));
        expect(closed).toEqual(aggregate(minutes, periodMs));
      }),
      RUNS,
    );
  });
});
