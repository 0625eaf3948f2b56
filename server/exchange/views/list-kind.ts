import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/**
 * The kind that a bot is counted under: custom strategies and single-indicator bots are indicator bots of
 * where they trade (H8), every other kind is itself.
 */
export function countedAs(kind: StrategyType, spec: MarketSpec): StrategyType {
  return KIND_FACTS[kind].countedAs?.[spec.contract === undefined ? 'trade' : 'futures'] ?? kind;
}

/** Whether a bot stands in the list of a kind: its own, and the one that it is counted under. */
export function isListedAs(kind: StrategyType, spec: MarketSpec, asked: StrategyType): boolean {
  return kind === asked || countedAs(kind, spec) === asked;
}
