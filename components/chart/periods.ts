/** Candle periods of the chart, with their length in seconds. */
export const PERIODS = [
  { id: '1m', seconds: 60 },
  { id: '5m', seconds: 300 },
  { id: '15m', seconds: 900 },
  { id: '30m', seconds: 1_800 },
  { id: '1h', seconds: 3_600 },
  { id: '4h', seconds: 14_400 },
  { id: '8h', seconds: 28_800 },
  { id: '1d', seconds: 86_400 },
] as const;

export type Period = (typeof PERIODS)[number]['id'];
export const DEFAULT_PERIOD: Period = '15m';
export const LONGEST_PERIOD: Period = '1d';

export function secondsOf(period: Period): number {
  return PERIODS.find(({ id }) => id === period)?.seconds ?? 60;
}

export function isPeriod(text: string | null): text is Period {
  return PERIODS.some(({ id }) => id === text);
}
