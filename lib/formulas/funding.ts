import { divDown, UNITS_PER_COIN } from '../money/amount.ts';
import { type ContractSpec, exactContractValue } from './contract-value.ts';

/**
 * What a funding settlement moves for a position of `size` contracts (signed), settle units: negative is paid. Longs
 * pay and shorts receive when the rate (1e-8, signed) is positive. Value at the mark price × rate (Gate's funding
 * formula), rounded against the trader.
 */
export function fundingPayment(spec: ContractSpec, size: bigint, markTicks: number, rateE8: bigint): bigint {
  const { numerator, denominator } = exactContractValue(spec, size < 0n ? -size : size, markTicks);
  const signed = size < 0n ? numerator * rateE8 : -numerator * rateE8;
  return divDown(signed, denominator * UNITS_PER_COIN);
}

/** The first settlement after `timeMs`: settlements are at whole multiples of the interval since 1970 (UTC). */
export function nextFundingMs(timeMs: number, intervalMs: number): number {
  return (Math.floor(timeMs / intervalMs) + 1) * intervalMs;
}
