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

/** A time that a chart shows whole, s; `toS` null: up to now. */
export interface ChartSpan {
  readonly fromS: number;
  readonly toS: number | null;
}

/** Bars that show a time well: beyond them a longer period does. */
const GOOD_BARS = 240;

/** The shortest period whose bars of a time can be told apart. */
export function periodOf({ fromS, toS }: ChartSpan, nowS: number): Period {
  const seconds = (toS ?? nowS) - fromS;
  return PERIODS.find((one) => seconds / one.seconds <= GOOD_BARS)?.id ?? LONGEST_PERIOD;
}

/** Bars beside a time that is shown. */
const ROOM_BARS = 24;

/** What to load of it in bars of a length: the time with some room around, or its end where it is too long. s, on bars' beginnings. */
export function loadedSpan({ fromS, toS }: ChartSpan, barSeconds: number, nowS: number, mostBars: number) {
  const onBar = (timeS: number): number => Math.floor(timeS / barSeconds) * barSeconds;
  const room = ROOM_BARS * barSeconds;
  const end = Math.min(onBar(toS ?? nowS) + room, onBar(nowS) + barSeconds);
  return { start: Math.max(0, onBar(fromS) - room, end - mostBars * barSeconds), end: toS === null ? null : end };
}
