import { UNITS_PER_COIN } from '../money/amount.ts';

/** Percent of the price within which a liquidation is near (M-202), and at hand (M-190). */
const NEAR = 3n;
const AT_HAND = 1n;

export type LiquidationRisk = 'liquidation-near' | 'liquidation-at-hand';

/** Where a bot would be liquidated: `long` is reached by falling to it, `short` by rising. In the unit of the price; null where it is not. */
interface LiquidationLevels {
  readonly long: bigint | null;
  readonly short: bigint | null;
}

/** How far each of them is from a price; below 0 where the price is past it already. */
function waysTo(price: bigint, { long, short }: LiquidationLevels): readonly bigint[] {
  return [...(long === null ? [] : [price - long]), ...(short === null ? [] : [short - price])];
}

/** How far the nearest one is, as a part of the price in 1e-8, rounded down; null where there is none. */
export function liquidationGapE8(price: bigint, levels: LiquidationLevels): bigint | null {
  const [first, ...others] = waysTo(price, levels);
  if (first === undefined || price <= 0n) return null;
  const nearest = others.reduce((least, way) => (way < least ? way : least), first);
  return (nearest * UNITS_PER_COIN) / price;
}

/** Whether a price is past one of them already (M-201). */
export function isPastLiquidation(price: bigint, levels: LiquidationLevels): boolean {
  return waysTo(price, levels).some((way) => way < 0n);
}

/**
 * How near to a price, in any unit, the liquidations of a bot are. What the price is past
 * already is nearer than near. Null where none is near, or there is none.
 */
export function liquidationRisk(price: bigint, levels: LiquidationLevels): LiquidationRisk | null {
  const ways = waysTo(price, levels);
  const isWithin = (percent: bigint): boolean => ways.some((way) => way * 100n <= price * percent);
  if (isWithin(AT_HAND)) return 'liquidation-at-hand';
  return isWithin(NEAR) ? 'liquidation-near' : null;
}
