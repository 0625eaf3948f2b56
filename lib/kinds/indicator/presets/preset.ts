import type { PresetKind } from '../../../contract/vocabulary.ts';
import type { ArgumentSpec } from '../../../indicators/argument-spec.ts';
import type { IndicatorId } from '../../../indicators/catalogue.ts';
import type { Comparator } from '../../../indicators/comparators.ts';
import { type Condition, type Operation, wireIndicatorName } from '../../../indicators/condition.ts';

/** Arguments of a preset as text, by key. Every key of its `args` is there. */
export type ArgTexts = Readonly<Record<string, string>>;

/**
 * A single-indicator bot (H8): its arguments with bounds and defaults, and the textbook rule that turns them into
 * conditions. Everything else is the same as with the editor's indicator bots.
 */
export interface Preset {
  readonly kind: PresetKind;
  readonly args: readonly ArgumentSpec[];
  /** Two arguments of which the first must be below the second. */
  readonly ordered?: readonly [string, string];
  rules(args: ArgTexts, direction: Direction): PresetRules;
}

export interface PresetRules {
  readonly open: readonly Condition[];
  readonly close: readonly Condition[];
}

/** The words of a rule that change places between long and short, so that each rule is written once. */
export interface Direction {
  readonly isShort: boolean;
  /** Crosses with the trade, and against it. */
  readonly turnsFor: Comparator;
  readonly turnsAgainst: Comparator;
  /** Stands on the trade's side, or on the other one. */
  readonly isFor: Comparator;
  readonly isAgainst: Comparator;
  /** The band that the trade moves towards, and the one behind it. */
  readonly ahead: 'upper' | 'lower';
  readonly behind: 'upper' | 'lower';
}

export const LONG: Direction = {
  isShort: false,
  turnsFor: 'cross-up',
  turnsAgainst: 'cross-down',
  isFor: 'gt',
  isAgainst: 'lt',
  ahead: 'upper',
  behind: 'lower',
};

export const SHORT: Direction = {
  isShort: true,
  turnsFor: 'cross-down',
  turnsAgainst: 'cross-up',
  isFor: 'lt',
  isAgainst: 'gt',
  ahead: 'lower',
  behind: 'upper',
};

/** An indicator with its arguments. */
export type Operand = readonly [IndicatorId, ...(string | undefined)[]];

/** A condition as the wire writes it. */
export function rule(
  left: Operand,
  comparatorName: Comparator,
  right: Operand,
  operations: Operation = 'and',
): Condition {
  const [leftId, ...indicatorArgs] = left;
  const [rightId, ...compareIndicatorArgs] = right;
  return {
    operations,
    indicatorName: wireIndicatorName(leftId),
    indicatorArgs: indicatorArgs.map((text) => text ?? ''),
    comparatorName,
    compareIndicatorName: wireIndicatorName(rightId),
    compareIndicatorArgs: compareIndicatorArgs.map((text) => text ?? ''),
  };
}

/** The same bounds under another name or default. */
export function named(spec: ArgumentSpec, key: string, standard = spec.default): ArgumentSpec {
  return { ...spec, key, default: standard };
}

/** RSI and its two levels (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978: 14 bars, 70 and 30). */
export const RSI_ARGS: readonly ArgumentSpec[] = [
  { key: 'rsi', min: 1, max: 600, decimals: 0, default: 14 },
  { key: 'overbought', min: 50, max: 100, decimals: 2, default: 70 },
  { key: 'oversold', min: 0, max: 50, decimals: 2, default: 30 },
];

/** Entering is only worth it while the move is not exhausted: below overbought for a long, above oversold for a short. */
export function notExhausted(args: ArgTexts, { isShort, isAgainst }: Direction): Condition {
  return rule(['rsi', args.rsi], isAgainst, ['number', isShort ? args.oversold : args.overbought]);
}

/** The move is exhausted: a reason to leave beside the rule's own. */
export function exhausted(args: ArgTexts, { isShort, isFor }: Direction): Condition {
  return rule(['rsi', args.rsi], isFor, ['number', isShort ? args.oversold : args.overbought], 'or');
}
