import type { FieldDescriptor } from '../../../strategies/definition.ts';
import {
  FUND_TYPE_FIELD,
  KEEP_COINS_FIELD,
  QUANTITY_FIELDS,
  RANGE_FIELDS,
  RANGE_STOP_FIELDS,
  STOP_PRICE_FIELDS,
  slippageField,
  TRAILING_FIELD,
  TRIGGER_FIELD,
} from '../../../strategies/fields/grid-fields.ts';
import { TEXT_FIELDS } from '../../../strategies/fields/text-fields.ts';
import { MONEY_FIELD } from '../../../strategies/grid/money-field.ts';

/** The form in its order (C-054): strategy block, amount block, advanced settings. */
export const FIELDS: readonly FieldDescriptor[] = [
  FUND_TYPE_FIELD,
  ...RANGE_FIELDS,
  TRAILING_FIELD,
  MONEY_FIELD,
  TRIGGER_FIELD,
  ...QUANTITY_FIELDS,
  ...STOP_PRICE_FIELDS,
  ...RANGE_STOP_FIELDS,
  slippageField(['1', '5']),
  KEEP_COINS_FIELD,
  ...TEXT_FIELDS,
];
