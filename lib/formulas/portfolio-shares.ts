import { mulDivDown } from '../money/amount.ts';

/** Shares of a portfolio in whole percent, which always sum to exactly 100 (C-244). */
const WHOLE = 100n;
/** C-243, C-323: no coin has less. */
const LEAST = 1n;

/** Equal shares (C-247): rounded down, and what is left over goes one point at a time to the first coins. */
export function equalShares(coins: number): readonly number[] {
  return shareOutHundred(Array.from({ length: coins }, () => 1n));
}

/**
 * Shares in proportion to `weights` (≥ 0): rounded down, and what is left over is added one point at a time to the
 * first entries (C-327). All zero: equal shares. Empty for no entries.
 */
export function shareOutHundred(weights: readonly bigint[]): readonly number[] {
  if (weights.length === 0) return [];
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return equalShares(weights.length);
  const floored = weights.map((weight) => mulDivDown(weight, WHOLE, total));
  let left = WHOLE - floored.reduce((sum, share) => sum + share, 0n);
  return floored.map((share) => {
    if (left === 0n) return Number(share);
    left -= 1n;
    return Number(share + 1n);
  });
}

/**
 * Shares by market capitalisation with at least 1 % each (C-247, E-220), for at most 100 coins: those below it are
 * raised to it, and each point that this costs is taken from the coin that has the most then, the earlier one of two.
 */
export function marketCapShares(marketCaps: readonly bigint[]): readonly number[] {
  const shares = shareOutHundred(marketCaps).map((share) => BigInt(share));
  for (let i = 0; i < shares.length; i += 1) {
    if ((shares[i] as bigint) >= LEAST) continue;
    const largest = indexOfLargest(shares);
    shares[largest] = (shares[largest] as bigint) - LEAST;
    shares[i] = LEAST;
  }
  return shares.map(Number);
}

function indexOfLargest(shares: readonly bigint[]): number {
  return shares.reduce((best, share, index) => (share > (shares[best] as bigint) ? index : best), 0);
}
