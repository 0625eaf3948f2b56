import { RATIO_DECIMALS } from '../../money/input.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import type { FieldDescriptor, FormValues } from '../definition.ts';
import { investmentAsset, moneyDecimals } from './values.ts';

const quoteUnit = (_values: FormValues, spec: MarketSpec): string => spec.quote;
const percentUnit = (): string => '%';
const priceDecimals = (_values: FormValues, spec: MarketSpec): number => spec.priceDecimals;
const ratioDecimals = (): number => RATIO_DECIMALS;
const noDecimals = (): number => 0;

const PRICE = { input: 'price', unit: quoteUnit, decimals: priceDecimals } as const;
const PERCENT = { input: 'percent', unit: percentUnit, decimals: ratioDecimals } as const;

/** The form in its order (C-054): strategy block, amount block, advanced settings. */
export const FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'is_use_base',
    input: 'choice',
    section: 'strategy',
    label: 'is_use_base',
    options: [
      { value: '0', label: 'is_use_base.quote' },
      { value: '1', label: 'is_use_base.base' },
    ],
  },
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
  { name: 'trailing', input: 'panel', section: 'strategy', label: 'trailing', panel: 'trailing' },
  {
    name: 'money',
    input: 'amount',
    section: 'amount',
    label: 'money',
    unit: investmentAsset,
    decimals: moneyDecimals,
  },
  { name: 'trigger_price', section: 'advanced', label: 'trigger_price', ...PRICE },
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
  { name: 'stop_profit_on', input: 'switch', section: 'advanced', label: 'stop_profit_on' },
  {
    name: 'stop_profit',
    section: 'advanced',
    label: 'stop_profit',
    isShown: (values) => values.stop_profit_on === '1',
    ...PRICE,
  },
  { name: 'stop_loss_on', input: 'switch', section: 'advanced', label: 'stop_loss_on' },
  {
    name: 'stop_loss',
    section: 'advanced',
    label: 'stop_loss',
    isShown: (values) => values.stop_loss_on === '1',
    ...PRICE,
  },
  {
    name: 'stop_check_type',
    input: 'switch',
    section: 'advanced',
    label: 'stop_check_type',
    isShown: (values) => values.stop_loss_on === '1' || values.stop_profit_on === '1',
  },
  { name: 'is_less_low_stop', input: 'switch', section: 'advanced', label: 'is_less_low_stop' },
  { name: 'is_over_high_stop', input: 'switch', section: 'advanced', label: 'is_over_high_stop' },
  // C-101: quick picks of a spot grid.
  { name: 'init_position_slip', section: 'advanced', label: 'init_position_slip', picks: ['1', '5'], ...PERCENT },
  { name: 'store_coin_flag', input: 'switch', section: 'advanced', label: 'store_coin_flag' },
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
  { name: 'is_hide', input: 'switch', section: 'advanced', label: 'is_hide' },
  { name: 'is_hide_order', input: 'switch', section: 'advanced', label: 'is_hide_order' },
];
