import { indicatorSpec } from '#lib/indicators/catalogue.ts';
import { CONDITION_SIDES, type ConditionSideName, indicatorIdOf } from '#lib/indicators/condition.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { readConditions } from '#lib/kinds/indicator/definition/conditions.ts';

/** An argument of an indicator that a neighbour varies (side.row.argument, counted from 0). */
export interface VariedArgument {
  readonly side: ConditionSideName;
  /** From 1. */
  readonly row: number;
  /** Key of the argument in the catalogue. */
  readonly arg: string;
}

/** What `open.0.2` means in these conditions; null when it is not such a word. */
export function variedArgument(field: string, conditions: unknown): VariedArgument | null {
  const [name = '', row = '', arg = ''] = field.split('.');
  const side = CONDITION_SIDES.find((one) => one === name);
  const condition = side === undefined ? undefined : readConditions(conditions)?.[side]?.conditions[Number(row)];
  const id = indicatorIdOf(condition?.indicatorName ?? '');
  const spec = id === null ? undefined : indicatorSpec(id).args[Number(arg)];
  return side === undefined || spec === undefined ? null : { side, row: Number(row) + 1, arg: spec.key };
}

/** Words of payloads whose values are fractions and read as percents. */
const FRACTIONS: readonly string[] = ['take_profit_per_cycle', 'threshold', 'spread_rate'];

/** How the value of a varied word is written: as a percent, as a price of the market (or a distance of them), or as it is. */
export function meaningOf(field: string, kind: string, stepType: string): 'fraction' | 'price' | 'figure' {
  if (field === 'price_steps') return stepType === 'diff' ? 'price' : 'fraction';
  if (field === 'low_price' || field === 'high_price')
    return factsOf(kind).range === 'fractions' ? 'fraction' : 'price';
  return FRACTIONS.includes(field) ? 'fraction' : 'figure';
}
