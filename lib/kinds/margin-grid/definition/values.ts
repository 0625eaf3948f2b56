import type { LoanTerms } from '../../../engine/body/loan.ts';
import type { FormValues, LeverageLimits } from '../../../strategies/definition.ts';
import { TEXT_DEFAULTS } from '../../../strategies/fields/text-fields.ts';
import { MARGIN_LEVERAGE_MAX, MARGIN_LEVERAGE_MIN, readLeverage } from '../../../strategies/rules/leverage.ts';
import { DEFAULT_VALUES } from '../../spot-grid/definition/values.ts';

/** C-284, C-290: from 2, up to 10 unless the pair says otherwise. */
export const MARGIN_LEVERAGE: LeverageLimits = {
  min: MARGIN_LEVERAGE_MIN,
  max: MARGIN_LEVERAGE_MAX,
  isDefault: true,
};

/** A leverage that the check has let through, whatever its pair allows. */
export function readMarginLeverage(values: { readonly leverage?: string | undefined }): number | null {
  return readLeverage(values, { min: MARGIN_LEVERAGE_MIN, max: Number.MAX_SAFE_INTEGER });
}

export const MARGIN_DEFAULTS: FormValues = { ...DEFAULT_VALUES, side: 'buy', leverage: '2', ...TEXT_DEFAULTS };

export function readMarginSide({ side }: FormValues): LoanTerms['side'] {
  return side === 'sell' || side === 'neutral' ? side : 'buy';
}
