import { parseAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** What a trader may borrow on a spot market, and what it costs. */
export interface MarginTerms {
  /** Assets ÷ own money at most: the highest leverage of a margin grid. */
  readonly maxMultiple: number;
  /** Interest an hour on what is owed, 1e-8 (rounded up when it is charged). */
  readonly hourlyRateE8: bigint;
  /** Most that one trader may owe, units of each asset. */
  readonly baseBorrowMax: bigint;
  readonly quoteBorrowMax: bigint;
}

/** The default of the documents' margin pair info (C-371). */
const MAX_MULTIPLE = 10;
/** 0.001 % an hour, 8.8 % a year. */
const HOURLY_RATE_E8 = 1_000n;
/** Terms of the paper exchange: about a million dollars of each large coin, a quarter of that of the others. */
const BORROW_MAX: Readonly<Record<string, string>> = {
  USDT: '1000000',
  BTC: '15',
  ETH: '400',
  SOL: '7500',
  XRP: '600000',
  BNB: '1500',
  DOGE: '1500000',
  ADA: '400000',
};

function borrowMax(asset: string): bigint {
  return parseAmount(BORROW_MAX[asset] ?? '0') ?? 0n;
}

/** Margin terms of a spot market; the paper exchange lends on all of its own. */
export function marginTermsOf(spec: MarketSpec): MarginTerms {
  return {
    maxMultiple: MAX_MULTIPLE,
    hourlyRateE8: HOURLY_RATE_E8,
    baseBorrowMax: borrowMax(spec.base),
    quoteBorrowMax: borrowMax(spec.quote),
  };
}
