import type { FieldDescriptor } from '../../../strategies/definition.ts';
import { percentUnit } from '../../../strategies/fields/inputs.ts';
import { TEXT_FIELDS } from '../../../strategies/fields/text-fields.ts';
import { ARBITRAGE_LEVERAGES, arbitrageAsset, arbitrageDecimals, SPREAD_DECIMALS } from './values.ts';

/** C-059…C-062: the market selector is a panel; C-072: leverage stands in the advanced block. */
export const ARBITRAGE_FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'arbitrage_market',
    input: 'panel',
    section: 'strategy',
    label: 'arbitrage_market',
    panel: 'arbitrage-market',
  },
  {
    name: 'money',
    input: 'amount',
    section: 'amount',
    label: 'money',
    unit: arbitrageAsset,
    decimals: arbitrageDecimals,
  },
  {
    name: 'leverage',
    input: 'choice',
    section: 'advanced',
    label: 'leverage',
    options: ARBITRAGE_LEVERAGES.map((value) => ({ value, label: `leverage.x${value}` })),
  },
  {
    name: 'spread_rate',
    input: 'percent',
    section: 'advanced',
    label: 'spread_rate',
    unit: percentUnit,
    decimals: () => SPREAD_DECIMALS,
  },
  ...TEXT_FIELDS,
];
