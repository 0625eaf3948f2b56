import { divUp, UNITS_PER_COIN } from '../money/amount.ts';
import type { ContractTerms, MarketSpec } from '../money/market-spec.ts';

const COIN = Number(UNITS_PER_COIN);
/** Ticks up to which a float has digits to spare for the tie window. */
const LARGEST_FLOAT_TICKS = 1e11;

/** A market whose terms make it a perpetual contract. */
export type ContractSpec = MarketSpec & { readonly contract: ContractTerms };

/** Whether a market is a perpetual contract. */
export function isContract(spec: MarketSpec): spec is ContractSpec {
  return spec.contract !== undefined;
}

/** A value in settle units as an exact fraction. */
export interface ExactValue {
  readonly numerator: bigint;
  /** > 0. */
  readonly denominator: bigint;
}

/**
 * What `contracts` (≥ 0) are worth at a price, in settle units, exact. Linear: contracts × quantity × price.
 * Inverse: contracts × quantity ÷ price (the quantity is in the quote asset, the value in the base asset).
 */
export function exactContractValue(spec: ContractSpec, contracts: bigint, ticks: number): ExactValue {
  const { isInverse, quantoUnits } = spec.contract;
  const price = BigInt(ticks) * spec.tickUnits;
  if (isInverse) return { numerator: contracts * quantoUnits * UNITS_PER_COIN, denominator: price };
  return { numerator: contracts * quantoUnits * price, denominator: UNITS_PER_COIN };
}

/** Value of `contracts` (≥ 0) at a price in settle units, rounded down. */
export function contractValueDown(spec: ContractSpec, contracts: bigint, ticks: number): bigint {
  const { numerator, denominator } = exactContractValue(spec, contracts, ticks);
  return numerator / denominator;
}

/** Value of `contracts` (≥ 0) at a price in settle units, rounded up. */
export function contractValueUp(spec: ContractSpec, contracts: bigint, ticks: number): bigint {
  const { numerator, denominator } = exactContractValue(spec, contracts, ticks);
  return divUp(numerator, denominator);
}

/**
 * What trading `contracts` (> 0 bought, < 0 sold) at a price is worth to the trader, signed settle units, rounded
 * down (against the trader). The profit of trades that cancel out is the sum of their flows. A linear contract is paid
 * for when it is bought: −value. An inverse one is worth less of the base asset the higher the price: buying is +value.
 */
export function tradeFlow(spec: ContractSpec, contracts: bigint, ticks: number): bigint {
  const isReceived = contracts < 0n !== spec.contract.isInverse;
  const size = contracts < 0n ? -contracts : contracts;
  return isReceived ? contractValueDown(spec, size, ticks) : -contractValueUp(spec, size, ticks);
}

/** Within this relative distance of a whole tick a quotient of floats may be on its other side: then it is decided exactly. */
const TIE_WINDOW = 1e-12;

/** The contract that was asked for last, and its scale: a backtest asks for one again and again. */
let scaledSpec: ContractSpec | null = null;
let scaleOfSpec = 0;
/** The same of the last number of contracts: turning a bigint into a float is the dearest step of a level. */
let floatedContracts = 0n;
let contractsAsFloat = 0;

/** Linear: value ÷ contracts × this is the price in ticks. Inverse: contracts ÷ value × this is. */
function tickScale(spec: ContractSpec): number {
  if (spec === scaledSpec) return scaleOfSpec;
  const { isInverse, quantoUnits } = spec.contract;
  const quanto = Number(quantoUnits);
  const tick = Number(spec.tickUnits);
  scaledSpec = spec;
  scaleOfSpec = isInverse ? (quanto * COIN) / tick : COIN / (quanto * tick);
  return scaleOfSpec;
}

/**
 * The price in ticks at which `contracts` (> 0) are worth a value (> 0), rounded as told. May be 0, or beyond what a
 * market trades at; Infinity when beyond exact integers. Bots ask this after every fill: floats answer where they can,
 * always to the same tick as exact integers. `near`: the value as a float; `exact` is asked only where that is too near to a whole tick.
 */
export function ticksNearValue(
  spec: ContractSpec,
  contracts: bigint,
  near: number,
  exact: () => ExactValue,
  rounding: 'down' | 'up',
): number {
  const scale = tickScale(spec);
  if (contracts !== floatedContracts) {
    floatedContracts = contracts;
    contractsAsFloat = Number(contracts);
  }
  const ticks = spec.contract.isInverse ? (contractsAsFloat / near) * scale : (near / contractsAsFloat) * scale;
  if (ticks < LARGEST_FLOAT_TICKS && Math.abs(ticks - Math.round(ticks)) > ticks * TIE_WINDOW) {
    return rounding === 'up' ? Math.ceil(ticks) : Math.floor(ticks);
  }
  return exactTicksAtValue(spec, contracts, exact(), rounding);
}

/** ticksNearValue of an exact value. */
export function ticksAtValue(
  spec: ContractSpec,
  contracts: bigint,
  value: ExactValue,
  rounding: 'down' | 'up',
): number {
  return ticksNearValue(spec, contracts, Number(value.numerator) / Number(value.denominator), () => value, rounding);
}

function exactTicksAtValue(spec: ContractSpec, contracts: bigint, value: ExactValue, rounding: 'down' | 'up'): number {
  const { isInverse, quantoUnits } = spec.contract;
  const units = contracts * quantoUnits;
  const numerator = isInverse ? units * UNITS_PER_COIN * value.denominator : value.numerator * UNITS_PER_COIN;
  const denominator = (isInverse ? value.numerator : units * value.denominator) * spec.tickUnits;
  const ticks = (rounding === 'up' ? numerator + denominator - 1n : numerator) / denominator;
  return ticks <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(ticks) : Number.POSITIVE_INFINITY;
}

/** Base units that `contracts` (≥ 0) stand for at a price, rounded up: what a book model is asked with. */
export function baseQuantityOf(spec: ContractSpec, contracts: bigint, ticks: number): bigint {
  return spec.contract.isInverse ? contractValueUp(spec, contracts, ticks) : contracts * spec.contract.quantoUnits;
}

/** The most contracts whose base quantity at a price (baseQuantityOf) is at most `units`. */
export function contractsWithin(spec: ContractSpec, units: bigint, ticks: number): bigint {
  const { isInverse, quantoUnits } = spec.contract;
  return isInverse ? (units * BigInt(ticks) * spec.tickUnits) / (quantoUnits * UNITS_PER_COIN) : units / quantoUnits;
}

/**
 * The units that a fill or order of `contracts` is recorded with: contracts × quantity of one, so the base asset for
 * linear contracts and the quote asset (USD) for inverse ones. Always a multiple of one contract's quantity.
 */
export function orderUnitsOf(spec: ContractSpec, contracts: bigint): bigint {
  return contracts * spec.contract.quantoUnits;
}

/** The fee rate of orders that rest: the maker fee, never a rebate (lib/engine/DECISIONS.md). 1e-8. */
export function restingFeeRate(terms: ContractTerms): bigint {
  return terms.makerE8 > 0n ? terms.makerE8 : 0n;
}
