import { describe, expect, it } from 'vitest';
import { gatherColumns, type MarketColumns } from '#server/exchange/market/gather-columns.ts';
import { decodePriceDay, encodePriceDay } from '#server/exchange/market/price-day.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { marketsHere } from '#tests/support/task-here.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const NOON = Date.UTC(2026, 4, 20, 12);
const feed = createSimulatedFeed({ seed: 'price-days' });

/** Of two kinds of columns the same words. */
const plain = ({ candles, marks, funding }: MarketColumns) => ({
  candles: Object.fromEntries(
    Object.entries(candles).map(([name, column]) => [name, typeof column === 'number' ? column : [...column]]),
  ),
  marks: marks === undefined ? null : [...marks],
  funding:
    funding === undefined
      ? null
      : Array.from(funding.timesMs, (timeMs, i) => [timeMs, BigInt(funding.ratesE8[i] ?? 0)]),
});

describe('days of prices', () => {
  const instruments = [
    'BTC_USDT',
    ...feed.contracts.slice(0, 2).map(({ market, contract }) => `${market}@${contract.settle.toUpperCase()}`),
  ];

  it.each([
    ['whole days', NOON - (NOON % DAY_MS) - 2 * DAY_MS, NOON - (NOON % DAY_MS)],
    ['from the middle of a day to the middle of another', NOON - 2 * DAY_MS - 77 * MINUTE_MS, NOON],
    ['a stretch within one day', NOON - 90 * MINUTE_MS, NOON - 13 * MINUTE_MS],
  ])('are what the feed says of %s: minutes, volumes, marks and settlements', async (_, fromMs, toMs) => {
    for (const instrument of instruments) {
      const spec = feed.spec(instrument);
      if (spec === undefined) throw new Error(`no ${instrument}`);
      const gathered = await gatherColumns(feed, spec, fromMs, toMs, { isOver: () => false, withVolumes: true });
      const { [instrument]: fromDays } = marketsHere(feed, { instruments: [instrument], fromMs, toMs });
      if (gathered === null || fromDays === undefined) throw new Error('no prices');
      expect(plain(fromDays)).toEqual(plain(gathered));
      if (spec.contract !== undefined) expect(fromDays.funding?.timesMs.length).toBeGreaterThan(0);
    }
  });

  it('do not read when they are cut, or have more at their end', () => {
    const day = encodePriceDay(feed, instruments[1] as string, NOON - (NOON % DAY_MS), NOON);
    expect(() => decodePriceDay(day.subarray(0, -1))).toThrow(RangeError);
    expect(() => decodePriceDay(Uint8Array.from([...day, 0]))).toThrow(RangeError);
    expect(() => decodePriceDay(day.subarray(0, 9))).toThrow();
    expect(() => encodePriceDay(feed, 'NO_MARKET', 0, DAY_MS)).toThrow('no market');
  });
});
