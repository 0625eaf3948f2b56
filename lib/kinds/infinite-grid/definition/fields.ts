import type { FieldDescriptor } from '../../../strategies/definition.ts';
import {
  FUND_TYPE_FIELD,
  KEEP_COINS_FIELD,
  STOP_PRICE_FIELDS,
  TRIGGER_FIELD,
} from '../../../strategies/fields/grid-fields.ts';
import { PERCENT } from '../../../strategies/fields/inputs.ts';
import { TEXT_FIELDS } from '../../../strategies/fields/text-fields.ts';
import { MONEY_FIELD } from '../../../strategies/grid/money-field.ts';

export const INFINITE_FIELDS: readonly FieldDescriptor[] = [
  FUND_TYPE_FIELD,
  { name: 'low_price', section: 'strategy', label: 'fall_rate', group: 'range', ...PERCENT },
  { name: 'high_price', section: 'strategy', label: 'rise_rate', group: 'range', ...PERCENT },
  MONEY_FIELD,
  TRIGGER_FIELD,
  ...STOP_PRICE_FIELDS,
  KEEP_COINS_FIELD,
  ...TEXT_FIELDS,
];
