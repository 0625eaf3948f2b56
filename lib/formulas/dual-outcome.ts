import { mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';

/**
 * Dual investment: what an order pays at its expiry. A sell-high order (`call`) puts coins in and offers to sell them at the exercise
 * price, a buy-low order (`put`) puts USDT in and offers to buy coins there. Either way the interest of the term is paid, on what was
 * put in, and is exchanged with it.
 */
export type DualType = 'call' | 'put';

/** What an order has agreed. */
export interface DualTerms {
  readonly type: DualType;
  /** What is put in: units of the coin (call) or of USDT (put). */
  readonly invested: bigint;
  /** Exercise price, USDT units per coin. */
  readonly strike: bigint;
  /** Interest a year as a fraction in 1e-8, for `days` whole days of 365. */
  readonly aprE8: bigint;
  readonly days: number;
}

export interface DualOutcome {
  /** Whether the exercise price was reached: a call from it upwards, a put from it downwards. */
  readonly isExercised: boolean;
  /** Which side of the market is paid out: the coin or USDT. */
  readonly side: 'base' | 'quote';
  /** What is paid out in all, units, rounded down. */
  readonly paid: bigint;
  /** Of it beyond what was put in, in what was put in, at the settlement price: below 0 where the exchange cost more than the interest. Rounded down. */
  readonly profit: bigint;
}

const YEAR_E8 = 365n * UNITS_PER_COIN;

/** What was put in with the interest of the term, as a numerator over YEAR_E8. */
function grown({ invested, aprE8, days }: DualTerms): bigint {
  return invested * (YEAR_E8 + aprE8 * BigInt(days));
}

/** What an order that is not exercised pays: the investment and its interest, rounded down. */
export function dualKept(terms: DualTerms): bigint {
  return grown(terms) / YEAR_E8;
}

/** What an exercised order pays: the investment and its interest, exchanged at the exercise price, rounded down once. */
export function dualExchanged(terms: DualTerms): bigint {
  const { type, strike } = terms;
  if (type === 'call') return (grown(terms) * strike) / (YEAR_E8 * UNITS_PER_COIN);
  return (grown(terms) * UNITS_PER_COIN) / (YEAR_E8 * strike);
}

export function isExercised({ type, strike }: Pick<DualTerms, 'type' | 'strike'>, settlement: bigint): boolean {
  return type === 'call' ? settlement >= strike : settlement <= strike;
}

/** The outcome at a settlement price (USDT units per coin, > 0). */
export function dualOutcome(terms: DualTerms, settlement: bigint): DualOutcome {
  const { type, invested } = terms;
  const exercised = isExercised(terms, settlement);
  const paid = exercised ? dualExchanged(terms) : dualKept(terms);
  if (!exercised)
    return { isExercised: false, side: type === 'call' ? 'base' : 'quote', paid, profit: paid - invested };
  const worth =
    type === 'call' ? mulDivDown(paid, UNITS_PER_COIN, settlement) : mulDivDown(paid, settlement, UNITS_PER_COIN);
  return { isExercised: true, side: type === 'call' ? 'quote' : 'base', paid, profit: worth - invested };
}

/**
 * The most that an order can cost the house, USDT units, whatever the price becomes: it sells the coins that it gets and buys those
 * that it gives at the settlement price, so it loses the interest, and of a call at most that at the exercise price – above it the coins
 * bring more than they cost. Rounded up, with a unit for the rounding of the trade.
 */
export function dualCover(terms: DualTerms): bigint {
  const { type, invested, strike } = terms;
  const interest = dualKept(terms) - invested + 1n;
  return (type === 'call' ? mulDivUp(interest, strike, UNITS_PER_COIN) : interest) + ROUNDING;
}

const ROUNDING = 2n;

/** The most that can be put in so that its cover is no more than `free`, units of USDT. Rounded down; 0n where nothing can. The rate is above 0. */
export function dualMostFor({ type, strike, aprE8, days }: Omit<DualTerms, 'invested'>, free: bigint): bigint {
  const left = free - ROUNDING;
  const interest = (type === 'call' ? mulDivDown(left < 0n ? 0n : left, UNITS_PER_COIN, strike) : left) - 1n;
  return interest <= 0n ? 0n : mulDivDown(interest, YEAR_E8, aprE8 * BigInt(days));
}
