import { mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { type MarketSpec, quoteValueUp } from '../money/market-spec.ts';
import { contractValueUp, isContract } from './contract-value.ts';
import { platformMinimum } from './minimum-investment.ts';
import { smallestOrder } from './smallest-order.ts';

/** 1 % on the price and 10 % on the whole (E-352), and of contracts the factor 1.005 (C-432). */
const BUMP_NUMERATOR = 101n * 110n;
const BUMP_DENOMINATOR = 10_000n;
const CONTRACT_FACTOR = 1005n;
const CONTRACT_FACTOR_BASE = 1000n;

export interface IndicatorMinimumInput {
  readonly spec: MarketSpec;
  /** 1 for spot. */
  readonly leverage: number;
  /** Part of the capital that the smallest of its trades uses, 1e-8. */
  readonly ratioE8: bigint;
  readonly lastTicks: number;
  /** Price of one coin of the investment asset in USDT units; null when unknown. */
  readonly assetInUsdt: bigint | null;
}

/**
 * Smallest investment of an indicator bot, units of its investment asset, rounded up: the one whose smallest trade
 * (ratio × investment × leverage) the market takes at a price up to 1 % worse, with 10 % to spare; at least the
 * platform's minimum (C-250, E-195).
 */
export function indicatorMinimum({ spec, leverage, ratioE8, lastTicks, assetInUsdt }: IndicatorMinimumInput): bigint {
  const isOnContract = isContract(spec);
  const value = isOnContract
    ? contractValueUp(spec, spec.contract.sizeMin > 1n ? spec.contract.sizeMin : 1n, lastTicks)
    : quoteValueUp(spec, smallestOrder(spec, BigInt(lastTicks) * spec.tickUnits), lastTicks);
  const bumped = mulDivUp(value, BUMP_NUMERATOR, BUMP_DENOMINATOR);
  const margin = isOnContract ? mulDivUp(bumped, CONTRACT_FACTOR, CONTRACT_FACTOR_BASE * BigInt(leverage)) : bumped;
  const needed = mulDivUp(margin, UNITS_PER_COIN, ratioE8);
  const floor = platformMinimum(isOnContract ? spec.contract.settle : spec.quote, assetInUsdt);
  return needed > floor ? needed : floor;
}
