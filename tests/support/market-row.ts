import type { MarketRow } from '#lib/client/market-rows.ts';

/** A spot market as the exchange's list of markets has it: prices of one decimal, quantities of six. */
export function marketRow(market: string): MarketRow {
  const [base = '', quote = ''] = market.split('_');
  return {
    market,
    base,
    quote,
    price_decimals: 1,
    amount_decimals: 6,
    min_base_amount: '0.000001',
    min_quote_amount: '3',
    max_grid: 200,
  };
}
