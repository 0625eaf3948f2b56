import { definitionOf, type PayloadByKind, type RunnableKind } from '#lib/kinds/definitions.ts';
import { compareDecimals, readDecimal } from '#lib/money/decimal-text.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues, Issue } from '#lib/strategies/definition.ts';
import type { StoredPayload } from './bot-record.ts';

/** A payload as the form that it came from holds it. Nobody else on the exchange reads one so: they ask for what is wrong with it, or for how it is kept. */
function formOf<K extends RunnableKind>(kind: K, payload: PayloadByKind[K], spec: MarketSpec): FormValues {
  return definitionOf(kind).decode(payload, spec);
}

/** What the kind's own check says of a payload, on the market and with the money of `context`: the same check as the form's. */
export function checkPayload<K extends RunnableKind>(
  kind: K,
  payload: PayloadByKind[K],
  context: CheckContext,
): readonly Issue[] {
  return definitionOf(kind).check(formOf(kind, payload, context.spec), context);
}

/** What the settings of a payload make: spelled in one way, with what was left out said and what has no effect left out. */
export function payloadMadeOf<K extends RunnableKind>(
  kind: K,
  payload: PayloadByKind[K],
  spec: MarketSpec,
): StoredPayload {
  return definitionOf(kind).encode(formOf(kind, payload, spec), spec);
}

/** The same with some of its form's fields typed otherwise. */
export function payloadTyped<K extends RunnableKind>(
  kind: K,
  payload: PayloadByKind[K],
  spec: MarketSpec,
  typed: FormValues,
): StoredPayload {
  return definitionOf(kind).encode({ ...formOf(kind, payload, spec), ...typed }, spec);
}

/** Whether two payloads say the same in these fields of their form: numbers by what they are worth. */
export function areAlikeIn<K extends RunnableKind>(
  kind: K,
  spec: MarketSpec,
  [one, other]: readonly [PayloadByKind[K], PayloadByKind[K]],
  fields: readonly string[],
): boolean {
  const [before, after] = [formOf(kind, one, spec), formOf(kind, other, spec)];
  return fields.every((field) => isAlike(before[field], after[field]));
}

function isAlike(one = '', other = ''): boolean {
  const [a, b] = [readDecimal(one), readDecimal(other)];
  return one === other || (a !== null && b !== null && compareDecimals(a, b) === 0);
}
