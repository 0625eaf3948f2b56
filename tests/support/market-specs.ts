import type { MarketSpec } from '#lib/money/market-spec.ts';

/** A market of the tests: prices with one decimal, quantities with six. */
export function testSpec(changes: Partial<MarketSpec> = {}): MarketSpec {
  return {
    market: 'BTC_USDT',
    base: 'BTC',
    quote: 'USDT',
    priceDecimals: 1,
    amountDecimals: 6,
    tickUnits: 10_000_000n,
    lotUnits: 100n,
    minBaseUnits: 100n,
    minQuoteUnits: 300_000_000n,
    maxGrid: 200,
    ...changes,
  };
}
