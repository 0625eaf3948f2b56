import { isUnset } from '../../../money/decimal-text.ts';
import type { FieldDescriptor } from '../../../strategies/definition.ts';
import {
  QUANTITY_FIELDS,
  RANGE_FIELDS,
  RANGE_STOP_FIELDS,
  STOP_RATIO_FIELDS,
  slippageField,
  TRIGGER_FIELD,
} from '../../../strategies/fields/grid-fields.ts';
import { LEVERAGE_FIELD, sideField } from '../../../strategies/fields/leverage-fields.ts';
import { TEXT_FIELDS } from '../../../strategies/fields/text-fields.ts';
import { settleAsset, settleDecimals } from '../../../strategies/rules/settle.ts';

/** The amount of every kind that is settled in a contract's asset. */
export const SETTLE_MONEY_FIELD: FieldDescriptor = {
  name: 'money',
  input: 'amount',
  section: 'amount',
  label: 'money',
  unit: settleAsset,
  decimals: settleDecimals,
};

/** Which price a trigger watches (C-126, X52); there is nothing to watch without one. */
const TRIGGER_TYPE_FIELD: FieldDescriptor = {
  name: 'trigger_type',
  input: 'choice',
  section: 'advanced',
  label: 'trigger_type',
  options: [
    { value: '0', label: 'trigger_type.last' },
    { value: '1', label: 'trigger_type.mark' },
  ],
  isShown: (values) => !isUnset(values.trigger_price ?? ''),
};

export const FUTURES_FIELDS: readonly FieldDescriptor[] = [
  sideField(true),
  LEVERAGE_FIELD,
  ...RANGE_FIELDS,
  SETTLE_MONEY_FIELD,
  TRIGGER_FIELD,
  TRIGGER_TYPE_FIELD,
  ...QUANTITY_FIELDS,
  ...STOP_RATIO_FIELDS,
  ...RANGE_STOP_FIELDS,
  slippageField(['0.1', '0.5']),
  ...TEXT_FIELDS,
];
