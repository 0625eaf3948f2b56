import { divDown, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { type MarketSpec, quoteValueUp } from '../money/market-spec.ts';
import { DAY_MS } from '../time/durations.ts';
import { coinsFor } from './arbitrage-legs.ts';
import type { ContractSpec } from './contract-value.ts';
import { DEFAULT_TAKER_FEE } from './fees.ts';
import { smallestOrder } from './smallest-order.ts';

/** Rate that is reckoned with while the next one is not known, 1e-8: 0.0001 (C-431). */
const DEFAULT_FUNDING_E8 = 10_000n;
/** Settlements that the reserve lasts for (C-431). */
const RESERVED_SETTLEMENTS = 15n;
const DAYS_PER_YEAR = 365n;
/** 1 % on the price and 10 % on the whole (E-352), the margin's factor 1.0005 (E-353). */
const BUMP_NUMERATOR = 101n * 110n;
const BUMP_DENOMINATOR = 10_000n;
const MARGIN_FACTOR = 10_005n;
const MARGIN_FACTOR_BASE = 10_000n;
/** The same 1 % and what the book of a small order takes, in ticks. */
const WORSE = 1.01;
const BOOK_TICKS = 2;
/** The platform's smallest investment, USDT units (C-248). */
const PLATFORM_MINIMUM = 10n * UNITS_PER_COIN;

/**
 * Reference annual rate (C-430, E-357), signed, 1e-8: funding rate × periods a day × 365 × leverage ÷ (1 + leverage).
 * Rounded down. 0.0001 every 8 hours is 7.30 % at 2X and 8.21 % at 3X.
 */
export function arbitrageAnnualRateE8(fundingE8: bigint, intervalMs: number, leverage: number): bigint {
  const lever = BigInt(leverage);
  return divDown(fundingE8 * BigInt(DAY_MS) * DAYS_PER_YEAR * lever, BigInt(intervalMs) * (1n + lever));
}

/** Reserve per unit of notional, 1e-8 (C-431, E-356): 15 times the next funding rate; nothing when it is negative. */
export function reserveRateE8(nextFundingE8: bigint | null): bigint {
  const rate = nextFundingE8 ?? DEFAULT_FUNDING_E8;
  return rate > 0n ? RESERVED_SETTLEMENTS * rate : 0n;
}

/** How an investment is divided. Quote units; the three sum to the investment. */
export interface ArbitrageSplit {
  /** Buys coins. */
  readonly spot: bigint;
  /** Margin of the contract that sells the same quantity. */
  readonly margin: bigint;
  readonly reserve: bigint;
}

/** N · (1 + 1/leverage) + reserve = investment; N and the reserve rounded down, what is left over stays in the margin. */
export function splitArbitrage(investment: bigint, leverage: number, nextFundingE8: bigint | null): ArbitrageSplit {
  const lever = BigInt(leverage);
  const rate = reserveRateE8(nextFundingE8);
  const perNotional = (lever + 1n) * UNITS_PER_COIN + rate * lever;
  const spot = mulDivDown(investment, lever * UNITS_PER_COIN, perNotional);
  const reserve = mulDivDown(spot, rate, UNITS_PER_COIN);
  return { spot, margin: investment - spot - reserve, reserve };
}

/**
 * Smallest investment (C-248, H34), quote units, rounded up: margin × 1.0005 + 15 × next funding × notional + the spot
 * leg, for the smallest whole contracts that are an order on both markets at prices up to 1 % worse, with 10 % to
 * spare; at least the platform's minimum – 10 USDT where it says none (E-288) –, and what the engine needs where coins come in lots that are larger than the
 * contracts: a property test opens arbitrages with exactly that.
 */
export function arbitrageMinimum(
  spec: MarketSpec,
  contract: ContractSpec,
  spotTicks: number,
  leverage: number,
  nextFundingE8: bigint | null,
  floor = PLATFORM_MINIMUM,
): bigint {
  const { quantoUnits, sizeMin } = contract.contract;
  const least = smallestOrder(spec, BigInt(spotTicks) * spec.tickUnits);
  const contracts = mulDivUp(least, 1n, quantoUnits);
  const quantity = (contracts > sizeMin ? contracts : sizeMin) * quantoUnits;
  const documented = mulDivUp(quoteValueUp(spec, quantity, spotTicks), BUMP_NUMERATOR, BUMP_DENOMINATOR);
  const coins = coinsFor(spec, contract, DEFAULT_TAKER_FEE, quantity / quantoUnits);
  const bought = quoteValueUp(spec, coins, Math.ceil(spotTicks * WORSE) + BOOK_TICKS);
  const notional = documented > bought ? documented : bought;
  const margin = mulDivUp(notional, MARGIN_FACTOR, MARGIN_FACTOR_BASE * BigInt(leverage));
  const reserve = mulDivUp(notional, reserveRateE8(nextFundingE8), UNITS_PER_COIN);
  const needed = notional + margin + reserve;
  return needed > floor ? needed : floor;
}
