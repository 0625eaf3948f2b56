import { RATIO_DECIMALS } from '../../../money/input.ts';
import type { FieldDescriptor, FormValues } from '../../../strategies/definition.ts';
import { TRIGGER_FIELD } from '../../../strategies/fields/grid-fields.ts';
import { noDecimals, PERCENT } from '../../../strategies/fields/inputs.ts';
import { LEVERAGE_FIELD, sideField } from '../../../strategies/fields/leverage-fields.ts';
import { TEXT_FIELDS } from '../../../strategies/fields/text-fields.ts';
import { hasMultiplier, isDiffStep, isFreeParams, martingaleAsset, martingaleDecimals } from './values.ts';

const TRANSACTION_FIELD: FieldDescriptor = {
  name: 'transaction_type',
  input: 'choice',
  section: 'strategy',
  label: 'transaction_type',
  options: [
    { value: 'low-risk-arbitrage', label: 'transaction_type.low' },
    { value: 'high-risk-arbitrage', label: 'transaction_type.high' },
    { value: 'hoarding', label: 'transaction_type.hoarding' },
  ],
};

/** C-161: how many contracts the first order has; empty: as many as the money carries. */
const SIZE_FIELD: FieldDescriptor = {
  name: 'size',
  input: 'integer',
  section: 'advanced',
  label: 'size',
  decimals: noDecimals,
};

/** Several coins have neither a price nor a price distance in common (C-189). */
const isOneCoin = (values: FormValues): boolean => values.create_mode !== '1';

/** Percent of the price or a price distance (C-136): spot only; several coins have no common distance (C-189). */
const STEP_TYPE_FIELD: FieldDescriptor = {
  name: 'price_step_type',
  input: 'choice',
  section: 'strategy',
  label: 'price_step_type',
  options: [
    { value: 'rate', label: 'price_step_type.rate' },
    { value: 'diff', label: 'price_step_type.diff' },
  ],
  isShown: isOneCoin,
};

const isPlain = (values: FormValues): boolean => !isFreeParams(values);

const LADDER_FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'price_steps',
    input: 'percent',
    section: 'strategy',
    label: 'price_steps',
    group: 'ladder',
    unit: (values, spec) => (isDiffStep(values, spec) ? spec.quote : '%'),
    decimals: (values, spec) => (isDiffStep(values, spec) ? spec.priceDecimals : RATIO_DECIMALS),
    isShown: isPlain,
  },
  {
    name: 'max_order_amount',
    input: 'integer',
    section: 'strategy',
    label: 'max_order_amount',
    group: 'ladder',
    decimals: noDecimals,
    isShown: isPlain,
  },
  { name: 'take_profit_per_cycle', section: 'strategy', label: 'take_profit_per_cycle', ...PERCENT },
  { name: 'enable_free_params', input: 'switch', section: 'strategy', label: 'enable_free_params' },
  {
    name: 'price_step_details',
    input: 'panel',
    section: 'strategy',
    label: 'price_step_details',
    panel: 'free-params',
    isShown: isFreeParams,
  },
];

/** All orders of a round before it is created (C-056); the spot martingale shows them too. */
const OVERVIEW: FieldDescriptor = {
  name: 'overview',
  input: 'panel',
  section: 'strategy',
  label: 'order_overview',
  panel: 'order-overview',
};

const MONEY: FieldDescriptor = {
  name: 'money',
  input: 'amount',
  section: 'amount',
  label: 'money',
  unit: martingaleAsset,
  decimals: martingaleDecimals,
};

const ADVANCED: readonly FieldDescriptor[] = [
  {
    name: 'amount_multiplier',
    input: 'percent',
    section: 'advanced',
    label: 'amount_multiplier',
    unit: () => '×',
    decimals: () => RATIO_DECIMALS,
    // X17: not for free parameters, not for low risk.
    isShown: hasMultiplier,
  },
  { name: 'stop_loss_per_cycle', section: 'advanced', label: 'stop_loss_per_cycle', ...PERCENT },
  { ...TRIGGER_FIELD, isShown: isOneCoin },
  ...TEXT_FIELDS,
];

export const SPOT_MARTINGALE_FIELDS: readonly FieldDescriptor[] = [
  TRANSACTION_FIELD,
  STEP_TYPE_FIELD,
  ...LADDER_FIELDS,
  OVERVIEW,
  MONEY,
  ...ADVANCED,
];

export const CONTRACT_MARTINGALE_FIELDS: readonly FieldDescriptor[] = [
  sideField(false),
  LEVERAGE_FIELD,
  TRANSACTION_FIELD,
  ...LADDER_FIELDS,
  OVERVIEW,
  MONEY,
  SIZE_FIELD,
  ...ADVANCED,
];
