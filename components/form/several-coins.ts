import { factsOf } from '#lib/kinds/facts.ts';
import { PAIR_LIMITS } from '#lib/kinds/martingale/definition/values.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues, Issue } from '#lib/strategies/definition.ts';
import { fault } from '#lib/strategies/rules/issue.ts';
import { minimumText } from '#lib/strategies/rules/money.ts';
import type { AnyDefinition } from './any-definition.ts';

/**
 * The spot martingale's several coins (C-052): the same settings on 2–10 pairs, started by one call. `create_mode` and
 * `pairs` are the form's own values; every pair is encoded as a bot of its own, and has a minimum of its own.
 */
export const COINS_FIELD = 'create_mode';
export const PAIRS_FIELD = 'pairs';
/** Pairs that an earlier call did not start: one of them alone may be tried again. */
const RETRY_FIELD = 'pairs_retry';

/** C-182: 0 is single, 1 is multiple. */
export function hasSeveralCoins(kind: string, values: FormValues): boolean {
  return factsOf(kind).startsOnSeveralCoins && values[COINS_FIELD] === '1';
}

export function pairsOf(values: FormValues): readonly string[] {
  return (values[PAIRS_FIELD] ?? '').split(',').filter((pair) => pair !== '');
}

/** The coin of a pair, as it is said. */
export function coinOf(pair: string): string {
  return pair.split('_')[0] ?? pair;
}

/** How many bots the investment is taken for. */
export function countOfBots(kind: string, values: FormValues): number {
  return hasSeveralCoins(kind, values) ? Math.max(1, pairsOf(values).length) : 1;
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

/** The changes after some could not be started: these stay in the form, everything else as it was typed. */
export function retryChanges(failed: readonly string[]): readonly (readonly [string, string])[] {
  return [
    [PAIRS_FIELD, failed.join(',')],
    [RETRY_FIELD, failed.join(',')],
  ];
}

/** A chosen pair with its market, as far as it is known. */
export interface Pair {
  readonly pair: string;
  readonly spec: MarketSpec;
  readonly lastTicks: number | null;
}

/** What the bot of one pair needs, units; null while its settings or its price are not known. */
export function pairMinimum(
  definition: AnyDefinition,
  values: FormValues,
  { spec, lastTicks }: Pair,
  { feeRate }: Pick<CheckContext, 'feeRate'>,
): bigint | null {
  return definition.typedMinimum?.(values, { spec, lastTicks, feeRate }) ?? null;
}

/** What the dearest of the pairs needs: each takes the whole investment. Null while none is known. */
export function largestMinimum(
  definition: AnyDefinition,
  values: FormValues,
  pairs: readonly Pair[],
  facts: Pick<CheckContext, 'feeRate'>,
): bigint | null {
  return pairs.reduce<bigint | null>((most, pair) => {
    const own = pairMinimum(definition, values, pair, facts);
    return own !== null && (most === null || own > most) ? own : most;
  }, null);
}

/** C-309, what each coin needs, and money for all of them together: each takes the whole investment. */
export function checkSeveralCoins(
  definition: AnyDefinition,
  values: FormValues,
  context: CheckContext,
  pairs: readonly Pair[],
): readonly Issue[] {
  if (!hasSeveralCoins(definition.kind, values)) return [];
  const chosen = pairsOf(values);
  if (chosen.length > PAIR_LIMITS.most) return [fault(PAIRS_FIELD, 'pairs.most')];
  if (chosen.length < PAIR_LIMITS.least && !isRetry(values, chosen)) {
    return context.phase === 'typing' ? [] : [fault(PAIRS_FIELD, 'pairs.least')];
  }
  // What is sent is what is seen: a coin without a market would be shown and left out.
  const missing = chosen.filter((one) => !pairs.some(({ pair }) => pair === one));
  if (missing.length > 0 && context.phase === 'submit')
    return missing.map((pair) => fault(PAIRS_FIELD, 'pairs.not_listed', { asset: coinOf(pair) }));
  const each = parseAmount(readDecimal(values.money ?? '') ?? '');
  if (each === null) return [];
  const { available, spec } = context;
  const tooLittle = pairs.flatMap((pair) => {
    const least = pairMinimum(definition, values, pair, context);
    if (least === null || each >= least) return [];
    const decimals = definition.fields.find(({ name }) => name === 'money')?.decimals?.(values, pair.spec) ?? 2;
    return [
      fault(PAIRS_FIELD, 'pairs.min', {
        asset: pair.spec.base,
        min: minimumText(least, decimals),
        unit: pair.spec.quote,
      }),
    ];
  });
  if (tooLittle.length > 0) return tooLittle;
  if (available === null || each * BigInt(chosen.length) <= available) return [];
  return [fault('money', 'money.balance.create', { available: formatAmount(available), unit: spec.quote })];
}

/** One coin that an earlier call did not start is started alone. */
function isRetry(values: FormValues, chosen: readonly string[]): boolean {
  const failed = (values[RETRY_FIELD] ?? '').split(',');
  return chosen.length > 0 && chosen.every((pair) => failed.includes(pair));
}
