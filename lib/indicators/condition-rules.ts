import type { ArgumentSpec } from './argument-spec.ts';
import { type IndicatorId, indicatorSpec } from './catalogue.ts';
import { COMPARATORS } from './comparators.ts';
import {
  CONDITION_SIDES,
  type Condition,
  type ConditionSide,
  type ConditionSideName,
  coerceTdNine,
  type IndicatorConditions,
  indicatorIdOf,
  isTdNine,
  MOST_CONDITIONS,
  OPERATIONS,
  POSITION_RATIOS,
} from './condition.ts';
import { KLINE_PERIODS, type KlinePeriod } from './kline-periods.ts';

export type ConditionIssueCode =
  /** More than 15 conditions on the side (E-164). */
  | 'conditions-too-many'
  /** Open and close need their first condition (E-165). */
  | 'conditions-missing'
  | 'period-unknown'
  /** Not one of 0.1, 0.2 … 1 (E-176). */
  | 'ratio-unknown'
  /** The close side closes all (E-177). */
  | 'ratio-on-close'
  | 'operation-unknown'
  | 'comparator-unknown'
  | 'indicator-unknown'
  /** More or fewer arguments than the indicator has. */
  | 'args-count'
  /** 'cannot be empty' (E-173). */
  | 'arg-empty'
  | 'arg-not-a-number'
  /** Outside min…max. */
  | 'arg-range'
  /** Decimals where a whole number is asked for (E-175). */
  | 'arg-not-whole'
  /** More decimals than `decimals` (E-172, E-174). */
  | 'arg-decimals'
  /** A TD count not compared as "at least 9" (E-180, E-181). */
  | 'td-comparison';

export interface ConditionIssue {
  readonly code: ConditionIssueCode;
  readonly side: ConditionSideName;
  /** Index of the condition in its side; absent when the issue is the side's own. */
  readonly index?: number;
  /** Which arguments it is about, and which of them. */
  readonly field?: 'indicatorArgs' | 'compareIndicatorArgs';
  readonly arg?: number;
  /** Key and bounds of the argument, for the message. */
  readonly spec?: ArgumentSpec;
}

/** The K-line periods that are left of all where an exchange offers so many; all where it names none that we know (C-148). */
export function offeredPeriods(said: readonly string[] = []): readonly KlinePeriod[] {
  const offered = KLINE_PERIODS.filter((period) => said.includes(period));
  return offered.length === 0 ? KLINE_PERIODS : offered;
}

/** Everything that is wrong with the conditions of a strategy, in the order of the editor; empty when nothing is. `periods`: those that the exchange offers. */
export function checkConditions(conditions: IndicatorConditions, periods?: readonly string[]): ConditionIssue[] {
  return CONDITION_SIDES.flatMap((name) => {
    const side = conditions[name];
    return side === undefined ? [] : checkSide(name, side, periods);
  });
}

export function checkSide(name: ConditionSideName, side: ConditionSide, periods?: readonly string[]): ConditionIssue[] {
  const issues: ConditionIssue[] = [];
  const count = side.conditions.length;
  if (count > MOST_CONDITIONS) issues.push({ code: 'conditions-too-many', side: name });
  if (count === 0 && (name === 'open' || name === 'close')) issues.push({ code: 'conditions-missing', side: name });
  if (!includes(offeredPeriods(periods), side.period)) issues.push({ code: 'period-unknown', side: name });
  if (name === 'close') {
    if (side.ratio !== undefined) issues.push({ code: 'ratio-on-close', side: name });
  } else if (!includes(POSITION_RATIOS, side.ratio)) issues.push({ code: 'ratio-unknown', side: name });
  side.conditions.forEach((condition, index) => {
    issues.push(...checkCondition(condition).map((issue) => ({ ...issue, side: name, index })));
  });
  return issues;
}

type OwnIssue = Omit<ConditionIssue, 'side' | 'index'>;

/** What is wrong with one condition by itself. */
export function checkCondition(condition: Condition): OwnIssue[] {
  const issues: OwnIssue[] = [];
  if (!includes(OPERATIONS, condition.operations)) issues.push({ code: 'operation-unknown' });
  if (!includes(COMPARATORS, condition.comparatorName)) issues.push({ code: 'comparator-unknown' });
  issues.push(...checkOperand('indicatorArgs', condition.indicatorName, condition.indicatorArgs));
  issues.push(...checkOperand('compareIndicatorArgs', condition.compareIndicatorName, condition.compareIndicatorArgs));
  if (isTdNine(condition.indicatorName) && !isAtLeastNine(condition)) issues.push({ code: 'td-comparison' });
  return issues;
}

function checkOperand(field: NonNullable<ConditionIssue['field']>, name: string, args: readonly string[]): OwnIssue[] {
  const id = indicatorIdOf(name);
  if (id === null) return [{ code: 'indicator-unknown', field }];
  return checkArgs(id, args).map((issue) => ({ ...issue, field }));
}

/** What is wrong with the arguments of an indicator (E-166…E-175). */
export function checkArgs(id: IndicatorId, args: readonly string[]): OwnIssue[] {
  const specs = indicatorSpec(id).args;
  if (args.length !== specs.length) return [{ code: 'args-count' }];
  return specs.flatMap((spec, arg) => {
    const code = checkArg(spec, args[arg] ?? '');
    return code === null ? [] : [{ code, arg, spec }];
  });
}

const DECIMAL = /^-?\d+(?:\.(\d*?)0*)?$/;

/** What is wrong with one argument as it was typed. */
export function checkArg(spec: ArgumentSpec, text: string): ConditionIssueCode | null {
  if (text.trim() === '') return 'arg-empty';
  const match = DECIMAL.exec(text);
  if (match === null) return 'arg-not-a-number';
  const decimals = match[1]?.length ?? 0;
  if (decimals > spec.decimals) return spec.decimals === 0 ? 'arg-not-whole' : 'arg-decimals';
  const value = Number(text);
  return value < spec.min || value > spec.max ? 'arg-range' : null;
}

function isAtLeastNine(condition: Condition): boolean {
  const { comparatorName, compareIndicatorName, compareIndicatorArgs } = coerceTdNine(condition);
  return (
    condition.comparatorName === comparatorName &&
    condition.compareIndicatorName === compareIndicatorName &&
    Number(condition.compareIndicatorArgs[0]) === Number(compareIndicatorArgs[0])
  );
}

function includes(words: readonly string[], word: string | undefined): boolean {
  return word !== undefined && words.includes(word);
}
