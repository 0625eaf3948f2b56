import { mulDivDown, UNITS_PER_COIN } from '../money/amount.ts';
import { DAY_MS } from '../time/durations.ts';
import { type Schedule, utcCalendar } from './schedule.ts';

/** Dates of a day that begins at midnight, of schedules that have several. */
const DATES_A_DAY: Partial<Record<Schedule, bigint>> = { '1h': 24n, '4h': 6n };

/** A coin of the plan: its share of each purchase, 1e-8, and what it cost at the beginning of UTC days, units of money for one, by ms. */
export interface ReplayedCoin {
  readonly shareE8: bigint;
  readonly opens: ReadonlyMap<number, bigint>;
  /** Its last price. */
  readonly last: bigint;
}

/** What a plan would have come to. Units of money. */
export interface PlanReplay {
  readonly fromMs: number;
  readonly purchases: number;
  readonly paid: bigint;
  readonly gain: bigint;
  /** What it held of each coin at the end, in their order. */
  readonly held: readonly bigint[];
  /** The same money, all of it on the first date. */
  readonly lumpGain: bigint;
  /** Gain and that of the lump sum at the beginning of each day from the first date on, and at the end. */
  readonly curve: readonly { readonly ms: number; readonly gain: bigint; readonly lumpGain: bigint }[];
}

export interface ReplayTerms {
  readonly every: Schedule;
  /** Of each purchase. */
  readonly amount: bigint;
  /** 1e-8 of what is received. */
  readonly feeE8: bigint;
}

/**
 * A plan over past days: each date buys at the opening price of its UTC day, several dates of one day at the same; fees are taken from the coins,
 * quantities rounded down to 1e-8. It begins with the first day that all coins have a price of; a date of a day that one of them
 * lacks buys nothing. Null where no day has all of them. The lump sum buys for all that the plan has paid in the end, on its first date.
 */
export function replayPlan(
  coins: readonly ReplayedCoin[],
  terms: ReplayTerms,
  fromMs: number,
  untilMs: number,
): PlanReplay | null {
  const [first, ...others] = coins;
  if (first === undefined) return null;
  const days = [...first.opens.keys()]
    .filter((ms) => ms >= fromMs && ms < untilMs && others.every(({ opens }) => opens.has(ms)))
    .sort((a, b) => a - b);
  const [beginMs] = days;
  if (beginMs === undefined) return null;
  const dates = days.filter((ms) => isDate(terms.every, beginMs, ms)).length;
  const aDay = DATES_A_DAY[terms.every] ?? 1n;
  const paid = terms.amount * aDay * BigInt(dates);
  const openAt = (ms: number) => coins.map(({ opens }) => opens.get(ms) ?? 0n);
  const lump = bought(coins, openAt(beginMs), paid, terms.feeE8);
  const held = coins.map(() => 0n);
  let spent = 0n;
  const curve: { ms: number; gain: bigint; lumpGain: bigint }[] = [];
  const point = (ms: number, prices: readonly bigint[]) => {
    curve.push({ ms, gain: worthOf(held, prices) - spent, lumpGain: worthOf(lump, prices) - paid });
  };
  for (const ms of days) {
    const prices = openAt(ms);
    if (isDate(terms.every, beginMs, ms)) {
      const lots = bought(coins, prices, terms.amount * aDay, terms.feeE8);
      for (const [index, units] of lots.entries()) held[index] = (held[index] ?? 0n) + units;
      spent += terms.amount * aDay;
    }
    point(ms, prices);
  }
  point(
    untilMs,
    coins.map(({ last }) => last),
  );
  const { gain, lumpGain } = curve.at(-1) ?? { gain: 0n, lumpGain: 0n };
  return { fromMs: beginMs, purchases: dates * Number(aDay), paid, held, gain, lumpGain, curve };
}

function isDate(every: Schedule, firstMs: number, dayMs: number): boolean {
  if (DATES_A_DAY[every] !== undefined) return true;
  return utcCalendar(every, firstMs, dayMs - 1) < dayMs + DAY_MS;
}

/** Units of each coin for its share of the money, after the fee. */
function bought(
  coins: readonly ReplayedCoin[],
  prices: readonly bigint[],
  money: bigint,
  feeE8: bigint,
): readonly bigint[] {
  return coins.map(({ shareE8 }, index) => {
    const price = prices[index] ?? 0n;
    if (price === 0n) return 0n;
    const units = mulDivDown(mulDivDown(money, shareE8, UNITS_PER_COIN), UNITS_PER_COIN, price);
    return mulDivDown(units, UNITS_PER_COIN - feeE8, UNITS_PER_COIN);
  });
}

function worthOf(units: readonly bigint[], prices: readonly bigint[]): bigint {
  return units.reduce((sum, one, index) => sum + mulDivDown(one, prices[index] ?? 0n, UNITS_PER_COIN), 0n);
}
