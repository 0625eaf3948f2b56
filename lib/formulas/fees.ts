import { mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { FeeRateE8 } from '../money/market-spec.ts';

/** Default fees (C-436) in 1e-8. */
export const DEFAULT_TAKER_FEE: FeeRateE8 = 100_000n;
export const DEFAULT_FUTURES_TAKER_FEE: FeeRateE8 = 50_000n;
/** A factor in 1e-8: no VIP discount. */
export const DEFAULT_VIP_DISCOUNT = UNITS_PER_COIN;

/** The markets with a fee rule (C-352). */
export const DISCOUNT_MARKETS: readonly string[] = ['BTC_USDT', 'ETH_USDT', 'ETH_BTC'];
/** Factor of the discount markets, a quarter (M-389). */
const DISCOUNT_DIVISOR = 4n;

/** Whether there is a fee rule: the discount of a quarter and the VIP factor apply on these markets to kinds of low fees only (C-352). */
export function hasFeeRule(market: string, isLowFeeKind: boolean): boolean {
  return isLowFeeKind && DISCOUNT_MARKETS.includes(market);
}

/**
 * The taker fee that a bot really pays (X26): taker × 0.25 × VIP factor where there is a fee rule, else taker.
 * Rates and the VIP factor in 1e-8; rounded up, against the trader.
 */
export function effectiveTakerFee(
  market: string,
  isLowFeeKind: boolean,
  takerFee: FeeRateE8 = DEFAULT_TAKER_FEE,
  vipDiscount: bigint = DEFAULT_VIP_DISCOUNT,
): FeeRateE8 {
  if (!hasFeeRule(market, isLowFeeKind)) return takerFee;
  return mulDivUp(takerFee, vipDiscount, UNITS_PER_COIN * DISCOUNT_DIVISOR);
}

/** Digits that a fee is shown with: 5 where there is a fee rule, else 2 (M-389). */
export function feeDigits(market: string, isLowFeeKind: boolean): number {
  return hasFeeRule(market, isLowFeeKind) ? 5 : 2;
}
