import { SCHEDULES } from '../../../formulas/schedule.ts';
import type { FieldDescriptor } from '../../../strategies/definition.ts';
import { STOP_RATIO_FIELDS } from '../../../strategies/fields/grid-fields.ts';
import { PERCENT } from '../../../strategies/fields/inputs.ts';
import { TEXT_FIELDS } from '../../../strategies/fields/text-fields.ts';
import { portfolioAsset, portfolioDecimals } from '../../../strategies/portfolio/coins.ts';

/** Coins with their shares, how much is bought of them and when, what there is for it, when it ends with a profit. */
export const RECURRING_FIELDS: readonly FieldDescriptor[] = [
  { name: 'coins', input: 'panel', section: 'strategy', label: 'bought_coins', panel: 'coin-list' },
  {
    name: 'every',
    input: 'choice',
    section: 'strategy',
    label: 'every',
    options: SCHEDULES.map((value) => ({ value, label: `every.${value}` })),
  },
  { name: 'first_time', input: 'text', section: 'strategy', label: 'first_time' },
  {
    name: 'each_amount',
    input: 'amount',
    section: 'amount',
    label: 'each_amount',
    unit: portfolioAsset,
    decimals: portfolioDecimals,
  },
  {
    name: 'money',
    input: 'amount',
    section: 'amount',
    label: 'recurring_money',
    unit: portfolioAsset,
    decimals: portfolioDecimals,
  },
  ...STOP_RATIO_FIELDS.filter(({ name }) => name === 'stop_profit_on'),
  {
    name: 'stop_profit',
    section: 'advanced',
    label: 'stop_profit_cost',
    isShown: ({ stop_profit_on }) => stop_profit_on === '1',
    ...PERCENT,
  },
  ...TEXT_FIELDS,
];
