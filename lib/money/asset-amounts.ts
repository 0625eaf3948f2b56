/** An amount with its asset, units. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: bigint;
}

/** Amounts of the same asset added up, in the order in which their assets came; those that come to nothing are left out. */
export function sumByAsset(amounts: readonly AssetAmount[]): readonly AssetAmount[] {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of amounts) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums].flatMap(([asset, amount]) => (amount === 0n ? [] : [{ asset, amount }]));
}
