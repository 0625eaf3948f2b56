import type { EquitySpan } from '#lib/formulas/drawdown.ts';
import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';

/** A bot at the end of a UTC day (or now, for the running day). Amounts in quote units, rates in 1e-8, cumulative since creation. */
export interface DailyPoint {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly profit: bigint;
  readonly rateE8: bigint;
  /** Equity in USDT units. */
  readonly usdtEquity: bigint;
  /** What its owner had put in after its start, by the end of that day, units of the profit asset. */
  readonly deposited: bigint;
  /** What the equity did on that day, units of the profit asset; null: not known (points from before it was kept, unstarted bots). */
  readonly span: EquitySpan | null;
}

/** The UTC day that holds `timeMs`. */
export function utcDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** What a bot was given in all. Its rates are of this, for its whole life: money that came late makes no return of before better. */
export function investedIn({
  startEquity,
  deposited,
}: {
  readonly startEquity: bigint;
  readonly deposited: bigint;
}): bigint {
  return startEquity + deposited;
}

/** profit ÷ start as a fraction in 1e-8, truncated toward zero; 0 when nothing was invested. */
export function profitRateE8(profit: bigint, start: bigint): bigint {
  return start > 0n ? (profit * UNITS_PER_COIN) / start : 0n;
}

/** A point's rate of what the bot was given in all: a deposit moves no return of the days before it. */
export function rateOf(
  record: Parameters<typeof investedIn>[0],
  { profit, rateE8 }: Pick<DailyPoint, 'profit' | 'rateE8'>,
): bigint {
  return record.deposited === 0n ? rateE8 : profitRateE8(profit, investedIn(record));
}

export function formatDailyPoint(point: DailyPoint): string {
  const { day, profit, rateE8, usdtEquity, span, deposited } = point;
  const row = [day, `${profit}`, `${rateE8}`, `${usdtEquity}`, formatSpan(span)];
  return JSON.stringify(deposited === 0n ? row : [...row, `${deposited}`]);
}

/** Reads what `formatDailyPoint` wrote. */
export function parseDailyPoint(text: string): DailyPoint {
  const [day, profit, rate, equity, span, deposited = '0'] = JSON.parse(text) as StoredPoint;
  const amounts = { profit: BigInt(profit), rateE8: BigInt(rate), usdtEquity: BigInt(equity) };
  return { day, ...amounts, span: parseSpan(span ?? null), deposited: BigInt(deposited) };
}

type StoredPoint = [
  day: string,
  profit: string,
  rateE8: string,
  usdtEquity: string,
  span?: StoredSpan,
  deposited?: string,
];

/** JSON-safe: an empty span has infinities. */
export type StoredSpan = readonly [high: number, low: number, fall: number] | null;

export function formatSpan(span: EquitySpan | null): StoredSpan {
  return span === null || span.high < span.low ? null : [span.high, span.low, span.fall];
}

export function parseSpan(stored: StoredSpan): EquitySpan | null {
  return stored === null ? null : { high: stored[0], low: stored[1], fall: stored[2] };
}

/** A rate in 1e-8 as the wire's fraction. */
export function formatRate(rateE8: bigint): string {
  return formatAmount(rateE8);
}
