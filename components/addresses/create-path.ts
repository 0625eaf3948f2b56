import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import { counterpartOf, DEFAULT_MARKET, type Instrument, instrumentPath } from './paths.ts';

/**
 * C-023, C-024: where a bot of this kind is created. Kinds of the futures page want a contract, the others a market:
 * a market of the other side is taken over as its counterpart. Kinds of both pages stay where one is.
 */
export function createPath(
  language: string,
  kind: StrategyType,
  market: string = DEFAULT_MARKET,
  type: MarketKind = 'spot',
): string {
  const { page } = KIND_FACTS[kind];
  const isThere = page === 'both' || type.startsWith(page === 'futures' ? 'futures' : 'spot');
  const instrument: Instrument = isThere ? { market, type } : counterpartOf({ market, type });
  return `${instrumentPath(language, instrument)}&strategyType=${kind}`;
}
