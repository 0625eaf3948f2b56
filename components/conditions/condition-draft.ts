import type { IndicatorId } from '#lib/indicators/catalogue.ts';
import {
  type Condition,
  type ConditionSide,
  type ConditionSideName,
  canRemoveCondition,
  coerceTdNine,
  defaultCondition,
  defaultSide,
  defaultWireArgs,
  type IndicatorConditions,
  MOST_CONDITIONS,
  wireIndicatorName,
} from '#lib/indicators/condition.ts';
import { type ConditionIssue, checkSide } from '#lib/indicators/condition-rules.ts';

/** What the editor edits: the form's conditions, of which only Confirm makes new ones. Increase and reduce may be absent. */
export type ConditionDraft = IndicatorConditions;

type Sides = Partial<Record<ConditionSideName, ConditionSide>>;

function withSide(draft: ConditionDraft, name: ConditionSideName, side: ConditionSide | undefined): ConditionDraft {
  const { [name]: _before, ...others } = draft as Sides;
  return (side === undefined ? others : { ...others, [name]: side }) as ConditionDraft;
}

function changeSide(
  draft: ConditionDraft,
  name: ConditionSideName,
  change: (side: ConditionSide) => ConditionSide | undefined,
): ConditionDraft {
  const side = draft[name];
  return side === undefined ? draft : withSide(draft, name, change(side));
}

export function setSide(
  draft: ConditionDraft,
  name: ConditionSideName,
  change: Partial<ConditionSide>,
): ConditionDraft {
  return changeSide(draft, name, (side) => ({ ...side, ...change }));
}

/** Another condition, or the first one of a side that had none (E-164: at most 15). */
export function addCondition(draft: ConditionDraft, name: ConditionSideName): ConditionDraft {
  const side = draft[name];
  if (side === undefined) return withSide(draft, name, defaultSide(name));
  if (side.conditions.length >= MOST_CONDITIONS) return draft;
  return setSide(draft, name, { conditions: [...side.conditions, defaultCondition(name)] });
}

/** A side that may be absent goes with its last condition; the first one of open and of close stays (E-165). */
export function removeCondition(draft: ConditionDraft, name: ConditionSideName, index: number): ConditionDraft {
  if (!canRemoveCondition(name, index)) return draft;
  return changeSide(draft, name, (side) => {
    const conditions = side.conditions.filter((_, at) => at !== index);
    return conditions.length === 0 ? undefined : { ...side, conditions };
  });
}

/** Changes a condition; what a TD count is compared with follows from it (E-180). */
export function changeCondition(
  draft: ConditionDraft,
  name: ConditionSideName,
  index: number,
  change: Partial<Condition>,
): ConditionDraft {
  return changeSide(draft, name, (side) => ({
    ...side,
    conditions: side.conditions.map((one, at) => (at === index ? coerceTdNine({ ...one, ...change }) : one)),
  }));
}

/** Another indicator comes with its textbook arguments. */
export function indicatorChange(id: IndicatorId): Partial<Condition> {
  return { indicatorName: wireIndicatorName(id), indicatorArgs: defaultWireArgs(id) };
}

export function compareChange(id: IndicatorId): Partial<Condition> {
  return { compareIndicatorName: wireIndicatorName(id), compareIndicatorArgs: defaultWireArgs(id) };
}

/** One argument of a list exchanged. */
export function withArg(args: readonly string[], index: number, text: string): string[] {
  return args.map((one, at) => (at === index ? text : one));
}

/** `periods`: the K-line periods that the exchange offers. */
export function issuesOfSide(
  draft: ConditionDraft,
  name: ConditionSideName,
  periods?: readonly string[],
): readonly ConditionIssue[] {
  const side = draft[name];
  return side === undefined ? [] : checkSide(name, side, periods);
}
