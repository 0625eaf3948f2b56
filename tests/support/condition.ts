import type { Condition } from '#lib/indicators/condition.ts';

/** A condition in the order in which it is read: indicator, comparator, what it is compared with. */
export function condition(
  indicatorName: Condition['indicatorName'],
  indicatorArgs: readonly string[],
  comparatorName: Condition['comparatorName'],
  compareIndicatorName: Condition['compareIndicatorName'],
  compareIndicatorArgs: readonly string[],
  operations: Condition['operations'] = 'and',
): Condition {
  return { operations, indicatorName, indicatorArgs, comparatorName, compareIndicatorName, compareIndicatorArgs };
}
