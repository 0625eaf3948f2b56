'use client';

import { useAtom, useStore } from 'jotai';
import { useCallback, useMemo } from 'react';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';
import { type Draft, type DraftEntry, draftKey, type FormDrafts, formDraftsAtom } from './form-state.ts';
import { carriedValues } from './seen-values.ts';

export interface DraftPlace {
  readonly kind: RunnableKind;
  /** The market of the page: the form of a kind that chooses its own market is still this page's. */
  readonly page: MarketSpec;
  readonly entry: DraftEntry;
}

/** The newest draft of the same kind and entry on another market. */
function elsewhere(drafts: FormDrafts, { kind, page, entry }: DraftPlace): Draft | undefined {
  const own = draftKey(kind, page, entry);
  const others = Object.entries(drafts).filter(
    ([key]) => key !== own && key.startsWith(`${kind} `) && key.endsWith(` ${entry}`),
  );
  return others.at(-1)?.[1];
}

/**
 * What an entry begins with before anything is typed into it: the form by hand with what the AI's form shows, if that
 * is open already (C-184: manual *modification*), else with what still fits of the kind's draft on another market, else with
 * the kind's defaults.
 */
export function firstValues(
  drafts: FormDrafts,
  place: DraftPlace,
  definition: AnyDefinition,
  spec: MarketSpec,
): FormValues {
  const ai = place.entry === 'manual' ? drafts[draftKey(place.kind, place.page, 'ai')] : undefined;
  if (ai !== undefined) return ai.values;
  const other = place.entry === 'taken' ? undefined : elsewhere(drafts, place);
  return other === undefined ? definition.defaults(spec) : carriedValues(definition, other.values, spec, other.asset);
}

/** Changes in their order, as a definition applies them. */
export type Changes = readonly (readonly [field: string, value: string])[];

/** The drafts with one entry's changed. What was typed last comes last: another market begins with it. */
function withChanged(
  drafts: FormDrafts,
  place: DraftPlace,
  definition: AnyDefinition,
  spec: MarketSpec,
  next: (values: FormValues) => FormValues,
): FormDrafts {
  const key = draftKey(place.kind, place.page, place.entry);
  const values = next(drafts[key]?.values ?? firstValues(drafts, place, definition, spec));
  const { [key]: _before, ...others } = drafts;
  return { ...others, [key]: { values, asset: definition.investmentAsset(values, spec) } };
}

/** Whether two drafts say the same; a field that is not there is an empty one. */
function isSameDraft(one: FormValues, other: FormValues): boolean {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (field) => (one[field] ?? '') === (other[field] ?? ''),
  );
}

/** The draft of an entry as it was typed, hidden fields and all. `update` works on what is stored, not on what was rendered. */
export function useDraft({ kind, page, entry }: DraftPlace, definition: AnyDefinition, spec: MarketSpec) {
  const [drafts, setDrafts] = useAtom(formDraftsAtom);
  const values = useMemo(
    () => drafts[draftKey(kind, page, entry)]?.values ?? firstValues(drafts, { kind, page, entry }, definition, spec),
    [drafts, kind, page, entry, definition, spec],
  );
  const update = useCallback(
    (next: (values: FormValues) => FormValues) =>
      setDrafts((present) => withChanged(present, { kind, page, entry }, definition, spec, next)),
    [setDrafts, kind, page, entry, definition, spec],
  );
  /** Changes the draft of another entry, which the form is about to show. */
  const begin = useCallback(
    (other: DraftEntry, changes: Changes) =>
      setDrafts((present) =>
        withChanged(present, { kind, page, entry: other }, definition, spec, (before) =>
          changes.reduce((one, [field, value]) => definition.reduce(one, field, value, spec), before),
        ),
      ),
    [setDrafts, kind, page, definition, spec],
  );
  const store = useStore();
  const isStill = (draft: FormValues): boolean => {
    const now = store.get(formDraftsAtom);
    const own = now[draftKey(kind, page, entry)]?.values;
    return isSameDraft(own ?? firstValues(now, { kind, page, entry }, definition, spec), draft);
  };
  return { values, update, begin, isStill };
}
