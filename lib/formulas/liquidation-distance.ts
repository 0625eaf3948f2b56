/** Percent of the price within which a liquidation is near (M-202), and at hand (M-190). */
const NEAR = 3n;
const AT_HAND = 1n;

export type LiquidationRisk = 'liquidation-near' | 'liquidation-at-hand';

/**
 * How near to a price, in any unit, the liquidations of a bot are: `long` is reached by falling to it, `short` by rising. What
 * the price is past already is nearer than near. Null where none is near, or there is none.
 */
export function liquidationRisk(
  price: bigint,
  { long, short }: { readonly long: bigint | null; readonly short: bigint | null },
): LiquidationRisk | null {
  const ways = [...(long === null ? [] : [price - long]), ...(short === null ? [] : [short - price])];
  const isWithin = (percent: bigint): boolean => ways.some((way) => way * 100n <= price * percent);
  if (isWithin(AT_HAND)) return 'liquidation-at-hand';
  return isWithin(NEAR) ? 'liquidation-near' : null;
}
