import type { MarketSpec } from '../../../money/market-spec.ts';
import type { FieldDescriptor, FormValues } from '../../../strategies/definition.ts';
import { PERCENT } from '../../../strategies/fields/inputs.ts';
import { LEVERAGE_FIELD, sideField } from '../../../strategies/fields/leverage-fields.ts';
import { TEXT_FIELDS } from '../../../strategies/fields/text-fields.ts';
import {
  hasTrigger,
  indicatorAsset,
  indicatorDecimals,
  indicatorMarketOf,
  isProtectDisabled,
  isStartProfitOn,
} from './values.ts';

const onContract = (_values: FormValues, spec: MarketSpec): boolean => spec.contract !== undefined;
const onSpot = (_values: FormValues, spec: MarketSpec): boolean => spec.contract === undefined;

const MONEY: readonly FieldDescriptor[] = [
  {
    name: 'money',
    input: 'amount',
    section: 'amount',
    label: 'money',
    unit: indicatorAsset,
    decimals: indicatorDecimals,
  },
];

/** C-135, C-166…C-169: what is shown depends on the market (H24 says which trigger goes with the close percentage). */
const ADVANCED: readonly FieldDescriptor[] = [
  { name: 'pft_increase_ptn', input: 'switch', section: 'advanced', label: 'pft_increase_ptn', states: ['N', 'Y'] },
  { name: 'stop_rate', section: 'advanced', label: 'stop_rate', ...PERCENT },
  { name: 'stop_profit', section: 'advanced', label: 'total_stop_profit', ...PERCENT, isShown: onSpot },
  { name: 'position_stop_rate', section: 'advanced', label: 'position_stop_rate', ...PERCENT },
  {
    name: 'absolute_profit_flag',
    input: 'switch',
    section: 'advanced',
    label: 'absolute_profit_flag',
    states: ['', 'Y'],
    isShown: onSpot,
  },
  {
    name: 'absolute_profit_rate',
    section: 'advanced',
    label: 'absolute_profit_rate',
    ...PERCENT,
    isShown: (values, spec) => onSpot(values, spec) && values.absolute_profit_flag === 'Y',
  },
  { name: 'position_stop_profit', section: 'advanced', label: 'position_stop_profit', ...PERCENT, isShown: onContract },
  {
    name: 'start_profit_rate_checkbox',
    input: 'switch',
    section: 'advanced',
    label: 'start_profit_rate_checkbox',
    isShown: onContract,
  },
  {
    name: 'start_profit_rate',
    section: 'advanced',
    label: 'start_profit_rate',
    group: 'protection',
    ...PERCENT,
    isShown: (values, spec) => onContract(values, spec) && isStartProfitOn(values),
  },
  {
    name: 'protect_profit_rate',
    section: 'advanced',
    label: 'protect_profit_rate',
    group: 'protection',
    ...PERCENT,
    isShown: (values, spec) => onContract(values, spec) && isStartProfitOn(values),
    isDisabled: isProtectDisabled,
  },
  {
    name: 'volume',
    section: 'advanced',
    label: 'close_percentage',
    ...PERCENT,
    isShown: (values, spec) => hasTrigger(values, indicatorMarketOf(spec)),
  },
  { name: 'slip', section: 'advanced', label: 'slip', ...PERCENT, isShown: onSpot },
];

/** C-317: its placeholder is the kind's own. */
const INDICATOR_TEXT_FIELDS = TEXT_FIELDS.map((field) =>
  field.name === 'follow_fee_rate' ? { ...field, label: 'indicator_follow_fee_rate' } : field,
);

/** The fields of an indicator bot around those that make its conditions. */
export function indicatorFields(own: readonly FieldDescriptor[]): readonly FieldDescriptor[] {
  return [
    { ...sideField(false), isShown: onContract },
    { ...LEVERAGE_FIELD, isShown: onContract },
    ...own,
    ...MONEY,
    ...ADVANCED,
    ...INDICATOR_TEXT_FIELDS,
  ];
}
