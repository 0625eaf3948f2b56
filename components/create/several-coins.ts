import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from '#lib/strategies/definition.ts';
import { PAIR_LIMITS } from '#lib/strategies/martingale/values.ts';
import { fault } from '#lib/strategies/rules/issue.ts';

/**
 * The spot martingale's several coins (C-052): the same settings on 2–10 pairs, started by one call. `create_mode` and
 * `pairs` are the form's own values; every pair is encoded as a bot of its own.
 */
export const COINS_FIELD = 'create_mode';
export const PAIRS_FIELD = 'pairs';

/** C-182: 0 is single, 1 is multiple. */
export function hasSeveralCoins(kind: string, values: FormValues): boolean {
  return kind === 'martingale' && values[COINS_FIELD] === '1';
}

export function pairsOf(values: FormValues): readonly string[] {
  return (values[PAIRS_FIELD] ?? '').split(',').filter((pair) => pair !== '');
}

/** Adds a pair or takes it away; more than ten are not taken (C-309). */
export function togglePair(values: FormValues, pair: string): string {
  const pairs = pairsOf(values);
  if (pairs.includes(pair)) return pairs.filter((one) => one !== pair).join(',');
  return pairs.length >= PAIR_LIMITS.most ? pairs.join(',') : [...pairs, pair].join(',');
}

/** The changes that switching to several coins brings: percent steps of 0.1 (C-189). */
export function severalCoinsChanges(market: string): readonly (readonly [string, string])[] {
  return [
    [COINS_FIELD, '1'],
    ['enable_free_params', '0'],
    ['price_step_type', 'rate'],
    ['price_steps', '0.1'],
    [PAIRS_FIELD, market],
  ];
}

/** C-309, and money for all of them together: each coin takes the whole investment. */
export function checkSeveralCoins(kind: string, values: FormValues, context: CheckContext): readonly Issue[] {
  if (!hasSeveralCoins(kind, values)) return [];
  const count = pairsOf(values).length;
  if (count > PAIR_LIMITS.most) return [fault(PAIRS_FIELD, 'pairs.most')];
  if (count < PAIR_LIMITS.least) return context.phase === 'typing' ? [] : [fault(PAIRS_FIELD, 'pairs.least')];
  const each = parseAmount(readDecimal(values.money ?? '') ?? '');
  if (each === null || context.available === null || each * BigInt(count) <= context.available) return [];
  const { available, spec } = context;
  return [fault('money', 'money.balance.create', { available: formatAmount(available), unit: spec.quote })];
}
