import { parseAmount } from './amount.ts';

/** Whether a text is a plain figure with at most two decimals between two others, both included. */
export function isPlainFigure(
  text: string,
  { least, most }: { readonly least: string; readonly most: string },
): boolean {
  const value = parseAmount(text);
  if (value === null || !/^\d+(\.\d{1,2})?$/.test(text)) return false;
  return value >= (parseAmount(least) ?? 0n) && value <= (parseAmount(most) ?? 0n);
}
