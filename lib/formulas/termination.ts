/**
 * Closing options of the terminate dialog: the price spread between what the book would pay now and the last price,
 * and what follows from it (M-155 … M-161, M-235, M-236).
 */
import { parseAmount } from '../money/amount.ts';
import { readDecimal } from '../money/decimal-text.ts';

export type SpreadBand = 'low' | 'middle' | 'high';
export type CloseType = 'market' | 'limit' | 'no_close';
export type CloseLeg = 'spot' | 'futures';

/** Bots younger than this get the reminder first (M-081). Seconds. */
export const YOUNG_BOT_SECONDS = 168 * 3600;

/** Minutes after which a limit close cancels itself (M-236); the first is the default. */
export const LIMIT_EXPIRATION_MINUTES = [1, 3, 5, 10, 30, 60, 180, 360] as const;
/** Percent. */
export const DEFAULT_CLOSE_SLIPPAGE = '1';

/**
 * |enquiry − last| ÷ last: up to 1 % is low, up to 3 % middle, above that high (M-155). Null when either is unknown.
 * Compared exactly, by cross-multiplication.
 */
export function spreadBand(enquiryPrice: string, lastPrice: string): SpreadBand | null {
  const enquiry = parseAmount(enquiryPrice);
  const last = parseAmount(lastPrice);
  if (enquiry === null || last === null || last === 0n) return null;
  const hundredfold = (enquiry > last ? enquiry - last : last - enquiry) * 100n;
  if (hundredfold <= last) return 'low';
  return hundredfold <= 3n * last ? 'middle' : 'high';
}

/** What is chosen when the dialog opens (M-156 … M-159). */
export function preselectedClose(band: SpreadBand, leg: CloseLeg): CloseType {
  if (band === 'low') return 'market';
  if (leg === 'futures') return 'limit';
  return band === 'middle' ? 'limit' : 'no_close';
}

/** M-159 and M-160: a market close of a spot leg is refused at a high spread, or with two or more coins besides USDT. */
export function isMarketCloseDisabled(band: SpreadBand, leg: CloseLeg, heldCoins: readonly string[]): boolean {
  if (leg === 'futures') return false;
  return band === 'high' || heldCoins.filter((coin) => coin !== 'USDT').length >= 2;
}

/** M-161: yellow at a low spread or for futures, red otherwise; none when the spread is high or market is not chosen. */
export function marketCloseWarning(band: SpreadBand, leg: CloseLeg, chosen: CloseType): 'yellow' | 'red' | null {
  if (chosen !== 'market' || band === 'high') return null;
  return band === 'low' || leg === 'futures' ? 'yellow' : 'red';
}

/** The limit close's slippage, percent as typed: 0.1 to 5 (M-235). */
export function isCloseSlippageValid(percent: string): boolean {
  const units = parseAmount(readDecimal(percent) ?? '');
  return units !== null && units >= 10_000_000n && units <= 500_000_000n;
}
