/** K-line periods of conditions and backtests (C-423, E-182). */
export const KLINE_PERIODS = ['1m', '5m', '15m', '30m', '1h', '4h', '8h', '1d'] as const;
export type KlinePeriod = (typeof KLINE_PERIODS)[number];

export const KLINE_PERIOD_MS: Readonly<Record<KlinePeriod, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '8h': 28_800_000,
  '1d': 86_400_000,
};
