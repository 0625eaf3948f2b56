import { mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { FeeRateE8 } from '../money/market-spec.ts';

/** Default fees (C-436) in 1e-8. */
export const DEFAULT_TAKER_FEE: FeeRateE8 = 100_000n;
export const DEFAULT_FUTURES_TAKER_FEE: FeeRateE8 = 50_000n;
/** A factor in 1e-8: no VIP discount. */
export const DEFAULT_VIP_DISCOUNT = UNITS_PER_COIN;

/** The markets with a fee rule (C-352). */
export const DISCOUNT_MARKETS: readonly string[] = ['BTC_USDT', 'ETH_USDT', 'ETH_BTC'];
const DISCOUNT_KINDS: readonly string[] = ['spot_grid', 'infinite_grid'];
/** Factor of the discount markets, a quarter (M-389). */
const DISCOUNT_DIVISOR = 4n;

/** Whether the market and kind have a fee rule: the discount of a quarter and the VIP factor apply to them only (C-352). */
export function hasFeeRule(market: string, kind: string): boolean {
  return DISCOUNT_MARKETS.includes(market) && DISCOUNT_KINDS.includes(kind);
}

/**
 * The taker fee that a bot really pays (X26): taker × 0.25 × VIP factor where there is a fee rule, else taker.
 * Rates and the VIP factor in 1e-8; rounded up, against the trader.
 */
export function effectiveTakerFee(
  market: string,
  kind: string,
  takerFee: FeeRateE8 = DEFAULT_TAKER_FEE,
  vipDiscount: bigint = DEFAULT_VIP_DISCOUNT,
): FeeRateE8 {
  if (!hasFeeRule(market, kind)) return takerFee;
  return mulDivUp(takerFee, vipDiscount, UNITS_PER_COIN * DISCOUNT_DIVISOR);
}

/** Digits that a fee is shown with: 5 where there is a fee rule, else 2 (M-389). */
export function feeDigits(market: string, kind: string): number {
  return hasFeeRule(market, kind) ? 5 : 2;
}
