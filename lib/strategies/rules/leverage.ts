import { isContract } from '../../formulas/contract-value.ts';
import { riskTierOf } from '../../formulas/liquidation.ts';
import { parseAmount } from '../../money/amount.ts';
import { readDecimal } from '../../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue, LeverageLimits } from '../definition.ts';
import { fault } from './issue.ts';
import { outOfRange, readInteger } from './numbers.ts';

/** A margin pair's largest multiple when it does not say (C-290), and the least that is still borrowing (C-284). */
export const MARGIN_LEVERAGE_MAX = 10;
export const MARGIN_LEVERAGE_MIN = 2;
/** What a leverage starts at where the kind says nothing else (C-289). */
const STANDARD = 2;

/** What a form begins with (C-288, C-289): never above the most. */
export function defaultLeverage(max: number, standard = STANDARD): string {
  return String(Math.min(standard, max));
}

/**
 * What a leverage becomes when the input is left (C-285, C-286, X20): below the least legal value or unreadable → 2 (or
 * the maximum when that is 1), above the maximum → the maximum.
 */
export function snapLeverage(text: string, { min, max }: LeverageLimits): string {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < min) return String(Math.min(STANDARD, max));
  return String(Math.min(value, max));
}

/** The leverage as a whole number within limits; null when it is not one. */
export function readLeverage(
  values: { readonly leverage?: string | undefined },
  { min, max }: LeverageLimits,
): number | null {
  return readInteger('leverage', values.leverage ?? '', min, max).value;
}

/** The limits of a kind within what the exchange says of this market: the form shows them, the check holds them (B3). */
export function withinTerms(
  { min, max, isDefault = false, ...rest }: LeverageLimits,
  { leverageMax }: Pick<CheckContext, 'leverageMax'>,
): LeverageLimits {
  const said = leverageMax ?? max;
  const most = isDefault ? said : Math.min(max, said);
  return { ...rest, min: Math.min(min, most), max: most };
}

export function checkLeverage(values: FormValues, limits: LeverageLimits, context: CheckContext): readonly Issue[] {
  const { min, max } = withinTerms(limits, context);
  const { value, issue } = readInteger('leverage', values.leverage ?? '', min, max);
  if (issue !== null) return [issue];
  if (value === null) return [outOfRange('leverage', String(min), String(max))];
  const most = mostAtSize(values, value, context);
  return value > most ? [fault('leverage', 'leverage.tier', { max: `${most}` })] : [];
}

/**
 * The most leverage, up to `asked`, that the contract's risk limits allow the position that the money reaches with it: each step
 * of them has a size and a leverage of its own. Other markets, and money that is not known, ask for nothing.
 */
function mostAtSize({ money = '' }: FormValues, asked: number, { spec }: CheckContext): number {
  const investment = parseAmount(readDecimal(money) ?? '');
  if (!isContract(spec) || investment === null) return asked;
  let most = asked;
  while (most > 1 && riskTierOf(spec.contract, investment * BigInt(most)).leverageMax < most) most -= 1;
  return most;
}

/** C-057, H9: long or short, neutral only for the grids. */
export function checkSide(values: FormValues, hasNeutral: boolean): readonly Issue[] {
  const side = values.side ?? '';
  const isKnown = side === 'buy' || side === 'sell' || (hasNeutral && side === 'neutral');
  return isKnown ? [] : [fault('side', 'side.unknown')];
}
