import { AMOUNT_DECIMALS, ceilToStep, formatAmount, parseAmount } from '../../money/amount.ts';
import { compareDecimals, isZero, readDecimal } from '../../money/decimal-text.ts';
import { decimalsOf } from '../../money/decimals-of.ts';
import type { CheckContext, Issue } from '../definition.ts';
import { fault } from './issue.ts';
import { isNumberLike, notNumber } from './numbers.ts';

/** Largest investment, included (X4). */
export const MAX_MONEY = '99999999';

/** A minimum as it can be typed, in so many decimals: never below what is needed. */
export function minimumText(units: bigint, decimals: number): string {
  return formatAmount(ceilToStep(units, 10n ** BigInt(AMOUNT_DECIMALS - decimals)));
}

/**
 * The money rules (C-230…C-236): nothing typed is silent while typing and asked for on submit (X6); a zero is
 * out of limits while typing and counts as nothing on submit (C-235); then limits, balance, minimum.
 */
export function checkMoney(
  field: string,
  text: string,
  decimals: number,
  asset: string,
  context: CheckContext,
): readonly Issue[] {
  const isFinal = context.phase !== 'typing';
  if (text === '') return isFinal ? [fault(field, 'money.empty')] : [];
  const money = readDecimal(text);
  const limit = fault(field, 'money.limit', { min: '0', max: MAX_MONEY });
  if (money === null) return [isNumberLike(text) ? limit : notNumber(field)];
  if (isZero(money)) return [isFinal ? fault(field, 'money.empty') : limit];
  if (compareDecimals(money, MAX_MONEY) > 0) return [limit];
  const units = parseAmount(money);
  if (units === null || decimalsOf(money) > decimals) {
    return [fault(field, 'amount.decimals', { label: field, decimals: String(decimals) })];
  }
  if (context.available !== null && units > context.available) {
    return [fault(field, 'money.balance.create', { available: formatAmount(context.available), unit: asset })];
  }
  if (context.minAmount !== null && units < context.minAmount) {
    return [fault(field, 'money.min.create', { min: minimumText(context.minAmount, decimals), unit: asset })];
  }
  return [];
}
