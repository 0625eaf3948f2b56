import type { FieldDescriptor } from '../definition.ts';
import { investmentAsset, moneyDecimals } from './invested.ts';

/** The amount of the kinds that invest quote or base. */
export const MONEY_FIELD: FieldDescriptor = {
  name: 'money',
  input: 'amount',
  section: 'amount',
  label: 'money',
  unit: investmentAsset,
  decimals: moneyDecimals,
};
