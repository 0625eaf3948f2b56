import { UNITS_PER_COIN } from '../../money/amount.ts';
import type { MarketSpec } from '../../money/market-spec.ts';

/**
 * What one coin of the asset that profit is counted in costs, USDT units, as far as its own market says: USDT itself, or
 * a coin that the market prices in dollars. Null otherwise.
 */
export function assetInUsdt(spec: MarketSpec, lastTicks: number): bigint | null {
  const asset = spec.contract?.settle ?? spec.quote;
  if (asset === 'USDT') return UNITS_PER_COIN;
  return asset === spec.base && spec.quote.startsWith('USD') ? BigInt(lastTicks) * spec.tickUnits : null;
}
