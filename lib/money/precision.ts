/** Decimals by context (X23 settles the documents' many readings: each screen keeps its own). */

/** Investment shown (C-340): BTC 6, another asset of a BTC-quoted market 4, otherwise 2. */
export function investmentDecimals(asset: string, quote: string): number {
  if (asset === 'BTC') return 6;
  return quote === 'BTC' ? 4 : 2;
}

/** Investment typed (C-236, C-438): the symbol's precision once it is known, else BTC 6 and otherwise 4. */
export function inputDecimals(asset: string, symbolDecimals: number | null): number {
  return symbolDecimals ?? (asset === 'BTC' ? 6 : 4);
}

/** Order amounts by their unit (M-386): BTC 5, ETH 7, otherwise 2. */
export function orderAmountDecimals(unit: string): number {
  if (unit === 'BTC') return 5;
  return unit === 'ETH' ? 7 : 2;
}

/** Order quantities (M-387): BTC 6, otherwise 4. */
export function quantityDecimals(asset: string): number {
  return asset === 'BTC' ? 6 : 4;
}

/** Profits (E-362): BTC 6, otherwise 4. */
export function profitDecimals(asset: string): number {
  return asset === 'BTC' ? 6 : 4;
}

/** Smart position: USDT amounts, and the balance beside them (C-439). */
export const SMART_USDT_DECIMALS = 2;
export const SMART_BALANCE_DECIMALS = 7;
/** Coins held (E-366) and margin amounts (E-367). */
export const HELD_COIN_DECIMALS = 12;
export const MARGIN_DECIMALS = 6;
