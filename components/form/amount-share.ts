import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';

/** A share of the balance as the amount field takes it: cut to its decimals, so never more than there is. `percent` is whole. */
export function shareOf(available: bigint, percent: number, decimals: number): string {
  const units = (available * BigInt(percent)) / 100n;
  const [whole = '0', fraction = ''] = formatAmount(units).split('.');
  const cut = fraction.slice(0, decimals).replace(/0+$/, '');
  return cut === '' ? whole : `${whole}.${cut}`;
}

/** The typed amount as a whole percent of the balance, 0…100, for the slider. */
export function percentOf(typed: string, available: bigint | null): number {
  const units = parseAmount(readDecimal(typed) ?? '');
  if (units === null || available === null || available <= 0n) return 0;
  return units >= available ? 100 : Number((units * 100n) / available);
}
