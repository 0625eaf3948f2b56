/**
 * Coins in circulation, whole, rounded: what a market capitalisation is made of with the present price. Supplies move by
 * a few percent a year, weights by less. Sources: mexc.fm/news/331214 (BTC, ETH, SOL, XRP, BNB, ADA; December 2025),
 * bitdegree.org/cryptocurrency-prices/dogecoin-doge-price (DOGE; 2025).
 */
const CIRCULATING: Readonly<Record<string, bigint>> = {
  BTC: 19_950_000n,
  ETH: 120_690_000n,
  SOL: 559_770_000n,
  XRP: 60_330_000_000n,
  BNB: 137_730_000n,
  DOGE: 150_882_000_000n,
  ADA: 35_890_000_000n,
};

/** Whole coins in circulation; null for a coin that nobody has looked up. */
export function circulatingSupply(coin: string): bigint | null {
  return CIRCULATING[coin] ?? null;
}
