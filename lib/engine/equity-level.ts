import { ticksNearValue } from '../formulas/contract-value.ts';
import type { ContractPosition } from './body/contract-position.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from './machine.ts';

/**
 * The price level at which an account's equity (balance and profit not yet realised, settle units) is at most, or at
 * least, `target`. For a long, "at most" holds at and below the level and "at least" at and above it; for a short the
 * other way round. NO_LEVEL_… on the side that it lies on when no price does it; the far end of that side when every
 * price does. Needs a position.
 */
export function equityLevel(position: ContractPosition, target: bigint, wanted: 'atMost' | 'atLeast'): number {
  const { spec, size, basis, cash } = position;
  const isLong = size > 0n;
  const isBelow = isLong === (wanted === 'atMost');
  const gainsWithValue = isLong !== spec.contract.isInverse;
  const value = gainsWithValue ? target - cash - basis : cash + basis - target;
  if (value <= 0n) {
    const isEverywhere = gainsWithValue !== (wanted === 'atMost');
    return isBelow === isEverywhere ? NO_LEVEL_ABOVE : NO_LEVEL_BELOW;
  }
  const exact = () => ({ numerator: value, denominator: 1n });
  const ticks = ticksNearValue(spec, isLong ? size : -size, Number(value), exact, isBelow ? 'down' : 'up');
  return ticks < NO_LEVEL_ABOVE ? ticks : NO_LEVEL_ABOVE;
}
