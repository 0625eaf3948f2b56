import { defaultArgs, INDICATOR_IDS, type IndicatorId, indicatorSpec } from './catalogue.ts';
import type { Comparator } from './comparators.ts';
import type { KlinePeriod } from './kline-periods.ts';

/** Conditions of a indicator strategy as the wire writes them (C-165, E-120, E-121). */

/** The wire writes the TD counts without hyphens, everything else as the screens do (H27). */
export type WireIndicatorName = Exclude<IndicatorId, 'td-plus-nine' | 'td-minus-nine'> | 'tdplusnine' | 'tdminusnine';

export const OPERATIONS = ['and', 'or'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface Condition {
  /** Joins this condition with what the ones above it come to; of the first one it says nothing. */
  readonly operations: Operation;
  readonly indicatorName: WireIndicatorName;
  /** Decimal texts in the order of the catalogue; an empty text is an empty field. */
  readonly indicatorArgs: readonly string[];
  readonly comparatorName: Comparator;
  readonly compareIndicatorName: WireIndicatorName;
  /** For `number` the number itself. */
  readonly compareIndicatorArgs: readonly string[];
}

/** Sides that a strategy has, in the order of the editor. */
export const CONDITION_SIDES = ['open', 'close', 'increase', 'reduce'] as const;
export type ConditionSideName = (typeof CONDITION_SIDES)[number];
/** Other words that the wire has for opening: long and short (E-120). Here they are the bot's own side and `open`. */
export const OPENING_WORDS = ['buy', 'sell'] as const;

export interface ConditionSide {
  readonly side: ConditionSideName;
  readonly period: KlinePeriod;
  /** Share of the position, a decimal text 0.1…1 (E-176); the close side has none (E-177). */
  readonly ratio?: string;
  readonly conditions: readonly Condition[];
}

export interface IndicatorConditions {
  readonly open: ConditionSide;
  readonly close: ConditionSide;
  readonly increase?: ConditionSide;
  readonly reduce?: ConditionSide;
}

export const MOST_CONDITIONS = 15;
export const POSITION_RATIOS = ['0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9', '1'] as const;
export const DEFAULT_RATIO = '0.1';
export const DEFAULT_PERIOD: KlinePeriod = '1h';

/** macd-histogram 12/26/9 greater than the number 0, joined with "and" (C-421, E-179, H26). */
export const DEFAULT_CONDITION: Condition = {
  operations: 'and',
  indicatorName: 'macd-histogram',
  indicatorArgs: ['12', '26', '9'],
  comparatorName: 'gt',
  compareIndicatorName: 'number',
  compareIndicatorArgs: ['0'],
};

/** What a side begins with. Leaving is the opposite of entering: a bot that closed on what it opens on would pay fees for nothing (H53). */
export function defaultCondition(side: ConditionSideName): Condition {
  const isLeaving = side === 'close' || side === 'reduce';
  return isLeaving ? { ...DEFAULT_CONDITION, comparatorName: 'lt' } : DEFAULT_CONDITION;
}

export function defaultSide(side: ConditionSideName): ConditionSide {
  const plain = { side, period: DEFAULT_PERIOD, conditions: [defaultCondition(side)] };
  return side === 'close' ? plain : { ...plain, ratio: DEFAULT_RATIO };
}

/** The first condition of open and of close stays (E-165). */
export function canRemoveCondition(side: ConditionSideName, index: number): boolean {
  return index > 0 || side === 'increase' || side === 'reduce';
}

export function wireIndicatorName(id: IndicatorId): WireIndicatorName {
  if (id === 'td-plus-nine') return 'tdplusnine';
  if (id === 'td-minus-nine') return 'tdminusnine';
  return id;
}

const IDS_BY_NAME: ReadonlyMap<string, IndicatorId> = new Map(
  INDICATOR_IDS.flatMap((id) => [
    [id, id],
    [wireIndicatorName(id), id],
  ]),
);

/** Every name that the wire may carry. */
export const WIRE_INDICATOR_NAMES: readonly WireIndicatorName[] = INDICATOR_IDS.map(wireIndicatorName);

/** The indicator that either spelling names; null when none does. */
export function indicatorIdOf(name: string): IndicatorId | null {
  return IDS_BY_NAME.get(name) ?? null;
}

/** Textbook arguments of an indicator as the wire writes them. */
export function defaultWireArgs(id: IndicatorId): string[] {
  return defaultArgs(id).map(String);
}

/** Arguments as numbers. Only what `checkConditions` has nothing against: an empty or missing one throws. */
export function readArgs(id: IndicatorId, args: readonly string[]): number[] {
  const specs = indicatorSpec(id).args;
  return specs.map((spec, index) => {
    const text = args[index];
    if (text === undefined || text.trim() === '') throw new RangeError(`${id} has no ${spec.key}`);
    return Number(text);
  });
}

export function isTdNine(name: string): boolean {
  const id = indicatorIdOf(name);
  return id === 'td-plus-nine' || id === 'td-minus-nine';
}

/** A TD count is always compared so: at least the number 9 (E-180, E-181). Other conditions stay as they are. */
export function coerceTdNine(condition: Condition): Condition {
  const id = indicatorIdOf(condition.indicatorName);
  if (id !== 'td-plus-nine' && id !== 'td-minus-nine') return condition;
  return {
    operations: condition.operations,
    indicatorName: wireIndicatorName(id),
    indicatorArgs: [],
    comparatorName: 'gte',
    compareIndicatorName: 'number',
    compareIndicatorArgs: ['9'],
  };
}
