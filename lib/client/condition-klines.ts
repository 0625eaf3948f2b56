import type { Bar } from '../indicators/bar.ts';
import type { IndicatorConditions } from '../indicators/condition.ts';
import { warmUpKlines } from '../indicators/condition-warm-up.ts';
import { KLINE_PERIOD_MS, type KlinePeriod } from '../indicators/kline-periods.ts';
import { inParallel } from '../limits/in-parallel.ts';
import type { MarketKind } from '../money/market-spec.ts';
import { askRows } from './asked-in-worker.ts';
import { periodsOf, type WatchedSides } from './condition-marks.ts';
import { PREVIEW_MS } from './preview-days.ts';

/** K-lines of one answer of the candles call. */
const MOST_BARS = 1_500;
const PARALLEL_PAGES = 4;

type Candle = readonly [seconds: number, open: string, high: string, low: string, close: string, volume: string];

/**
 * Closed K-lines of the past 30 days and the history that a bot's indicators begin with (lib/indicators/condition-warm-up.ts).
 * They come from the candles call, not from days of minutes: those carry no volumes, and a daily average would need
 * most of a year of them. What was read is kept; only newer K-lines are asked for again.
 */
export function createKlineReader(market: string, instrument: MarketKind) {
  const kept = new Map<KlinePeriod, readonly Bar[]>();
  const type = instrument === 'spot' ? {} : { type: instrument };

  async function readPage(period: KlinePeriod, fromMs: number): Promise<readonly Bar[]> {
    const from = Math.floor(fromMs / 1000);
    const to = from + (MOST_BARS - 1) * (KLINE_PERIOD_MS[period] / 1000);
    return (await askRows('candles', { market, ...type, period, from, to })).map(barOf);
  }

  async function read(period: KlinePeriod, beginMs: number, nowMs: number): Promise<readonly Bar[]> {
    const lengthMs = KLINE_PERIOD_MS[period];
    const known = kept.get(period) ?? [];
    const isEnough = (known[0]?.openMs ?? Number.POSITIVE_INFINITY) <= beginMs + lengthMs;
    const older = isEnough ? known : [];
    const fromMs = older.length === 0 ? beginMs : (older.at(-1) as Bar).openMs + lengthMs;
    const starts: number[] = [];
    for (let at = fromMs; at + lengthMs <= nowMs; at += MOST_BARS * lengthMs) starts.push(at);
    const pages = await inParallel(starts, PARALLEL_PAGES, (startMs) => readPage(period, startMs));
    const bars = [...older, ...pages.flat().filter(({ openMs }) => openMs >= fromMs && openMs + lengthMs <= nowMs)];
    kept.set(period, bars);
    return bars;
  }

  return async (sides: WatchedSides, nowMs: number): Promise<Partial<Record<KlinePeriod, readonly Bar[]>>> => {
    const klines: Partial<Record<KlinePeriod, readonly Bar[]>> = {};
    for (const period of periodsOf(sides)) {
      const lengthMs = KLINE_PERIOD_MS[period];
      const warmUp = warmUpKlines(sides as IndicatorConditions, period) * lengthMs;
      const beginMs = Math.max(0, Math.floor((nowMs - PREVIEW_MS - warmUp) / lengthMs) * lengthMs);
      klines[period] = await read(period, beginMs, nowMs);
    }
    return klines;
  };
}

function barOf([seconds, open, high, low, close, volume]: Candle): Bar {
  return {
    openMs: seconds * 1000,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  };
}
