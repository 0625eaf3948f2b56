import { type DualTerms, dualExchanged, dualKept } from '#lib/formulas/dual-outcome.ts';
import { likelyPrice, YEAR_MS } from '#lib/formulas/dual-price.ts';
import { parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { Offer, Offers } from './dual-product.ts';
import { type Payoff, worthAt } from './payoff.ts';

/** What an order of an offer would pay, exact, and what it would be worth in the worse cases. */
export interface OrderFigures {
  /** Units that are put in. */
  readonly amount: bigint;
  /** Units: in what was put in, and in the other asset. */
  readonly kept: bigint;
  readonly exchanged: bigint;
  readonly interest: bigint;
  /** Interest at the rate at which an order is worth what is put in. */
  readonly fairInterest: bigint;
  readonly payoff: Payoff;
  readonly index: number;
  /** Prices that the market is beyond in one of 20 cases, by the volatility that the offer is priced from. */
  readonly low: number;
  readonly high: number;
  /** USDT worth at the low one. */
  readonly lowWorth: number;
  /** What an order is worth in coins at the high price, exercised there or not. */
  readonly coins: number;
}

export function orderFigures(offers: Offers, offer: Offer, invested: bigint): OrderFigures | null {
  const [strike, aprE8, fairE8] = [offer.exercise_price, offer.apy_display, offer.fair_apy].map(parseAmount);
  if (strike == null || aprE8 == null || fairE8 == null || strike === 0n) return null;
  const [index, volatility] = [Number(offers.index_price), Number(offers.volatility)];
  // Not known: nothing is likely then, and nothing is drawn around a price of 0.
  if (!(index > 0 && volatility > 0)) return null;
  const terms: DualTerms = { type: offers.type, invested, strike, aprE8, days: offer.invest_days };
  const [kept, exchanged] = [dualKept(terms), dualExchanged(terms)];
  const payoff: Payoff = {
    type: offers.type,
    invested: floatOf(invested),
    strike: floatOf(strike),
    kept: floatOf(kept),
    exchanged: floatOf(exchanged),
  };
  const years = ((offer.delivery_timest - offers.quote_time) * 1_000) / YEAR_MS;
  const likely = { spot: index, years, volatility };
  const [low, high] = [likelyPrice(likely, 'low'), likelyPrice(likely, 'high')];
  return {
    amount: invested,
    kept,
    exchanged,
    interest: kept - invested,
    fairInterest: dualKept({ ...terms, aprE8: fairE8 }) - invested,
    payoff,
    index,
    low,
    high,
    lowWorth: worthAt(payoff, low),
    coins: worthAt(payoff, high) / high,
  };
}

function floatOf(units: bigint): number {
  return Number(units) / Number(UNITS_PER_COIN);
}
