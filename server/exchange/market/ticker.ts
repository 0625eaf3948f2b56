import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { volumeInLots } from './candles.ts';
import type { MarketFeed } from './feed.ts';
import { DAY_MINUTES } from './market-day.ts';

/** A market's last 24 hours: whole minutes and the running one. */
export interface MarketTicker {
  readonly market: string;
  /** Time of the statement, ms. */
  readonly timeMs: number;
  /** Ticks. */
  readonly lastTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  /** (last − price 24 h ago) / price 24 h ago, counted in 1e-8, rounded toward zero; 0 when the price then is unknown. */
  readonly changeE8: bigint;
  /** Units (1e-8), whole lots of base; the quote value, a figure to look at, is each minute's volume at its middle price. */
  readonly baseVolume: bigint;
  readonly quoteVolume: bigint;
}

/** Of an instrument (instrumentOf). Null when it has no known price at `timeMs` (shown as "--"). */
export function readTicker(feed: MarketFeed, instrument: string, timeMs: number): MarketTicker | null {
  const spec = feed.spec(instrument);
  const lastTicks = feed.lastTicks(instrument, timeMs);
  if (spec === undefined || lastTicks === null) return null;
  const toMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  const fromMs = toMs - DAY_MINUTES * MINUTE_MS;
  const minutes = feed.minutes(instrument, fromMs, toMs, timeMs);
  const volumes = feed.minuteVolumes(instrument, fromMs, toMs, timeMs);
  let highTicks = lastTicks;
  let lowTicks = lastTicks;
  let base = 0;
  let turnover = 0;
  for (let i = 0; i < minutes.open.length; i += 1) {
    if ((minutes.open[i] as number) < 0) continue;
    const high = minutes.high[i] as number;
    const low = minutes.low[i] as number;
    if (high > highTicks) highTicks = high;
    if (low < lowTicks) lowTicks = low;
    base += volumes[i] as number;
    turnover += ((volumes[i] as number) / 1e8) * ((high + low) / 2);
  }
  const before = feed.lastTicks(instrument, timeMs - DAY_MS);
  const changeE8 = before === null ? 0n : (BigInt(lastTicks - before) * 100_000_000n) / BigInt(before);
  const quoteVolume = BigInt(Math.round(turnover * Number(spec.tickUnits)));
  return {
    market: spec.market,
    timeMs,
    lastTicks,
    highTicks,
    lowTicks,
    changeE8,
    // The lots of an inverse contract are dollars, not coins.
    baseVolume: volumeInLots(base, spec.contract?.isInverse === true ? 1n : spec.lotUnits),
    quoteVolume,
  };
}
