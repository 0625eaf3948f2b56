import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts';

/** K-line periods of conditions and backtests (C-423, E-182). */
export const KLINE_PERIODS = ['1m', '5m', '15m', '30m', '1h', '4h', '8h', '1d'] as const;
export type KlinePeriod = (typeof KLINE_PERIODS)[number];

export const KLINE_PERIOD_MS: Readonly<Record<KlinePeriod, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '1d': DAY_MS,
};
