import { floorToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';
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
  /** What its market takes, as it is today: whole lots, and none below its least. Absent: any part of a coin. */
  readonly market?: PlanCoinMarket | undefined;
}

export type PlanCoinMarket = Pick<MarketSpec, 'lotUnits' | 'minBaseUnits' | 'minQuoteUnits'>;

/** What came in of a coin, fee taken, and what it cost. */
interface Lot {
  readonly units: bigint;
  readonly cost: bigint;
}

/** What a plan would have come to. Units of money. */
export interface PlanReplay {
  readonly fromMs: number;
  /** Dates at which anything was bought. */
  readonly purchases: number;
  /** What makes no lot was not spent. */
  readonly paid: bigint;
  readonly gain: bigint;
  /** What it held of each coin at the end, in their order. */
  readonly held: readonly bigint[];
  /** The same money, all of it at the price of each coin's first purchase, as of a plan that runs. */
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
 * quantities rounded down to what the market takes. It begins with the first day that all coins have a price of; a date of a day that one of them
 * lacks buys nothing. Null where no day has all of them. The lump sum buys of each coin for all that the plan has paid for it in the end, at the coin's
 * first purchase, and any part of it; until then it is money.
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
  const openAt = (ms: number) => coins.map(({ opens }) => opens.get(ms) ?? 0n);
  const aDay = DATES_A_DAY[terms.every] ?? 1n;
  let held: readonly Lot[] = coins.map(() => NOTHING);
  let purchases = 0n;
  const firsts: (FirstPurchase | undefined)[] = coins.map(() => undefined);
  const passed = days.map((ms) => {
    const prices = openAt(ms);
    if (isDate(terms.every, beginMs, ms)) {
      const lots = purchase(coins, prices, terms);
      held = held.map((lot, index) => withDates(lot, lots[index] ?? NOTHING, aDay));
      for (const [index, { units }] of lots.entries())
        if (units > 0n) firsts[index] ??= { ms, price: prices[index] ?? 0n };
      if (lots.some(({ units }) => units > 0n)) purchases += aDay;
    }
    return { ms, prices, held };
  });
  const last = { ms: untilMs, prices: coins.map((coin) => coin.last), held };
  const paid = paidFor(held);
  const lumpAt = (ms: number) => held.map((lot, index) => atOnce(lot, firsts[index], ms, terms.feeE8));
  const curve = [...passed, last].map((at) => ({
    ms: at.ms,
    gain: gainOf(at.held, at.prices),
    lumpGain: gainOf(lumpAt(at.ms), at.prices),
  }));
  const { gain, lumpGain } = curve.at(-1) ?? { gain: 0n, lumpGain: 0n };
  const units = held.map((lot) => lot.units);
  return { fromMs: beginMs, purchases: Number(purchases), paid, held: units, gain, lumpGain, curve };
}

const NOTHING: Lot = { units: 0n, cost: 0n };

interface FirstPurchase {
  readonly ms: number;
  readonly price: bigint;
}

/** All that was paid for a coin in the end, spent at its first purchase; nothing before. */
function atOnce({ cost }: Lot, first: FirstPurchase | undefined, ms: number, feeE8: bigint): Lot {
  return first === undefined || ms < first.ms ? NOTHING : { units: received(cost, first.price, feeE8), cost };
}

function withDates({ units, cost }: Lot, lot: Lot, dates: bigint): Lot {
  return { units: units + lot.units * dates, cost: cost + lot.cost * dates };
}

const paidFor = (lots: readonly Lot[]): bigint => lots.reduce((sum, { cost }) => sum + cost, 0n);

const gainOf = (lots: readonly Lot[], prices: readonly bigint[]): bigint => worthOf(lots, prices) - paidFor(lots);

function isDate(every: Schedule, firstMs: number, dayMs: number): boolean {
  if (DATES_A_DAY[every] !== undefined) return true;
  return utcCalendar(every, firstMs, dayMs - 1) < dayMs + DAY_MS;
}

/** One date: each coin for its share of the amount, rounded down; what rounding leaves over is spent on the last one, as its kind does. */
function purchase(
  coins: readonly ReplayedCoin[],
  prices: readonly bigint[],
  { amount, feeE8 }: ReplayTerms,
): readonly Lot[] {
  let left = amount;
  return coins.map(({ shareE8, market }, index) => {
    const part = index === coins.length - 1 ? left : mulDivDown(amount, shareE8, UNITS_PER_COIN);
    left -= part;
    const price = prices[index] ?? 0n;
    return market === undefined
      ? { units: received(part, price, feeE8), cost: part }
      : wholeLots(part, price, feeE8, market);
  });
}

function wholeLots(
  money: bigint,
  price: bigint,
  feeE8: bigint,
  { lotUnits, minBaseUnits, minQuoteUnits }: PlanCoinMarket,
): Lot {
  if (price === 0n) return NOTHING;
  const units = floorToStep(mulDivDown(money, UNITS_PER_COIN, price), lotUnits);
  const cost = mulDivUp(units, price, UNITS_PER_COIN);
  if (units === 0n || units < minBaseUnits || cost < minQuoteUnits) return NOTHING;
  return { units: afterFee(units, feeE8), cost };
}

/** Units of a coin for money, after the fee. */
function received(money: bigint, price: bigint, feeE8: bigint): bigint {
  return price === 0n ? 0n : afterFee(mulDivDown(money, UNITS_PER_COIN, price), feeE8);
}

const afterFee = (units: bigint, feeE8: bigint): bigint => mulDivDown(units, UNITS_PER_COIN - feeE8, UNITS_PER_COIN);

function worthOf(lots: readonly Lot[], prices: readonly bigint[]): bigint {
  return lots.reduce((sum, { units }, index) => sum + mulDivDown(units, prices[index] ?? 0n, UNITS_PER_COIN), 0n);
}
