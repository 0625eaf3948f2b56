import type { StrategyType } from '#lib/contract/vocabulary.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import type { KindFacts } from '#lib/strategies/kind-facts.ts';
import { counterpartOf, type Instrument, instrumentPath } from './paths.ts';

/** Where a bot of a kind that is made on `page` is created, for who knows that already: browsers of public pages carry no facts of all kinds for it. */
export function createPathOn(
  page: KindFacts['page'],
  language: string,
  kind: StrategyType,
  market: string,
  type: MarketKind,
): string {
  const isThere = page === 'both' || type.startsWith(page === 'futures' ? 'futures' : 'spot');
  const instrument: Instrument = isThere ? { market, type } : counterpartOf({ market, type });
  return `${instrumentPath(language, instrument)}&strategyType=${kind}`;
}
