import type { ReplyOf } from '../contract/contract.ts';
import { AMOUNT_DECIMALS, parseAmount } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';

/** A market as the `markets` call describes it. */
export type MarketRow = NonNullable<ReplyOf<'markets'>['data']>[number];

/** One step of a number with so many decimals, in units. */
function stepUnits(decimals: number): bigint {
  return 10n ** BigInt(AMOUNT_DECIMALS - decimals);
}

/** The exact spec of a market. Null when the row has more decimals than amounts have, or a malformed minimum. */
export function specOf(row: MarketRow): MarketSpec | null {
  const minBaseUnits = parseAmount(row.min_base_amount);
  const minQuoteUnits = parseAmount(row.min_quote_amount);
  if (minBaseUnits === null || minQuoteUnits === null) return null;
  if (row.price_decimals > AMOUNT_DECIMALS || row.amount_decimals > AMOUNT_DECIMALS) return null;
  return {
    market: row.market,
    base: row.base,
    quote: row.quote,
    priceDecimals: row.price_decimals,
    amountDecimals: row.amount_decimals,
    tickUnits: stepUnits(row.price_decimals),
    lotUnits: stepUnits(row.amount_decimals),
    minBaseUnits,
    minQuoteUnits,
    maxGrid: row.max_grid,
  };
}
