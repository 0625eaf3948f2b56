import type { IndicatorKind } from '../../../contract/vocabulary.ts';
import type { IndicatorConditions } from '../../../indicators/condition.ts';
import type { MarketSpec } from '../../../money/market-spec.ts';
import type { CheckContext, FieldDescriptor, FormValues, Issue, ParameterRow } from '../../../strategies/definition.ts';

/** Arguments of a preset on the wire, by name. */
export type PresetArgs = Readonly<Record<string, string>>;

/**
 * Where an indicator bot's conditions come from: the editor (an indicator bot of one page, a custom strategy) or a preset's
 * arguments. Everything else – settings, payload, check, engine parameters – is the same for all of them.
 */
export interface ConditionSource {
  readonly fields: readonly FieldDescriptor[];
  readonly defaults: FormValues;
  /** The conditions of a payload, which trades in this direction; null where they cannot be read. */
  conditionsOf(conditions: unknown, args: PresetArgs | undefined, side: 'buy' | 'sell'): IndicatorConditions | null;
  /** The conditions of a form; null while they cannot be read. */
  read(values: FormValues, spec: MarketSpec): IndicatorConditions | null;
  check(values: FormValues, context: CheckContext): readonly Issue[];
  /** What the payload says beside the conditions; undefined: nothing. */
  args(values: FormValues): PresetArgs | undefined;
  /** Form values of a payload's conditions and arguments. */
  decode(conditions: unknown, args: PresetArgs | undefined): FormValues;
  parameterRows(args: PresetArgs): readonly ParameterRow[];
}

/** A kind and where its conditions come from. */
export interface IndicatorVariant {
  readonly kind: IndicatorKind;
  readonly source: ConditionSource;
}
