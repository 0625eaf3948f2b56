import { COMPOSE_KINDS, type StrategyType } from '#lib/contract/vocabulary.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** Whether a kind trades by conditions on indicators. */
export function isComposeKind(kind: StrategyType): boolean {
  return (COMPOSE_KINDS as readonly StrategyType[]).includes(kind);
}

/**
 * The kind that a bot is counted under: custom strategies and single-indicator bots are combined-indicator bots of
 * where they trade (H8), every other kind is itself.
 */
export function countedAs(kind: StrategyType, spec: MarketSpec): StrategyType {
  if (!isComposeKind(kind)) return kind;
  return spec.contract === undefined ? 'spot-compose-indicator' : 'compose-indicator';
}

/** Whether a bot stands in the list of a kind: its own, and the one that it is counted under. */
export function isListedAs(kind: StrategyType, spec: MarketSpec, asked: StrategyType): boolean {
  return kind === asked || countedAs(kind, spec) === asked;
}
