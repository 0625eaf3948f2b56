import { equalShares } from '#lib/formulas/portfolio-shares.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { CheckContext } from '#lib/strategies/definition.ts';
import { broughtValue, type CoinRow, withHeldShares } from '#lib/strategies/portfolio/coins.ts';

/** Whether the coins stand in equal shares, as they do until somebody types one. */
function isEqualSplit(rows: readonly CoinRow[]): boolean {
  const shares = equalShares(rows.length);
  return rows.every(({ rate }, index) => rate === String(shares[index]));
}

/** The same coins in equal shares (C-247). */
export function equallySplit(rows: readonly CoinRow[]): readonly CoinRow[] {
  const shares = equalShares(rows.length);
  return rows.map((row, index) => ({ ...row, rate: String(shares[index]) }));
}

/** One coin more: equal shares stay equal, others are left as they were typed. Brought coins get their shares by their worth. */
export function withCoinAdded(rows: readonly CoinRow[], asset: string, isBrought: boolean): readonly CoinRow[] {
  const next = [...rows, { asset, rate: '', amount: '' }];
  return isBrought || !isEqualSplit(rows) ? next : equallySplit(next);
}

/** One coin less; equal shares stay equal. */
export function withCoinRemoved(rows: readonly CoinRow[], asset: string): readonly CoinRow[] {
  const next = rows.filter((row) => row.asset !== asset);
  return isEqualSplit(rows) ? equallySplit(next) : next;
}

/** Brought coins with their shares (C-327) and what they are worth together; null while an amount or a price is missing. */
export function withHeldWorth(
  rows: readonly CoinRow[],
  spec: MarketSpec,
  prices: CheckContext['prices'],
): { readonly rows: readonly CoinRow[]; readonly money: string } | null {
  const shared = withHeldShares(rows, spec, prices);
  const value = broughtValue(rows, spec, prices);
  return shared === null || value === null ? null : { rows: shared, money: formatAmount(value) };
}
