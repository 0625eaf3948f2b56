import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';

/** A bot at the end of a UTC day (or now, for the running day). Amounts in quote units, rates in 1e-8, cumulative since creation. */
export interface DailyPoint {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly profit: bigint;
  readonly rateE8: bigint;
  /** Equity in USDT units. */
  readonly usdtEquity: bigint;
}

export const DAY_MS = 86_400_000;

/** The UTC day that holds `timeMs`. */
export function utcDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** The next UTC midnight strictly after `timeMs`. */
export function nextMidnight(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS + DAY_MS;
}

/** profit ÷ start as a fraction in 1e-8, truncated toward zero; 0 when nothing was invested. */
export function profitRateE8(profit: bigint, start: bigint): bigint {
  return start > 0n ? (profit * UNITS_PER_COIN) / start : 0n;
}

export function formatDailyPoint(point: DailyPoint): string {
  return JSON.stringify([point.day, `${point.profit}`, `${point.rateE8}`, `${point.usdtEquity}`]);
}

/** Reads what `formatDailyPoint` wrote. */
export function parseDailyPoint(text: string): DailyPoint {
  const [day, profit, rate, equity] = JSON.parse(text) as [string, string, string, string];
  return { day, profit: BigInt(profit), rateE8: BigInt(rate), usdtEquity: BigInt(equity) };
}

/** A rate in 1e-8 as the wire's fraction. */
export function formatRate(rateE8: bigint): string {
  return formatAmount(rateE8);
}

/** A point's rate counted from an earlier point: (1 + rate) ÷ (1 + base) − 1, in 1e-8; the rate itself when the base lost everything. */
export function rebaseRate(point: Pick<DailyPoint, 'rateE8'>, base: Pick<DailyPoint, 'rateE8'>): bigint {
  const from = UNITS_PER_COIN + base.rateE8;
  return from > 0n ? ((UNITS_PER_COIN + point.rateE8) * UNITS_PER_COIN) / from - UNITS_PER_COIN : point.rateE8;
}
