import { describe, expect, it } from 'vitest';
import { systemClock } from '#server/exchange/surroundings/clock.ts';

function machine(startMs = 1_000_000_000_000) {
  let wall = startMs;
  let steady = 0;
  const told: number[] = [];
  const clock = systemClock({
    wallMs: () => wall,
    steadyMs: () => steady,
    onSetBack: (behindMs) => told.push(behindMs),
  });
  return {
    clock,
    told,
    pass(ms: number) {
      wall += ms;
      steady += ms;
      return clock.nowMs();
    },
    setTo(ms: number) {
      wall = ms;
    },
  };
}

describe('the exchange’s clock (F11)', () => {
  it('says once that the system’s time was set back, never runs backwards and never stands still', () => {
    const { clock, told, pass, setTo } = machine();
    const before = pass(5_000);
    setTo(before - 3_600_000);
    let last = before;
    for (let second = 0; second < 600; second += 1) {
      const now = pass(1_000);
      expect(now).toBeGreaterThan(last);
      expect(now - last).toBeLessThanOrEqual(1_000);
      last = now;
    }
    expect(told).toEqual([3_599_000]);
    expect(clock.nowMs() - before).toBe(300_000);
  });

  it('goes with the system again when that has caught up, and tells the next time', () => {
    const { told, pass, setTo } = machine();
    const before = pass(1_000);
    setTo(before - 10_000);
    pass(1_000);
    pass(19_000);
    expect(pass(1_000)).toBe(before + 11_000);
    setTo(before);
    pass(1);
    expect(told.length).toBe(2);
  });

  it('lets the small corrections of every machine pass without a word', () => {
    const { told, pass, setTo } = machine();
    setTo(pass(1_000) - 900);
    pass(10);
    expect(told).toEqual([]);
  });

  it('goes on from the last time that the store knows', () => {
    const { clock, told, pass } = machine();
    clock.holdFrom(1_000_000_900_000);
    expect(pass(10)).toBeGreaterThanOrEqual(1_000_000_900_000);
    expect(told.length).toBe(1);
  });
});
