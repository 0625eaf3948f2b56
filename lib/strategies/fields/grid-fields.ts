import type { FieldDescriptor } from '../definition.ts';
import { hasStop } from '../rules/wire.ts';
import { noDecimals, PERCENT, PRICE } from './inputs.ts';

/** Range, count and spacing of the grids that have them. */
export const RANGE_FIELDS: readonly FieldDescriptor[] = [
  { name: 'low_price', section: 'strategy', label: 'low_price', group: 'range', ...PRICE },
  { name: 'high_price', section: 'strategy', label: 'high_price', group: 'range', ...PRICE },
  { name: 'grid_num', input: 'integer', section: 'strategy', label: 'grid_num', group: 'grids', decimals: noDecimals },
  {
    name: 'price_type',
    input: 'choice',
    section: 'strategy',
    label: 'price_type',
    group: 'grids',
    options: [
      { value: '0', label: 'price_type.arithmetic' },
      { value: '1', label: 'price_type.geometric' },
    ],
  },
];

export const QUANTITY_FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'qty_type',
    input: 'choice',
    section: 'advanced',
    label: 'qty_type',
    options: [
      { value: '0', label: 'qty_type.equal' },
      { value: '1', label: 'qty_type.ratio' },
    ],
  },
  {
    name: 'qty_rate',
    section: 'advanced',
    label: 'qty_rate',
    isShown: (values) => values.qty_type === '1',
    ...PERCENT,
  },
];

/** What bots invest in that can begin with coins (C-063). */
export const FUND_TYPE_FIELD: FieldDescriptor = {
  name: 'is_use_base',
  input: 'choice',
  section: 'strategy',
  label: 'is_use_base',
  options: [
    { value: '0', label: 'is_use_base.quote' },
    { value: '1', label: 'is_use_base.base' },
  ],
};

export const TRAILING_FIELD: FieldDescriptor = {
  name: 'trailing',
  input: 'panel',
  section: 'strategy',
  label: 'trailing',
  panel: 'trailing',
};

export const TRIGGER_FIELD: FieldDescriptor = {
  name: 'trigger_price',
  section: 'advanced',
  label: 'trigger_price',
  ...PRICE,
};

/** C-073: beside stop loss and take profit. */
export const STOP_CHECK_FIELD: FieldDescriptor = {
  name: 'stop_check_type',
  input: 'switch',
  section: 'advanced',
  label: 'stop_check_type',
  isShown: hasStop,
};

/** Stops as prices: spot, margin and infinite grid (X14). */
export const STOP_PRICE_FIELDS: readonly FieldDescriptor[] = stopFields(PRICE, '');
/** Stops as percent: futures grid and smart position (C-071, X14). */
export const STOP_RATIO_FIELDS: readonly FieldDescriptor[] = stopFields(PERCENT, '_ratio');

function stopFields(input: typeof PRICE | typeof PERCENT, suffix: string): readonly FieldDescriptor[] {
  return [
    { name: 'stop_profit_on', input: 'switch', section: 'advanced', label: 'stop_profit_on' },
    {
      name: 'stop_profit',
      section: 'advanced',
      label: `stop_profit${suffix}`,
      isShown: (values) => values.stop_profit_on === '1',
      ...input,
    },
    { name: 'stop_loss_on', input: 'switch', section: 'advanced', label: 'stop_loss_on' },
    {
      name: 'stop_loss',
      section: 'advanced',
      label: `stop_loss${suffix}`,
      isShown: (values) => values.stop_loss_on === '1',
      ...input,
    },
    STOP_CHECK_FIELD,
  ];
}

/** H18. */
export const RANGE_STOP_FIELDS: readonly FieldDescriptor[] = [
  { name: 'is_less_low_stop', input: 'switch', section: 'advanced', label: 'is_less_low_stop' },
  { name: 'is_over_high_stop', input: 'switch', section: 'advanced', label: 'is_over_high_stop' },
];

/** C-100, C-101: the quick picks are the kind's. */
export function slippageField(picks: readonly string[]): FieldDescriptor {
  return { name: 'init_position_slip', section: 'advanced', label: 'init_position_slip', picks, ...PERCENT };
}

export const KEEP_COINS_FIELD: FieldDescriptor = {
  name: 'store_coin_flag',
  input: 'switch',
  section: 'advanced',
  label: 'store_coin_flag',
};
