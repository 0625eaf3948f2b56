import type { FieldDescriptor, FormValues } from '../definition.ts';
import { FOLLOW_FEE_DEFAULT } from '../rules/text.ts';
import { noDecimals, percentUnit } from './inputs.ts';

/** Profit share, name, description and the hide flags: the end of every form (C-074, C-075). */
export const TEXT_FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'follow_fee_rate',
    input: 'percent',
    section: 'advanced',
    label: 'follow_fee_rate',
    unit: percentUnit,
    decimals: noDecimals,
  },
  { name: 'strategy_name', input: 'text', section: 'advanced', label: 'strategy_name' },
  { name: 'abstract', input: 'textarea', section: 'advanced', label: 'abstract' },
  // Said the way the review sheet says it (H57): on is shown.
  { name: 'is_hide', input: 'switch', section: 'advanced', label: 'is_hide', states: ['1', '0'] },
  { name: 'is_hide_order', input: 'switch', section: 'advanced', label: 'is_hide_order' },
];

export const TEXT_DEFAULTS: FormValues = {
  strategy_name: '',
  abstract: '',
  follow_fee_rate: FOLLOW_FEE_DEFAULT,
  is_hide: '0',
  is_hide_order: '0',
};
