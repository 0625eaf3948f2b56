import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import { createPathOn } from './create-path-on.ts';
import { DEFAULT_MARKET } from './paths.ts';

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
  return createPathOn(KIND_FACTS[kind].page, language, kind, market, type);
}
