import { DAY_MS } from '../time/durations.ts';
import type { DualType } from './dual-outcome.ts';

/**
 * What the option in a dual investment is worth, and what is offered for it. Floats: prices of offers, never balances.
 *
 * Model: Black and Scholes, "The Pricing of Options and Corporate Liabilities", Journal of Political Economy 81 (1973), without interest
 * and dividends, as dollars and coins lie here without any. The volatility is the realised one of the market itself: the root of the mean
 * squared log return of hourly closes, times √8760 (close to close, mean taken for 0; RiskMetrics Technical Document, 1996, without its weights).
 * It knows no smile: offers far from the price are worth more on a market that jumps.
 */

/** Of the option's worth the house keeps so much for carrying it; the rest is the offered interest. */
export const HOUSE_SHARE = 0.15;

const HOURS_A_YEAR = 8_760;
const DAYS_A_YEAR = 365;
/** A year in ms, as rates count it. */
export const YEAR_MS = DAYS_A_YEAR * DAY_MS;

/** Standard deviation of a year's log return from closes an hour apart, null where fewer than `least` returns are known. What is not above 0 is a gap. */
export function realisedVolatility(hourlyCloses: readonly number[], least: number): number | null {
  let [sum, known] = [0, 0];
  for (let index = 1; index < hourlyCloses.length; index += 1) {
    const [before, now] = [hourlyCloses[index - 1] as number, hourlyCloses[index] as number];
    if (!(before > 0 && now > 0)) continue;
    sum += Math.log(now / before) ** 2;
    known += 1;
  }
  return known < least || known === 0 ? null : Math.sqrt((sum / known) * HOURS_A_YEAR);
}

export interface OptionTerms {
  readonly type: DualType;
  /** Price now and exercise price, in the same unit. */
  readonly spot: number;
  readonly strike: number;
  /** Until the expiry. */
  readonly years: number;
  readonly volatility: number;
}

/** Worth of the European option on one coin, in the unit of the prices. */
export function optionWorth({ type, spot, strike, years, volatility }: OptionTerms): number {
  const spread = volatility * Math.sqrt(years);
  const intrinsic = Math.max(0, type === 'call' ? spot - strike : strike - spot);
  if (!(spread > 0)) return intrinsic;
  const d1 = (Math.log(spot / strike) + spread ** 2 / 2) / spread;
  const call = spot * normal(d1) - strike * normal(d1 - spread);
  return Math.max(intrinsic, type === 'call' ? call : call - spot + strike);
}

/**
 * The interest of the whole term, as a fraction of what is put in, at which an order is worth exactly that. It is exchanged with the
 * investment, so a coin that is put into a call is worth (1 + r)(S − C) in the end, a dollar in a put (1 + r)(1 − P/K).
 */
export function fairInterest(terms: OptionTerms): number {
  const worth = optionWorth(terms);
  return terms.type === 'call' ? worth / (terms.spot - worth) : worth / (terms.strike - worth);
}

/** A rate a year, as a fraction in 1e-8, from the interest of a term: down to a hundredth of a percent. */
export function annualRateE8(interest: number, days: number): bigint {
  return BigInt(Math.floor(((interest * DAYS_A_YEAR) / days) * 10_000)) * 10_000n;
}

/** Interest of a term beyond which an option is worth almost all of what is put in: a price of noise. */
const MOST_INTEREST = 10;

/** The offered rate and the fair one; both 0 where the model has no price. */
export function offeredRates(
  terms: OptionTerms,
  days: number,
): { readonly offeredE8: bigint; readonly fairE8: bigint } {
  const fair = fairInterest(terms);
  if (!(fair >= 0 && fair <= MOST_INTEREST)) return { offeredE8: 0n, fairE8: 0n };
  return { offeredE8: annualRateE8(fair * (1 - HOUSE_SHARE), days), fairE8: annualRateE8(fair, days) };
}

/** The price that is not passed with a chance: of `chance` 0.05 one that the market is below in one of 20 cases. By the same model. */
export function likelyPrice(
  { spot, years, volatility }: Pick<OptionTerms, 'spot' | 'years' | 'volatility'>,
  side: 'low' | 'high',
): number {
  const spread = volatility * Math.sqrt(years);
  return spot * Math.exp((side === 'low' ? -ONE_IN_TWENTY : ONE_IN_TWENTY) * spread - spread ** 2 / 2);
}

/** Standard normal quantile of 95 %. */
const ONE_IN_TWENTY = 1.6448536269514722;

/** Standard normal distribution, to about 1e-15: Graeme West, "Better approximations to cumulative normal functions", Wilmott (2005), after Hart (1968). */
function normal(x: number): number {
  const size = Math.abs(x);
  if (size > 37) return x > 0 ? 1 : 0;
  const density = Math.exp((-size * size) / 2);
  let tail: number;
  if (size < 7.07106781186547) {
    let above = 3.52624965998911e-2 * size + 0.700383064443688;
    for (const part of [6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931, 220.206867912376])
      above = above * size + part;
    let below = 8.83883476483184e-2 * size + 1.75566716318264;
    for (const part of [
      16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831, 793.826512519948, 440.413735824752,
    ])
      below = below * size + part;
    tail = (density * above) / below;
  } else {
    let build = size + 0.65;
    for (const part of [4, 3, 2, 1]) build = size + part / build;
    tail = density / build / 2.506628274631;
  }
  return x > 0 ? 1 - tail : tail;
}
