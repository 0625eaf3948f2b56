import { RATIO_DECIMALS } from '../../../money/input.ts';
import type { FieldDescriptor } from '../../../strategies/definition.ts';
import { STOP_RATIO_FIELDS } from '../../../strategies/fields/grid-fields.ts';
import { noDecimals, PERCENT } from '../../../strategies/fields/inputs.ts';
import { TEXT_FIELDS } from '../../../strategies/fields/text-fields.ts';
import { portfolioAsset, portfolioDecimals } from '../../../strategies/portfolio/coins.ts';
import { isByRatio } from './values.ts';

const REBALANCE_FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'balance_type',
    input: 'choice',
    section: 'strategy',
    label: 'balance_type',
    options: [
      { value: '0', label: 'balance_type.time' },
      { value: '1', label: 'balance_type.ratio' },
    ],
  },
  {
    name: 'period',
    input: 'integer',
    section: 'strategy',
    label: 'rebalance_period',
    group: 'period',
    decimals: noDecimals,
    isShown: (values) => !isByRatio(values),
  },
  {
    name: 'period_unit',
    unitOf: 'period',
    input: 'choice',
    section: 'strategy',
    label: 'period_unit',
    group: 'period',
    options: [
      { value: 'm', label: 'period_unit.m' },
      { value: 'h', label: 'period_unit.h' },
      { value: 'd', label: 'period_unit.d' },
    ],
    isShown: (values) => !isByRatio(values),
  },
  {
    name: 'threshold',
    section: 'strategy',
    label: 'threshold',
    ...PERCENT,
    decimals: () => RATIO_DECIMALS,
    isShown: isByRatio,
  },
];

/** C-068, C-069, C-077: coins bought or brought, when they are rebalanced, stops as ratios (X14). */
export const SMART_FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'coin_type',
    input: 'choice',
    section: 'strategy',
    label: 'coin_type',
    options: [
      { value: 'all', label: 'coin_type.all' },
      { value: 'spot', label: 'coin_type.spot' },
    ],
  },
  { name: 'coins', input: 'panel', section: 'strategy', label: 'coins', panel: 'coin-list' },
  ...REBALANCE_FIELDS,
  {
    name: 'money',
    input: 'amount',
    section: 'amount',
    label: 'money',
    unit: portfolioAsset,
    decimals: portfolioDecimals,
    // Brought coins are worth what they are worth.
    isDisabled: (values) => values.coin_type === 'spot',
  },
  ...STOP_RATIO_FIELDS.filter(({ name }) => name !== 'stop_check_type'),
  { name: 'close_flag', input: 'switch', section: 'advanced', label: 'close_flag' },
  ...TEXT_FIELDS,
];
