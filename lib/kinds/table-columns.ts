import type { StrategyType } from '../contract/vocabulary.ts';
import type { ColumnDescriptor } from '../strategies/definition.ts';
import { columnsOf } from '../strategies/fields/columns.ts';
import { KIND_FACTS } from './facts.ts';

/** The columns of each kind's rows in the tables of running and ended bots. */
export const TABLE_COLUMNS = Object.fromEntries(
  Object.entries(KIND_FACTS).map(([kind, { columns }]) => [kind, columnsOf(...columns)]),
) as Readonly<Record<StrategyType, readonly ColumnDescriptor[]>>;
