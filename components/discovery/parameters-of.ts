import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { ParameterRow } from '#lib/strategies/definition.ts';

/** A shared bot's parameters as its kind names them; null where they are hidden, none while its market is not known. */
export function parametersOf(row: StrategyRow, spec: MarketSpec | null): readonly ParameterRow[] | null {
  if (row.params === null || !isCreatable(row.strategy_type)) return null;
  return spec === null ? [] : definitionOf(row.strategy_type).parameterRows(row.params, spec);
}
