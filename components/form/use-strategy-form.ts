'use client';

import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react';
import { useSession } from '#lib/client/session.ts';
import { typedNumber } from '#lib/money/input.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues, Issue, SummaryRow } from '#lib/strategies/definition.ts';
import type { AnyDefinition } from './any-definition.ts';
import { formPayload, isBatch, type ParamSource } from './creation-payload.ts';
import { inFormOrder } from './form-order.ts';
import type { DraftEntry } from './form-state.ts';
import { seenValues } from './seen-values.ts';
import { checkSeveralCoins, largestMinimum, type Pair } from './several-coins.ts';
import { TRIAL_FIELD } from './trial-field.ts';
import { type MarketFacts, useMarketFacts } from './use-check-context.ts';
import { type Changes, type DraftPlace, useDraft } from './use-draft.ts';
import { minAmountQuery, useMinAmount } from './use-min-amount.ts';
import { usePairs } from './use-pairs.ts';
import { useTrialFunds } from './use-trial-funds.ts';

/** What the exchange refused at a field (code 422); shown until that field changes. */
export interface RefusedField {
  readonly field: string;
  readonly issue: Issue | null;
  /** The server's own sentence, used when it names no issue that we know. */
  readonly message: string;
}

export interface StrategyForm {
  readonly definition: AnyDefinition;
  readonly spec: MarketSpec;
  /** What the screen shows: a hidden field counts as untouched (seenValues). */
  readonly values: FormValues;
  /** What was typed, hidden fields and all. */
  readonly draft: FormValues;
  readonly context: CheckContext;
  readonly issues: readonly Issue[];
  readonly summary: readonly SummaryRow[];
  /** The minimum shown is of earlier values. */
  readonly isMinPending: boolean;
  readonly refused: RefusedField | null;
  /** Changes a value; returns why the definition would not have it, or null. */
  readonly change: (field: string, value: string) => Issue | null;
  /** Changes the draft of another entry of this form, which is about to be shown. */
  readonly begin: (entry: DraftEntry, changes: Changes) => void;
  /** Checks everything as at submit and shows it from then on; in the order of the screen, so that the first error is the uppermost. */
  readonly checkAll: () => readonly Issue[];
  readonly refuse: (refused: RefusedField) => void;
  /** Whether its draft is this one word for word; asked and answered also after the form was left. */
  readonly isStill: (draft: FormValues) => boolean;
  /** Empties the form, its draft also after it was left. */
  readonly reset: () => void;
  /** The coins of a form that is about several. */
  readonly pairs: readonly Pair[];
  /** Trial funds that this bot may use, units; 0n where there are none. */
  readonly trialFunds: bigint;
  /** The creation in its wire form, as the form was when it was asked for this function; whether it is hidden is decided last. */
  readonly payload: (source: ParamSource, isHide: string) => object;
}

/** Undefined: the exchange is asked; null: not known yet. */
function typedMinimum(definition: AnyDefinition, values: FormValues, facts: MarketFacts): bigint | null | undefined {
  const own = definition.typedMinimum?.(values, facts);
  if (own === undefined || facts.minTotal === null) return own;
  return own === null || own < facts.minTotal ? facts.minTotal : own;
}

/**
 * The min_amount call is about grids; the other kinds know their minimum by the exchange's own formula, and never less than its
 * terms say of the market (E-195, E-288). Of several coins each has its own: one investment is given for each of them.
 */
function useOwnMinimum(
  definition: AnyDefinition,
  values: FormValues,
  pairs: readonly Pair[],
  facts: MarketFacts,
): bigint | null | undefined {
  return useMemo(
    () =>
      isBatch(definition, values)
        ? largestMinimum(definition, values, pairs, facts)
        : typedMinimum(definition, values, facts),
    [definition, values, facts, pairs],
  );
}

/** The least investment, units: the exchange's answer or the kind's own formula; null where there is none or it is not known yet. */
function useMinimum(definition: AnyDefinition, values: FormValues, spec: MarketSpec, facts: MarketFacts) {
  const pairs = usePairs(isBatch(definition, values), values);
  // The minimum's own question needs to know which values are faulty, whatever the minimum is.
  const withoutMinimum = useMemo(
    () => definition.check(values, { ...facts, minAmount: null, phase: 'typing' }),
    [definition, values, facts],
  );
  const asked = useMinAmount(
    useMemo(() => minAmountQuery(definition, values, spec, withoutMinimum), [definition, values, spec, withoutMinimum]),
  );
  const own = useOwnMinimum(definition, values, pairs, facts);
  const { units: known, isPending } = own === undefined ? asked : { units: own, isPending: false };
  // A minimum of nothing is none: it is not shown before there is something to say.
  const units = known === 0n ? null : known;
  return { pairs, units, isPending };
}

/** What the screen shows of a draft. The box that asks for trial funds is there only while there are some. */
function useSeen(definition: AnyDefinition, typed: FormValues, spec: MarketSpec, hasTrialFunds: boolean): FormValues {
  return useMemo(() => {
    const seen = seenValues(definition, typed, spec);
    return hasTrialFunds || seen[TRIAL_FIELD] !== '1' ? seen : { ...seen, [TRIAL_FIELD]: '' };
  }, [definition, typed, spec, hasTrialFunds]);
}

/** Typing in a field: refused with an issue, or taken as the definition's reducer has it. */
function useChange(
  definition: AnyDefinition,
  values: FormValues,
  spec: MarketSpec,
  {
    update,
    setRefused,
    noteRetyped,
  }: Pick<ReturnType<typeof useDraft>, 'update'> & {
    readonly setRefused: Dispatch<SetStateAction<RefusedField | null>>;
    readonly noteRetyped: (amount: string) => void;
  },
): StrategyForm['change'] {
  return useCallback(
    (field: string, value: string): Issue | null => {
      const refusal = definition.refusal?.(values, field, value, spec) ?? null;
      if (refusal !== null) return refusal;
      const descriptor = definition.fields.find(({ name }) => name === field);
      update((present) => {
        const decimals = descriptor?.decimals?.(present, spec);
        return definition.reduce(
          present,
          field,
          decimals === undefined ? value : typedNumber(present[field] ?? '', value, { decimals }),
          spec,
        );
      });
      setRefused((present) => (present?.field === field ? null : present));
      if (descriptor?.input === 'amount') noteRetyped(field);
      return null;
    },
    [definition, values, spec, update, setRefused, noteRetyped],
  );
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Whether the form was sent, and which amounts were changed since: what is wrong with those is said as while one types. An emptied amount has
 * no error then (C-230), and a zero is out of limits (C-232) until it is sent again (C-235).
 */
function useSubmitted() {
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [retyped, setRetyped] = useState(NONE);
  const setSubmitted = useCallback((isSent: boolean): void => {
    setIsSubmitted(isSent);
    setRetyped(NONE);
  }, []);
  const noteRetyped = useCallback(
    (amount: string): void => setRetyped((before) => (before.has(amount) ? before : new Set([...before, amount]))),
    [],
  );
  return { isSubmitted, retyped, setSubmitted, noteRetyped };
}

type Check = (inContext: CheckContext) => readonly Issue[];

function shownIssues(check: Check, context: CheckContext, retyped: ReadonlySet<string>): readonly Issue[] {
  const all = check(context);
  if (context.phase === 'typing' || retyped.size === 0) return all;
  const asTyped = check({ ...context, phase: 'typing' }).filter(({ field }) => retyped.has(field));
  return [...all.filter(({ field }) => !retyped.has(field)), ...asTyped];
}

/** State of one entry's form: values through the definition's reducer, issues through its check, on every change. */
export function useStrategyForm(place: DraftPlace, definition: AnyDefinition, spec: MarketSpec): StrategyForm {
  const { values: typed, update, begin, isStill } = useDraft(place, definition, spec);
  const { isSubmitted, retyped, setSubmitted, noteRetyped } = useSubmitted();
  const [refused, setRefused] = useState<RefusedField | null>(null);
  const trialFunds = useTrialFunds(definition.kind, spec.market, definition.investmentAsset(typed, spec));
  const values = useSeen(definition, typed, spec, trialFunds > 0n);
  const facts = useMarketFacts(definition, spec, values, values[TRIAL_FIELD] === '1' ? trialFunds : 0n);
  const { pairs, units, isPending } = useMinimum(definition, values, spec, facts);
  const context = useMemo<CheckContext>(
    // A minimum of earlier values must neither block nor let through.
    () => ({ ...facts, minAmount: isPending ? null : units, phase: isSubmitted ? 'submit' : 'typing' }),
    [facts, units, isPending, isSubmitted],
  );
  const check = useCallback(
    (inContext: CheckContext): readonly Issue[] => [
      ...definition.check(values, inContext),
      ...checkSeveralCoins(definition, values, inContext, pairs),
    ],
    [definition, values, pairs],
  );
  const issues = useMemo(() => shownIssues(check, context, retyped), [check, context, retyped]);
  const summary = useMemo(
    () => definition.summary(values, { ...context, minAmount: units }),
    [definition, values, context, units],
  );
  const change = useChange(definition, values, spec, { update, setRefused, noteRetyped });
  const checkAll = useCallback(() => {
    setSubmitted(true);
    return inFormOrder(definition, check({ ...context, phase: 'submit' }));
  }, [definition, check, context, setSubmitted]);
  const { session } = useSession();
  const owner = session?.logged_in === true ? session : null;
  const payload: StrategyForm['payload'] = (source, isHide) =>
    formPayload(
      definition,
      { ...values, is_hide: isHide },
      {
        spec,
        pairs,
        source,
        owner,
      },
    );
  const reset = (): void => {
    setSubmitted(false);
    setRefused(null);
    update(() => definition.defaults(spec));
  };
  return {
    definition,
    spec,
    values,
    draft: typed,
    context,
    issues,
    summary,
    isMinPending: isPending,
    refused,
    change,
    begin,
    checkAll,
    refuse: setRefused,
    isStill,
    reset,
    pairs,
    trialFunds,
    payload,
  };
}
