import { UNITS_PER_COIN } from '../../money/amount.ts';
import type { MinimumFacts } from '../definition.ts';

/**
 * Price of one coin of the investment asset in USDT units, as far as the market itself says it: a coin that is not the
 * base of a market against dollars has none here. Null when not known.
 */
export function investmentInUsdt({ spec, lastTicks }: Pick<MinimumFacts, 'spec' | 'lastTicks'>): bigint | null {
  const asset = spec.contract?.settle ?? spec.quote;
  if (asset === 'USDT') return UNITS_PER_COIN;
  const isPriced = asset === spec.base && spec.quote.startsWith('USD');
  return isPriced && lastTicks !== null ? BigInt(lastTicks) * spec.tickUnits : null;
}
