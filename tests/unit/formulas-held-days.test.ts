import { describe, expect, it } from 'vitest';
import { heldOver } from '#lib/formulas/held-days.ts';

const DAY = 86_400;
const T0 = 1_780_012_800 - (1_780_012_800 % DAY);

type Candle = [number, string, string, string, string];
function day(at: number, open: number, high: number, low: number, close: number): Candle {
  return [T0 + at * DAY, String(open), String(high), String(low), String(close)];
}

/** Eight days, each opening where the one before closed. */
const CLOSES = [100, 104, 101, 103, 99, 105, 104, 108, 107];
const DAYS = CLOSES.slice(1).map((close, at) => {
  const open = CLOSES[at] as number;
  return day(at, open, Math.max(open, close) + 1, Math.min(open, close) - 1, close);
});

describe('just holding over whole days (H57)', () => {
  it('has the Sharpe ratio of its daily closes, worked out by hand', () => {
    const returns = CLOSES.slice(1).map((close, at) => close / (CLOSES[at] as number) - 1);
    const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
    const deviation = Math.sqrt(returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (returns.length - 1));
    expect(heldOver(DAYS, T0, T0 + 8 * DAY)?.sharpe).toBeCloseTo((mean / deviation) * Math.sqrt(365), 4);
    // Six of them make none.
    expect(heldOver(DAYS, T0, T0 + 6 * DAY)?.sharpe).toBeNull();
  });

  it('falls along the path of each day’s candle: a low that came before the high is no fall from it', () => {
    // Opens at 100, to 90, up to 120, closes at 119.
    expect(heldOver([day(0, 100, 120, 90, 119)], T0, T0 + DAY)?.fall).toBeCloseTo(0.1, 9);
    // Opens at 119, up to 120, down to 90, closes at 100.
    expect(heldOver([day(0, 119, 120, 90, 100)], T0, T0 + DAY)?.fall).toBeCloseTo(0.25, 9);
    // From the high of one day to the low of a later one.
    const later = [day(0, 100, 130, 100, 128), day(1, 128, 129, 115, 118), day(2, 118, 119, 104, 110)];
    expect(heldOver(later, T0, T0 + 3 * DAY)?.fall).toBeCloseTo(26 / 130, 9);
  });

  it('takes the whole days of a life alone', () => {
    const life = heldOver([day(0, 50, 90, 10, 20), ...DAYS.slice(1), day(8, 50, 90, 10, 20)], T0 + 1, T0 + 8 * DAY + 5);
    expect(life).toEqual(heldOver(DAYS.slice(1), T0 + DAY, T0 + 8 * DAY));
    expect(life?.fall).toBeLessThan(0.1);
  });

  it('is not known without a whole day, with one missing or with a price that is none', () => {
    expect(heldOver(DAYS, T0 + 1, T0 + DAY + 5)).toBeNull();
    expect(heldOver(DAYS.toSpliced(3, 1), T0, T0 + 8 * DAY)).toBeNull();
    expect(heldOver([], T0, T0 + 8 * DAY)).toBeNull();
    expect(heldOver([day(0, 0, 1, 0, 1)], T0, T0 + DAY)).toBeNull();
  });
});
