import type { FieldDescriptor } from '../../../strategies/definition.ts';
import { LEVERAGE_FIELD, sideField } from '../../../strategies/fields/leverage-fields.ts';
import { FIELDS } from '../../spot-grid/definition/fields.ts';

/** The spot grid's form with side and leverage in front; trailing belongs to the spot grid. */
export const MARGIN_FIELDS: readonly FieldDescriptor[] = [
  sideField(true),
  LEVERAGE_FIELD,
  ...FIELDS.filter(({ name }) => name !== 'trailing'),
];
