import type { ArgumentSpec } from '../../../indicators/argument-spec.ts';
import {
  DEFAULT_PERIOD,
  DEFAULT_RATIO,
  type IndicatorConditions,
  POSITION_RATIOS,
} from '../../../indicators/condition.ts';
import { checkArg } from '../../../indicators/condition-rules.ts';
import { KLINE_PERIODS } from '../../../indicators/kline-periods.ts';
import type { CheckContext, FieldDescriptor, FormValues, Issue } from '../../../strategies/definition.ts';
import { fault } from '../../../strategies/rules/issue.ts';
import { conditionFault } from '../definition/check-conditions.ts';
import { readConditions } from '../definition/conditions.ts';
import type { ConditionSource, PresetArgs } from '../definition/source.ts';
import { type ArgTexts, LONG, type Preset, SHORT } from './preset.ts';

/** The form value of an argument. */
function fieldOf({ key }: Pick<ArgumentSpec, 'key'>): string {
  return `arg_${key}`;
}

function argField(spec: ArgumentSpec): FieldDescriptor {
  return {
    name: fieldOf(spec),
    input: spec.decimals === 0 ? 'integer' : 'percent',
    section: 'strategy',
    label: `args.${spec.key}`,
    group: 'args',
    decimals: () => spec.decimals,
  };
}

/** K-line period and position ratio: what the condition modal asks for beside conditions (E-095, E-096). */
const OPENING_FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'kline_period',
    input: 'choice',
    section: 'strategy',
    label: 'kline_period',
    group: 'opening',
    options: KLINE_PERIODS.map((value) => ({ value, label: `kline_period.p${value}` })),
  },
  {
    name: 'open_ratio',
    input: 'choice',
    section: 'strategy',
    label: 'open_ratio',
    group: 'opening',
    options: POSITION_RATIOS.map((value) => ({ value, label: `open_ratio.r${Math.round(Number(value) * 100)}` })),
  },
];

/** Conditions that a preset makes of its arguments. The payload carries both; only the arguments are read back. */
export function presetSource(preset: Preset): ConditionSource {
  const defaults = Object.fromEntries(preset.args.map((spec) => [fieldOf(spec), String(spec.default)]));
  return {
    fields: [...OPENING_FIELDS, ...preset.args.map(argField)],
    defaults: { kline_period: DEFAULT_PERIOD, open_ratio: DEFAULT_RATIO, ...defaults },
    conditionsOf: (conditions, args, side) =>
      makeConditions(preset, { ...openingOf(conditions), args: argsOf(preset, args), isShort: side === 'sell' }),
    read: (values, spec) =>
      makeConditions(preset, {
        period: values.kline_period ?? '',
        ratio: values.open_ratio ?? '',
        args: readArgTexts(preset, values),
        isShort: spec.contract !== undefined && values.side === 'sell',
      }),
    check: (values, context) => checkPreset(preset, values, context),
    args: (values) => readArgTexts(preset, values),
    decode: (conditions, args) => ({ ...decodeOpening(conditions), ...decodeArgs(preset, args) }),
    parameterRows: (args) =>
      preset.args.map(({ key }) => ({ label: `args.${key}.label`, value: ownText(args, key) ?? '--', unit: '' })),
  };
}

function readArgTexts({ args }: Preset, values: FormValues): ArgTexts {
  return Object.fromEntries(args.map((spec) => [spec.key, values[fieldOf(spec)] ?? '']));
}

interface Choices {
  readonly period: string;
  readonly ratio: string;
  readonly args: ArgTexts;
  readonly isShort: boolean;
}

function makeConditions(preset: Preset, { period, ratio, args, isShort }: Choices): IndicatorConditions {
  const { open, close } = preset.rules(args, isShort ? SHORT : LONG);
  const own = period as IndicatorConditions['open']['period'];
  return {
    open: { side: 'open', period: own, ratio, conditions: open },
    close: { side: 'close', period: own, conditions: close },
  };
}

/** What a payload's opening side says beside its conditions. */
function openingOf(conditions: unknown): { readonly period: string; readonly ratio: string } {
  const open = readConditions(conditions)?.open;
  return { period: open?.period ?? '', ratio: open?.ratio ?? '' };
}

function decodeOpening(conditions: unknown): FormValues {
  const { period, ratio } = openingOf(conditions);
  return { kline_period: period, open_ratio: ratio };
}

/** A payload's arguments, '' for those that it does not say. */
function argsOf({ args }: Preset, said: PresetArgs = {}): ArgTexts {
  return Object.fromEntries(args.map(({ key }) => [key, ownText(said, key) ?? '']));
}

function decodeArgs(preset: Preset, args: PresetArgs = {}): FormValues {
  return Object.fromEntries(preset.args.map((spec) => [fieldOf(spec), ownText(args, spec.key) ?? '']));
}

function ownText(args: PresetArgs, key: string): string | undefined {
  return Object.hasOwn(args, key) ? args[key] : undefined;
}

function checkPreset(preset: Preset, values: FormValues, context: CheckContext): readonly Issue[] {
  const period = KLINE_PERIODS.some((one) => one === values.kline_period);
  const ratio = POSITION_RATIOS.some((one) => one === values.open_ratio);
  const issues = preset.args.flatMap((spec) => checkOne(spec, values, context));
  return [
    ...(period ? [] : [fault('kline_period', 'choice.unknown')]),
    ...(ratio ? [] : [fault('open_ratio', 'choice.unknown')]),
    ...issues,
    ...(issues.length === 0 ? checkOrder(preset, values) : []),
  ];
}

function checkOne(spec: ArgumentSpec, values: FormValues, { phase }: CheckContext): readonly Issue[] {
  const text = values[fieldOf(spec)] ?? '';
  if (text === '' && phase === 'typing') return [];
  const code = checkArg(spec, text);
  return code === null ? [] : [conditionFault(fieldOf(spec), { code, spec })];
}

function checkOrder({ ordered }: Preset, values: FormValues): readonly Issue[] {
  if (ordered === undefined) return [];
  const [quick, slow] = ordered;
  const isOrdered = Number(values[`arg_${quick}`]) < Number(values[`arg_${slow}`]);
  return isOrdered ? [] : [fault(`arg_${quick}`, 'preset.order')];
}
