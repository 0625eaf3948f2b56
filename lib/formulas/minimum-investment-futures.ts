import { mulDivUp } from '../money/amount.ts';
import { contractValueUp } from './contract-value.ts';
import { type FuturesGridInput, layOutFuturesAtLeast, marginNeeded } from './futures-grid-layout.ts';
import { platformMinimum } from './minimum-investment.ts';

/** 1 % on the price and 10 % on the whole (E-352). */
const PRICE_BUMP_PERCENT = 101n;
const MARGIN_PERCENT = 110n;

/**
 * The documents' sum (H33) in settle units: Σ over buy orders of the smallest order's value, × 1.01 × 1.10, and of that
 * ÷ leverage × 1.005 + opening and closing fee (at most 0.15 %).
 */
function documentedFuturesMinimum({ spec, lines, leverage }: FuturesGridInput): bigint {
  let total = 0n;
  for (const ticks of lines.slice(0, -1)) total += contractValueUp(spec, smallestContracts(spec), ticks);
  return marginNeeded(spec.contract, mulDivUp(total, PRICE_BUMP_PERCENT * MARGIN_PERCENT, 10_000n), leverage);
}

/** Contracts of the smallest order: the contract's own minimum, at least one. */
export function smallestContracts({ contract }: FuturesGridInput['spec']): bigint {
  return contract.sizeMin > 1n ? contract.sizeMin : 1n;
}

/**
 * Minimum investment of a futures grid in settle units, rounded up. The largest of: the documents' sum (H33), the
 * platform's minimum, and what the engine really needs to place every order at a price up to 1 % worse.
 * `settleInUsdt`: price of one settle coin in USDT units; null when unknown. `input.openTicks` is not used.
 */
export function minimumFuturesInvestment(
  input: Omit<FuturesGridInput, 'openTicks'>,
  settleInUsdt: bigint | null,
): bigint {
  const atLast = { ...input, openTicks: input.lastTicks };
  const needed = layOutFuturesAtLeast(atLast, smallestContracts(input.spec)).cost;
  const candidates = [
    // A value that is 1 % worse: × 1.01 for a higher price, ÷ 0.99 where an inverse contract is worth more at a lower one.
    mulDivUp(needed, 100n, 99n),
    documentedFuturesMinimum(atLast),
    platformMinimum(input.spec.contract.settle, settleInUsdt),
  ];
  return candidates.reduce((largest, candidate) => (candidate > largest ? candidate : largest));
}
