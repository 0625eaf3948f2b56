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

const heldOne = (candles: readonly Candle[], from: number, until: number) =>
  heldOver([{ candles, part: 1 }], from, until);

describe('just holding over whole days (H57)', () => {
  it('has the Sharpe ratio of its daily closes, worked out by hand', () => {
    const returns = CLOSES.slice(1).map((close, at) => close / (CLOSES[at] as number) - 1);
    const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
    const deviation = Math.sqrt(returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (returns.length - 1));
    expect(heldOne(DAYS, T0, T0 + 8 * DAY)?.sharpe).toBeCloseTo((mean / deviation) * Math.sqrt(365), 4);
    // Six of them make none.
    expect(heldOne(DAYS, T0, T0 + 6 * DAY)?.sharpe).toBeNull();
  });

  it('falls along the path of each day’s candle: a low that came before the high is no fall from it', () => {
    // Opens at 100, to 90, up to 120, closes at 119.
    expect(heldOne([day(0, 100, 120, 90, 119)], T0, T0 + DAY)?.fall).toBeCloseTo(0.1, 9);
    // Opens at 119, up to 120, down to 90, closes at 100.
    expect(heldOne([day(0, 119, 120, 90, 100)], T0, T0 + DAY)?.fall).toBeCloseTo(0.25, 9);
    // From the high of one day to the low of a later one.
    const later = [day(0, 100, 130, 100, 128), day(1, 128, 129, 115, 118), day(2, 118, 119, 104, 110)];
    expect(heldOne(later, T0, T0 + 3 * DAY)?.fall).toBeCloseTo(26 / 130, 9);
  });

  it('takes the whole days of a life alone', () => {
    const life = heldOne([day(0, 50, 90, 10, 20), ...DAYS.slice(1), day(8, 50, 90, 10, 20)], T0 + 1, T0 + 8 * DAY + 5);
    expect(life).toEqual(heldOne(DAYS.slice(1), T0 + DAY, T0 + 8 * DAY));
    expect(life?.fall).toBeLessThan(0.1);
  });

  it('is not known without a whole day, with one missing or with a price that is none', () => {
    expect(heldOne(DAYS, T0 + 1, T0 + DAY + 5)).toBeNull();
    expect(heldOne(DAYS.toSpliced(3, 1), T0, T0 + 8 * DAY)).toBeNull();
    expect(heldOne([], T0, T0 + 8 * DAY)).toBeNull();
    expect(heldOne([day(0, 0, 1, 0, 1)], T0, T0 + DAY)).toBeNull();
  });

  it('of several coins is what their parts come to together, bought once and left alone', () => {
    const half = (candles: readonly Candle[]) => ({ candles, part: 0.5 });
    // One doubles and stays, the other falls to a half: 1 → 1.25, along 1, 0.95, 1.3, 1.25.
    const up = [day(0, 100, 210, 90, 200)];
    const down = [day(0, 10, 10, 5, 5)];
    expect(heldOver([half(up), half(down)], T0, T0 + DAY)?.fall).toBeCloseTo(0.05, 9);
    // Of the same coin twice it is that coin, its price in another money or not.
    const scaled = DAYS.map(([time, ...prices]): Candle => {
      const [open = '', high = '', low = '', close = ''] = prices.map((price) => String(Number(price) * 4));
      return [time, open, high, low, close];
    });
    const both = heldOver([half(DAYS), half(scaled)], T0, T0 + 8 * DAY);
    const alone = heldOne(DAYS, T0, T0 + 8 * DAY);
    expect(both?.fall).toBeCloseTo(alone?.fall ?? 0, 12);
    expect(both?.sharpe).toBeCloseTo(alone?.sharpe ?? 0, 4);
    // Where the days of one are not known nobody knows what came of all.
    expect(heldOver([half(DAYS), half(DAYS.slice(1))], T0, T0 + 8 * DAY)).toBeNull();
    expect(heldOver([], T0, T0 + 8 * DAY)).toBeNull();
  });
});
