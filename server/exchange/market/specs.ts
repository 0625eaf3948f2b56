import { parseAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

interface MarketRow {
  readonly market: string;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  /** Smallest order: base quantity and quote value, decimal text. */
  readonly minBase: string;
  readonly minQuote: string;
  readonly maxGrid: number;
}

function unitsOf(text: string): bigint {
  const units = parseAmount(text);
  if (units === null) throw new Error(`"${text}" in the market table is not an amount`);
  return units;
}

function defineMarket(row: MarketRow): MarketSpec {
  const [base, quote] = row.market.split('_');
  if (base === undefined || quote === undefined) throw new Error(`"${row.market}" is not BASE_QUOTE`);
  return {
    market: row.market,
    base,
    quote,
    priceDecimals: row.priceDecimals,
    amountDecimals: row.amountDecimals,
    tickUnits: 10n ** BigInt(8 - row.priceDecimals),
    lotUnits: 10n ** BigInt(8 - row.amountDecimals),
    minBaseUnits: unitsOf(row.minBase),
    minQuoteUnits: unitsOf(row.minQuote),
    maxGrid: row.maxGrid,
  };
}

/**
 * The paper exchange's spot markets. Decimals and minima of BTC, ETH, XRP, DOGE and ADA against USDT are those of
 * Gate.io's public pair list (api/v4/spot/currency_pairs as recorded on 2026-06-01). The list does not hold SOL, BNB
 * and ETH_BTC: their decimals are those of the recorded spot candles, their minima follow the same pattern (about
 * three dollars; ETH_BTC has six price decimals so that a tick is a third of a basis point). `maxGrid` is X1: 200 for
 * major pairs, 100 for others.
 */
export const PAPER_MARKETS: readonly MarketSpec[] = [
  defineMarket({
    market: 'BTC_USDT',
    priceDecimals: 1,
    amountDecimals: 6,
    minBase: '0.000001',
    minQuote: '3',
    maxGrid: 200,
  }),
  defineMarket({
    market: 'ETH_USDT',
    priceDecimals: 2,
    amountDecimals: 4,
    minBase: '0.001',
    minQuote: '3',
    maxGrid: 200,
  }),
  defineMarket({
    market: 'SOL_USDT',
    priceDecimals: 2,
    amountDecimals: 3,
    minBase: '0.001',
    minQuote: '3',
    maxGrid: 200,
  }),
  defineMarket({
    market: 'XRP_USDT',
    priceDecimals: 4,
    amountDecimals: 3,
    minBase: '0.001',
    minQuote: '3',
    maxGrid: 200,
  }),
  defineMarket({
    market: 'BNB_USDT',
    priceDecimals: 2,
    amountDecimals: 3,
    minBase: '0.001',
    minQuote: '3',
    maxGrid: 200,
  }),
  defineMarket({
    market: 'DOGE_USDT',
    priceDecimals: 5,
    amountDecimals: 2,
    minBase: '0.01',
    minQuote: '3',
    maxGrid: 100,
  }),
  defineMarket({
    market: 'ADA_USDT',
    priceDecimals: 4,
    amountDecimals: 2,
    minBase: '0.01',
    minQuote: '3',
    maxGrid: 100,
  }),
  defineMarket({
    market: 'ETH_BTC',
    priceDecimals: 6,
    amountDecimals: 4,
    minBase: '0.001',
    minQuote: '0.00005',
    maxGrid: 100,
  }),
];
