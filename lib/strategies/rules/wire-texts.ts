import type { FormValues } from '../definition.ts';
import { FOLLOW_FEE_DEFAULT } from './text.ts';
import { flag, fraction, percent } from './wire.ts';

/** What every create call carries besides its parameters: name, description, profit share and the hide flags (X53). */
export interface WireTexts {
  readonly strategy_name?: string | undefined;
  readonly abstract?: string | undefined;
  /** Fraction (C-124). */
  readonly follow_fee_rate?: string | undefined;
  readonly is_hide?: 0 | 1 | undefined;
  readonly is_hide_order?: 0 | 1 | undefined;
}

export function encodeTexts(values: FormValues): Required<{ [K in keyof WireTexts]: NonNullable<WireTexts[K]> }> {
  return {
    strategy_name: values.strategy_name ?? '',
    abstract: values.abstract ?? '',
    follow_fee_rate: fraction(values.follow_fee_rate),
    is_hide: flag(values.is_hide),
    is_hide_order: flag(values.is_hide_order),
  };
}

export function decodeTexts(payload: WireTexts): FormValues {
  return {
    strategy_name: payload.strategy_name ?? '',
    abstract: payload.abstract ?? '',
    // Nothing said is the documented share (C-417), in every kind: 0 is what is said with a zero.
    follow_fee_rate: percent(payload.follow_fee_rate) || FOLLOW_FEE_DEFAULT,
    is_hide: String(payload.is_hide ?? 0),
    is_hide_order: String(payload.is_hide_order ?? 0),
  };
}
