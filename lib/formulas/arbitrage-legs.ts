import { ceilToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { type FeeRateE8, type MarketSpec, quoteValueUp } from '../money/market-spec.ts';
import type { ContractSpec } from './contract-value.ts';

/** The two legs of an arbitrage: coins that are bought, contracts that are sold. */
export interface ArbitrageLegs {
  readonly coins: bigint;
  readonly contracts: bigint;
}

/** Coins to buy so that what the fee leaves covers the contracts: whole lots, so less than a lot more than they need. */
export function coinsFor(spec: MarketSpec, contract: ContractSpec, feeRate: FeeRateE8, contracts: bigint): bigint {
  const quantity = contracts * contract.contract.quantoUnits;
  return ceilToStep(mulDivUp(quantity, UNITS_PER_COIN, UNITS_PER_COIN - feeRate), spec.lotUnits);
}

/**
 * The most whole contracts whose coins cost at most `budget` quote units at a price, at most as many as one order may
 * have. The odd rest is not bought.
 */
export function largestLegs(
  spec: MarketSpec,
  contract: ContractSpec,
  feeRate: FeeRateE8,
  budget: bigint,
  ticks: number,
): ArbitrageLegs {
  const { quantoUnits, sizeMax } = contract.contract;
  const affordable = mulDivDown(budget, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits);
  const covered = mulDivDown(affordable, UNITS_PER_COIN - feeRate, UNITS_PER_COIN) / quantoUnits;
  let contracts = covered < sizeMax ? covered : sizeMax;
  // Coins come in whole lots: a lot can cost a few contracts where these are smaller.
  for (; contracts > 0n; contracts -= 1n) {
    const coins = coinsFor(spec, contract, feeRate, contracts);
    if (quoteValueUp(spec, coins, ticks) <= budget) return { coins, contracts };
  }
  return { coins: 0n, contracts: 0n };
}

/**
 * Whether coins bought at one average price and contracts sold at another are within the spread: bought ÷ sold − 1 ≤
 * spread (1e-8). Exact; each price in ticks of its own market.
 */
export function isWithinSpread(
  bought: { readonly spec: MarketSpec; readonly ticks: number },
  sold: { readonly spec: MarketSpec; readonly ticks: number },
  spreadE8: bigint,
): boolean {
  const buy = BigInt(bought.ticks) * bought.spec.tickUnits;
  const sell = BigInt(sold.ticks) * sold.spec.tickUnits;
  return buy * UNITS_PER_COIN <= sell * (UNITS_PER_COIN + spreadE8);
}
