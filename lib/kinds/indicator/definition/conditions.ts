import {
  CONDITION_SIDES,
  type Condition,
  type ConditionSide,
  type ConditionSideName,
  coerceTdNine,
  defaultSide,
  type IndicatorConditions,
  OPENING_WORDS,
} from '../../../indicators/condition.ts';
import { parseJson } from '../../../strategies/rules/text-rows.ts';

/**
 * Conditions as the form holds them: JSON text of the wire's own shape (C-165). Reading checks only that they have this
 * shape and that everything in it is text; what the texts may be is the check's (lib/indicators/condition-rules.ts).
 */

/** What every strategy begins with: the default condition for open and for close (E-179). */
export const DEFAULT_CONDITIONS: IndicatorConditions = { open: defaultSide('open'), close: defaultSide('close') };

/** The same text for the same conditions, whatever they were read from. */
export function formatConditions(conditions: IndicatorConditions): string {
  // A replacer with names writes exactly these, in this order.
  return JSON.stringify(conditions, [...CONDITION_SIDES, ...SIDE_KEYS, ...CONDITION_KEYS]);
}

const SIDE_KEYS = ['side', 'period', 'ratio', 'conditions'] as const satisfies readonly (keyof ConditionSide)[];
const CONDITION_KEYS = [
  'operations',
  'indicatorName',
  'indicatorArgs',
  'comparatorName',
  'compareIndicatorName',
  'compareIndicatorArgs',
] as const satisfies readonly (keyof Condition)[];

/** The conditions of a form; null when the text holds none. */
export function parseConditions(text: string): IndicatorConditions | null {
  return readConditions(parseJson(text));
}

/**
 * Conditions of a form, a payload or a saved set; null when they have not the shape. TD counts become "at least 9"
 * (E-180, E-181), sides without a condition that may have none are left out, an empty ratio is none.
 */
export function readConditions(value: unknown): IndicatorConditions | null {
  if (typeof value !== 'object' || value === null) return null;
  const sides = new Map<ConditionSideName, ConditionSide>();
  for (const name of CONDITION_SIDES) {
    const given: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (given === undefined || given === null) continue;
    const side = readSide(name, given);
    if (side === null) return null;
    const isIdle = side.conditions.length === 0 && (name === 'increase' || name === 'reduce');
    if (!isIdle) sides.set(name, side);
  }
  const open = sides.get('open');
  const close = sides.get('close');
  if (open === undefined || close === undefined) return null;
  return sidesOf({ open, close, increase: sides.get('increase'), reduce: sides.get('reduce') });
}

interface Sides {
  readonly open: ConditionSide;
  readonly close: ConditionSide;
  readonly increase?: ConditionSide | undefined;
  readonly reduce?: ConditionSide | undefined;
}

/** The sides that there are, in the order of the editor. */
function sidesOf({ open, close, increase, reduce }: Sides): IndicatorConditions {
  return {
    open,
    close,
    ...(increase === undefined ? {} : { increase }),
    ...(reduce === undefined ? {} : { reduce }),
  };
}

function readSide(name: ConditionSideName, value: unknown): ConditionSide | null {
  const { side, period, ratio, conditions } = value as Partial<Record<keyof ConditionSide, unknown>>;
  if (!isText(period) || !Array.isArray(conditions)) return null;
  if (ratio !== undefined && !isText(ratio)) return null;
  // A side that calls itself another one is none: which of the two would count?
  if (side !== undefined && side !== name && !(name === 'open' && isOpeningWord(side))) return null;
  const read = conditions.map(readCondition);
  if (read.includes(null)) return null;
  return {
    side: name,
    period: period as ConditionSide['period'],
    ...(ratio === undefined || ratio === '' ? {} : { ratio }),
    conditions: read as Condition[],
  };
}

function isOpeningWord(side: unknown): side is (typeof OPENING_WORDS)[number] {
  return OPENING_WORDS.some((word) => word === side);
}

/** The direction that conditions open in when they call their opening side buy or sell (E-120); null when they do not. */
export function openingSide({ open }: { readonly open: { readonly side: string } }): 'buy' | 'sell' | null {
  return isOpeningWord(open.side) ? open.side : null;
}

function readCondition(value: unknown): Condition | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Partial<Record<keyof Condition, unknown>>;
  const { operations, indicatorName, comparatorName, compareIndicatorName } = given;
  const { indicatorArgs, compareIndicatorArgs } = given;
  const areWords = [operations, indicatorName, comparatorName, compareIndicatorName].every(isText);
  if (!areWords || !areTexts(indicatorArgs) || !areTexts(compareIndicatorArgs)) return null;
  return coerceTdNine({
    operations,
    indicatorName,
    indicatorArgs: [...indicatorArgs],
    comparatorName,
    compareIndicatorName,
    compareIndicatorArgs: [...compareIndicatorArgs],
  } as Condition);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
