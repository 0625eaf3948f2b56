'use client';

import { useCallback, useMemo, useState } from 'react';
import { DEFAULT_MARKET } from '#components/addresses/paths.ts';
import type { FieldRefusal } from '#components/bots/actions/use-action.ts';
import { withCoins } from '#components/create/use-kind-spec.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import type { FieldForm } from '#components/form/field-form.ts';
import type { CoinForm } from '#components/form/form-panel-props.ts';
import { useMarketFacts } from '#components/form/use-check-context.ts';
import { useSpecs, useSpecsError } from '#components/form/use-specs.ts';
import { PLAN_PERIODS } from '#lib/contract/auto-invest-words.ts';
import type { BodyOf } from '#lib/contract/contract.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { PLAN_KIND } from '#lib/kinds/plan-kind.ts';
import { parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FieldDescriptor, FormValues, Issue } from '#lib/strategies/definition.ts';
import { formatCoins, PORTFOLIO_QUOTE, parseCoins } from '#lib/strategies/portfolio/coins.ts';
import { plain } from '#lib/strategies/rules/wire.ts';
import type { PlanDetail } from './plan-words.ts';
import type { ReplayedPlan } from './use-plan-replay.ts';

const DEFINITION = definitionOf(PLAN_KIND);
const NAME: FieldDescriptor = { name: 'strategy_name', input: 'text', section: 'strategy', label: 'plan_name' };
const CHANGEABLE = ['coins', 'every', 'each_amount'] as const;

function fieldsOf(names: readonly string[]): readonly FieldDescriptor[] {
  return DEFINITION.fields.filter(({ name }) => names.includes(name));
}

/** What a plan is set to; a new one has a name and a first date as well. Everything else of the kind is none of a plan's. */
export const EDITED_FIELDS = fieldsOf(CHANGEABLE);
export const NEW_FIELDS = [NAME, ...fieldsOf([...CHANGEABLE, 'first_time'])];

/** What the calls of plans call the fields of the kind. */
const FIELD_OF: Readonly<Record<string, string>> = {
  amount: 'each_amount',
  period_type: 'every',
  name: 'strategy_name',
};

/** The same fields by the words of the calls. */
export function wordsOf(fields: readonly FieldDescriptor[]): readonly string[] {
  const wordOf = new Map(Object.entries(FIELD_OF).map(([word, field]) => [field, word]));
  return fields.map(({ name }) => wordOf.get(name) ?? name);
}

export interface PlanForm extends FieldForm, CoinForm {
  readonly fields: readonly FieldDescriptor[];
  /** Checks everything as at submit and shows it from then on; whether nothing stands against it. */
  readonly checkAll: () => boolean;
  readonly body: Pick<BodyOf<'createPlan'>, 'name' | 'coins' | 'amount' | 'period_type' | 'first_time'>;
}

/** The market that a plan's form is begun on, with all others that its coins could be bought on; undefined until they are known. `error`: why they are not. */
export function usePlanSpec(): { readonly spec: MarketSpec | undefined; readonly error: unknown } {
  const specs = useSpecs(true);
  const error = useSpecsError(true);
  const spec = useMemo(() => {
    const page = specs.get(DEFAULT_MARKET) ?? [...specs.values()].find(({ quote }) => quote === PORTFOLIO_QUOTE);
    return page === undefined ? undefined : withCoins(page, specs);
  }, [specs]);
  return { spec, error };
}

/** A plan as the form has it. */
export function valuesOfPlan({ pie_info, amount, period_type }: PlanDetail, spec: MarketSpec): FormValues {
  return {
    ...DEFINITION.defaults(spec),
    coins: formatCoins(pie_info.map(({ asset, ratio }) => ({ asset, rate: ratio, amount: '' }))),
    each_amount: amount,
    every: period_type,
  };
}

export function newPlanValues(spec: MarketSpec): FormValues {
  return DEFINITION.defaults(spec);
}

/** Some fields of the kind, typed and checked as its own form does; what the exchange has against them stands at them. */
export function usePlanForm(
  spec: MarketSpec,
  given: FormValues,
  fields: readonly FieldDescriptor[],
  refusal: FieldRefusal | null,
): PlanForm {
  const definition: AnyDefinition = DEFINITION;
  const [values, setValues] = useState(given);
  const [phase, setPhase] = useState<'typing' | 'submit'>('typing');
  // The first purchase is all that there has to be money for, and nothing is asked of it before its date.
  const facts = useMarketFacts(definition, spec, values, 0n);
  const context = useMemo(() => ({ ...facts, available: null, minAmount: null, phase }), [facts, phase]);
  const [begun] = useState(given);
  // What a plan buys was accepted: while its owner leaves that, today's prices stand against no other period.
  const asked = fields === EDITED_FIELDS && buysSame(values, begun) ? fieldsOf(['every']) : fields;
  const issuesIn = (at: 'typing' | 'submit'): readonly Issue[] =>
    definition
      .check({ ...values, money: values.each_amount ?? '' }, { ...context, phase: at })
      .filter(({ field }) => asked.some(({ name }) => name === field));
  const change = useCallback(
    (field: string, value: string): Issue | null => {
      setValues((present) => DEFINITION.reduce(present, field, value, spec));
      return null;
    },
    [spec],
  );
  const refused =
    refusal === null ? null : { field: FIELD_OF[refusal.field] ?? refusal.field, issue: null, message: refusal.text };
  return {
    ...{ name: 'plan', helpOf: 'auto-investment' as const, definition, spec, values, context, change, fields, refused },
    issues: issuesIn(phase),
    checkAll: () => {
      setPhase('submit');
      return issuesIn('submit').every(({ severity }) => severity !== 'error');
    },
    body: bodyOf(values, spec),
  };
}

function buysSame(values: FormValues, before: FormValues): boolean {
  return values.coins === before.coins && values.each_amount === before.each_amount;
}

/** A plan as a replay takes it; null while something stands against it. */
export function replayedPlan(form: PlanForm): ReplayedPlan | null {
  const { coins, amount, period_type: every } = form.body;
  const isWrong = form.issues.some(({ severity }) => severity === 'error');
  const { spec } = form;
  const markets = [spec, ...Object.values(spec.companions ?? {})];
  const shares = coins.map(({ asset, ratio }) => ({
    asset,
    shareE8: (parseAmount(ratio) ?? 0n) / 100n,
    market: markets.find(({ base, quote }) => base === asset && quote === PORTFOLIO_QUOTE),
  }));
  const units = parseAmount(amount);
  const isWhole = shares.reduce((sum, { shareE8 }) => sum + shareE8, 0n) === UNITS_PER_COIN;
  if (isWrong || !isWhole || units === null || units === 0n) return null;
  return { coins: shares, amount: units, every, feeE8: form.context.feeRate };
}

function bodyOf(values: FormValues, spec: MarketSpec): PlanForm['body'] {
  const { params, strategy_name } = DEFINITION.encode(values, spec);
  return {
    name: strategy_name ?? '',
    coins: (parseCoins(values.coins ?? '') ?? []).map(({ asset, rate }) => ({ asset, ratio: plain(rate) })),
    amount: params.each_amount,
    period_type: PLAN_PERIODS.find((one) => one === params.period) ?? PLAN_PERIODS[0],
    first_time: params.first_time,
  };
}
