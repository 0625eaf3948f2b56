'use client';

import { useCallback, useMemo, useState } from 'react';
import type { FieldRefusal } from '#components/bots/actions/use-action.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import type { FieldForm } from '#components/form/field-form.ts';
import { type FieldNotes, notesOf } from '#components/form/field-notes.ts';
import { seenValues } from '#components/form/seen-values.ts';
import { useMarketFacts } from '#components/form/use-check-context.ts';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { callUrl } from '#lib/client/call.ts';
import { isUnknown } from '#lib/client/failures.ts';
import { useIsHeardAnew } from '#lib/client/live-lines.ts';
import { specOf } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { isUnset } from '#lib/money/decimal-text.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues, Issue } from '#lib/strategies/definition.ts';
import { useInstrumentRow } from '../use-instrument-row.ts';
import { payloadOf } from './bot-payload.ts';

/** A bot as the form of its kind has it: what the dialogs that change it begin with. */
export interface EditedBot {
  readonly definition: AnyDefinition;
  readonly spec: MarketSpec;
  readonly values: FormValues;
  /** What it was asked to be, as the wire has it. */
  readonly payload: object;
  /** What a dialog begins with in place of what the bot is: somebody has typed it elsewhere. */
  readonly typed?: FormValues;
}

/** X1, M-209, M-366: most grids of one that is edited. */
const MOST_GRIDS = 1_000;

/** A payload as the form of its kind has it. Throws on what is none of the kind's. */
export function valuesOf(definition: AnyDefinition, payload: object, spec: MarketSpec): FormValues {
  return definition.decode(payload as never, spec);
}

/** The range where it stands by now, and what it has waited for behind it. */
function standing(values: FormValues, { params, step }: StrategyRow): FormValues {
  const { current_low_price: low = '', current_high_price: high = '' } = params ?? {};
  const isSet = (text: string): boolean => /[1-9]/.test(text);
  return {
    ...values,
    ...(isSet(low) && 'low_price' in values ? { low_price: low } : {}),
    ...(isSet(high) && 'high_price' in values ? { high_price: high } : {}),
    ...(step !== 'wait-touch' && 'trigger_price' in values ? { trigger_price: '' } : {}),
  };
}

/** A bot as its form has it; undefined while that is not known – `error` says why not, for LiveGap –, null where its parameters cannot be had. */
export interface EditedReading {
  readonly edited: EditedBot | null | undefined;
  readonly error: unknown;
}

/**
 * The bot for a dialog that changes it. What was heard of it before the dialog
 * was opened is no beginning: what was changed elsewhere meanwhile would be set back with the next change. `words`: its parameters are not what
 * is changed, and need not be told (M-274: those of a copy of a closed bot are not).
 */
export function useEditedBot(bot: StrategyRow, what: 'parameters' | 'words' = 'parameters'): EditedReading {
  const query = { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type };
  const { data, error, isValidating } = useCall('strategyDetail', { query }, { revalidateOnFocus: false });
  const isHeard = useIsHeardAnew(callUrl('strategyDetail', { query }), isValidating);
  const { row, error: rowError } = useInstrumentRow(bot);
  const detail = data?.data;
  const spec = row === undefined ? null : specOf(row);
  const edited = useMemo(() => {
    if (!isCreatable(bot.strategy_type) || isUnknown(rowError) || isUnknown(error)) return null;
    if (!isHeard || detail === undefined || spec === null || !('strategy_id' in detail)) return undefined;
    const definition: AnyDefinition = definitionOf(bot.strategy_type);
    const defaults = definition.defaults(spec);
    if (detail.params === null) return what === 'words' ? { definition, spec, values: defaults, payload: {} } : null;
    try {
      const payload = detail.payload ?? payloadOf(bot, detail.params);
      const values = { ...defaults, ...valuesOf(definition, payload, spec) };
      return { definition, spec, values: standing(values, bot), payload };
    } catch {
      return null;
    }
  }, [bot, what, isHeard, detail, spec, rowError, error]);
  return { edited, error: error ?? rowError };
}

export interface EditedForm extends FieldForm {
  readonly definition: AnyDefinition;
  readonly context: CheckContext;
  /** The values as the payload has them: without stops that are none. */
  readonly sent: FormValues;
  /** Fields that somebody has typed in. */
  readonly touched: ReadonlySet<string>;
  /** Whether something is other than it was. */
  readonly isChanged: boolean;
  /** Whether one of the fields cannot be sent as it is. */
  readonly hasErrors: boolean;
  readonly notes: (field: string) => FieldNotes;
  /** What the payload says of a field, in the wire's words. */
  readonly wire: (field: string) => string;
}

const NOTHING_TYPED: FormValues = {};

/** What a dialog has of its own. */
interface OfDialog {
  /** The range is laid anew. */
  readonly isRelaid?: boolean;
  /** What the bot as it is now has against the fields, beside its kind. */
  readonly besides?: (values: FormValues) => readonly Issue[];
}

const nothingBesides = (): readonly Issue[] => [];

/** Whether a stop has a box of its own: the price says all that there is to say in a dialog. */
const boxOf = (field: string): string => `${field}_on`;

/**
 * Some fields of a bot, typed as in the form that created it: through the definition's reducer, checked by its own check, of which
 * only what is wrong with these fields is told – as the exchange asks when they are sent.
 */
export function useEditedForm(
  { definition, spec, values: given, typed: begun = NOTHING_TYPED }: EditedBot,
  fields: readonly string[],
  refusal: FieldRefusal | null,
  { isRelaid = false, besides = nothingBesides }: OfDialog = {},
): EditedForm {
  // As the dialog opened: what the exchange tells meanwhile changes nothing under the hand.
  const [before] = useState(() => {
    const boxes = fields.map(boxOf).filter((box) => box in given);
    return { ...given, ...Object.fromEntries(boxes.map((box) => [box, '1'])) };
  });
  const [typed, setTyped] = useState<FormValues>({ ...before, ...begun });
  const [touched, setTouched] = useState<ReadonlySet<string>>(() => new Set(Object.keys(begun)));
  const say = useIssueText();
  const values = useMemo(() => seenValues(definition, typed, spec), [definition, typed, spec]);
  const facts = useMarketFacts(definition, spec, values, 0n);
  const context = useMemo<CheckContext>(
    () => ({
      ...facts,
      maxGrid: MOST_GRIDS,
      minAmount: null,
      available: null,
      isEdit: true,
      isRelaid,
      phase: 'submit',
    }),
    [facts, isRelaid],
  );
  const sent = useMemo(() => withoutEmptyBoxes(definition.kind, values, fields), [definition, values, fields]);
  const ofKind = useMemo(
    () => definition.check(sent, context).filter(({ field }) => fields.includes(field)),
    [definition, sent, context, fields],
  );
  const issues = [...ofKind, ...besides(values)];
  const change = useCallback(
    (field: string, value: string): Issue | null => {
      const refused = definition.refusal?.(values, field, value, spec) ?? null;
      if (refused !== null) return refused;
      setTouched((present) => new Set(present).add(field));
      setTyped((present) => definition.reduce(present, field, value, spec));
      return null;
    },
    [definition, values, spec],
  );
  const payload: object = useMemo(() => definition.encode(sent, spec), [definition, sent, spec]);
  return {
    name: 'edit',
    definition,
    spec,
    values,
    change,
    context,
    sent,
    touched,
    isChanged: fields.some((field) => (values[field] ?? '') !== (before[field] ?? '')),
    hasErrors: issues.some(({ severity }) => severity === 'error'),
    notes: (field) => {
      if (refusal?.field === field) return { error: refusal.text };
      // What was wrong before anybody typed is said once somebody has.
      return touched.size === 0 ? {} : notesOf(field, issues, null, say);
    },
    wire: (field) => wireText(payload, field),
  };
}

/** An empty stop is none (M-233), and so is a price of 0: their dialog takes prices from there on (E-237). */
function withoutEmptyBoxes(kind: string, values: FormValues, fields: readonly string[]): FormValues {
  const isNone = (text: string): boolean => text === '' || (factsOf(kind).stops?.of === 'price' && isUnset(text));
  const empty = fields.filter((field) => boxOf(field) in values && isNone(values[field] ?? ''));
  return { ...values, ...Object.fromEntries(empty.map((field) => [boxOf(field), '0'])) };
}

function wireText(payload: object, field: string): string {
  if (!isRecord(payload)) return '';
  const said = (isRecord(payload.params) ? payload.params : payload)[field];
  return typeof said === 'string' ? said : '';
}
