import { RATIO_DECIMALS } from '../../money/input.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import type { FieldDescriptor, FormValues } from '../definition.ts';

/** Inputs that the forms of all kinds are made of. */

export const percentUnit = (): string => '%';
export const noDecimals = (): number => 0;

export const PRICE = {
  input: 'price',
  unit: (_values: FormValues, spec: MarketSpec): string => spec.quote,
  decimals: (_values: FormValues, spec: MarketSpec): number => spec.priceDecimals,
} as const satisfies Partial<FieldDescriptor>;

export const PERCENT = {
  input: 'percent',
  unit: percentUnit,
  decimals: (): number => RATIO_DECIMALS,
} as const satisfies Partial<FieldDescriptor>;
