import { fieldsIn, fieldsText } from '#lib/client/typed-fields.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';
import { decimalsOf } from '#lib/money/decimals-of.ts';
import type { FormValues, Issue, StrategyCalls } from '#lib/strategies/definition.ts';
import { fault } from '#lib/strategies/rules/issue.ts';
import { snapLeverage } from '#lib/strategies/rules/leverage.ts';
import { flag, fraction, plain } from '#lib/strategies/rules/wire.ts';

/** What the exchange says of a copy that was not made yet. */
export type CopyTerms = Extract<NonNullable<ReplyOf<'followTerms'>['data']>, { readonly strategy_type: unknown }>;

/** What is typed into the copy form: text, '' = not set; stops that are parts of something in percent. */
export const EMPTY_COPY: FormValues = {
  money: '',
  leverage: '',
  own_stops: '0',
  stop_loss: '',
  stop_profit: '',
  use_experience: '0',
};

/** What is typed, as a text that {@link copyOf} reads. */
export function copyText(values: FormValues): string {
  return fieldsText(values);
}

export function copyOf(text: string): FormValues {
  return fieldsIn(text, EMPTY_COPY);
}

const MOST_MONEY = '99999999';
const STOPS = ['stop_loss', 'stop_profit'] as const;
type Stop = (typeof STOPS)[number];

const units = (text: string | undefined): bigint | null => parseAmount(readDecimal(text ?? '') ?? '');

/** M-258: as many as the smallest copy has; two while it is not known. */
export function moneyDecimals(terms: CopyTerms | null): number {
  return terms === null || terms.min_amount === '' ? 2 : decimalsOf(terms.min_amount);
}

/** Whether trial funds go into it: they may have gone since they were chosen, and their box with them. */
function usesTrial({ use_experience: isChosen }: FormValues, { trial_available: trial }: CopyTerms): boolean {
  return isChosen === '1' && /[1-9]/.test(trial);
}

/** What may be put into it: the balance, and trial funds where they are used (M-255). Units; null while it is not known. */
export function mostMoney(values: FormValues, terms: CopyTerms | null): bigint | null {
  const own = terms === null ? null : parseAmount(terms.available);
  if (terms === null || own === null) return null;
  return own + (usesTrial(values, terms) ? (parseAmount(terms.trial_available) ?? 0n) : 0n);
}

/** The stops that a copy of this bot may have of its own. */
export function ownStops({ stops }: CopyTerms): readonly Stop[] {
  return STOPS.filter((name) => stops[name] === 1);
}

function checkMoney(values: FormValues, terms: CopyTerms | null, isSubmit: boolean): readonly Issue[] {
  const text = values.money ?? '';
  const typed = units(text);
  // M-252, M-256.
  if (text === '' || (isSubmit && typed === 0n)) return isSubmit ? [fault('money', 'money.empty')] : [];
  if (typed === null || typed === 0n || typed > (parseAmount(MOST_MONEY) ?? 0n))
    return [fault('money', 'money.limit', { min: '0', max: MOST_MONEY })];
  const least = terms === null || terms.min_amount === '' ? null : parseAmount(terms.min_amount);
  if (least !== null && typed < least) return [fault('money', 'money.min.copy')];
  const most = mostMoney(values, terms);
  return most !== null && typed > most ? [fault('money', 'money.balance.copy')] : [];
}

/** What a leverage becomes when its input is left, as in every form (E-248, X20); an empty one stays the original's. */
export function leftLeverage(
  { leverage = '' }: FormValues,
  { leverage_min: min, leverage_max: max }: CopyTerms,
): string {
  return leverage === '' ? '' : snapLeverage(leverage, { min, max });
}

/** M-263. Empty: the original's. */
function checkLeverage({ leverage = '' }: FormValues, terms: CopyTerms | null): readonly Issue[] {
  if (terms === null || terms.leverage === '' || leverage === '') return [];
  const { leverage_min: min, leverage_max: max } = terms;
  const isWhole = /^\d{1,4}$/.test(leverage) && Number(leverage) >= min && Number(leverage) <= max;
  return isWhole ? [] : [fault('leverage', 'range', { label: 'leverage', min: `${min}`, max: `${max}` })];
}

/** M-259: parts of something lie between 0 and 100 percent, as in the form of a creation: a stop loss of 0 is none, a take profit of 0 could not be (X12). */
function checkStops(values: FormValues, terms: CopyTerms | null): readonly Issue[] {
  if (terms === null || values.own_stops !== '1' || terms.stops.of === 'price') return [];
  return ownStops(terms).flatMap((name) => {
    const typed = units(values[name]);
    if ((values[name] ?? '') === '') return [];
    if (typed === 0n) return name === 'stop_profit' ? [fault(name, 'stop.ratio_zero')] : [];
    return typed !== null && typed <= 10_000_000_000n ? [] : [fault(name, 'stop.ratio_range')];
  });
}

/** What is wrong with a copy as far as it can be known before it is asked for; the exchange's own word is in its terms. */
export function checkCopy(values: FormValues, terms: CopyTerms | null, phase: 'typing' | 'submit'): readonly Issue[] {
  return [
    ...checkMoney(values, terms, phase === 'submit'),
    ...checkLeverage(values, terms),
    ...checkStops(values, terms),
  ];
}

/** Stops on the wire: prices as they are, parts as fractions; '' = none. */
function wireStop(text: string | undefined, terms: CopyTerms): string {
  return terms.stops.of === 'price' ? plain(text) : fraction(text);
}

/** What the copier has chosen himself, in the words that all kinds share; what is not there is as the original has it. */
export function chosen(values: FormValues, terms: CopyTerms) {
  const stops = values.own_stops === '1' ? ownStops(terms) : [];
  return {
    ...(values.leverage === '' ? {} : { leverage: plain(values.leverage) }),
    ...(stops.includes('stop_loss') ? { stop_loss: wireStop(values.stop_loss, terms) } : {}),
    ...(stops.includes('stop_profit') ? { stop_profit: wireStop(values.stop_profit, terms) } : {}),
    ...(usesTrial(values, terms) ? { use_experience: 1 as const } : {}),
  };
}

/** What a kind's payload calls its stops (the exchange's own words for them): the first that its form has. */
const STOP_NAMES: Readonly<Record<Stop, readonly string[]>> = {
  stop_loss: ['stop_loss_per_cycle', 'stop_rate', 'stop_loss'],
  stop_profit: ['take_profit_per_cycle', 'stop_profit'],
};

/** The form's field of a refused one: the amount and the stops have other names in other kinds. */
export function formField(field: string): string {
  if (field === 'begin_money_amount') return 'money';
  const stop = STOPS.find((one) => STOP_NAMES[one].includes(field));
  return stop ?? field;
}

/** The kind of the original, as far as its follow call needs it. */
export interface CopiedKind {
  readonly calls: Pick<StrategyCalls, 'create'>;
  readonly fields: readonly { readonly name: string }[];
}

export interface Copier {
  readonly uid?: string;
  readonly user_id?: number;
}

/** The follow call of a kind with its body (C-355, C-357, M-330 … M-332): whom, with how much, and what is the copier's own. */
export function followOf(
  definition: CopiedKind,
  {
    followId,
    values,
    terms,
    isHide,
    copier,
  }: {
    readonly followId: number;
    readonly values: FormValues;
    readonly terms: CopyTerms;
    readonly isHide: string;
    readonly copier: Copier | null;
  },
): { readonly call: 'followGrid' | 'followStrategy'; readonly payload: object } {
  const { leverage, stop_loss, stop_profit, ...rest } = chosen(values, terms);
  const common = { follow_id: followId, is_hide: flag(isHide), ...rest };
  const money = plain(values.money);
  if (definition.calls.create === 'createGrid') {
    const own = { ...(leverage === undefined ? {} : { leverage }) };
    const stops = {
      ...(stop_loss === undefined ? {} : { stop_loss }),
      ...(stop_profit === undefined ? {} : { stop_profit }),
    };
    const payload = { ...(copier?.uid ? { uid: copier.uid } : {}), ...common, money, ...own, ...stops };
    return { call: 'followGrid', payload };
  }
  const names = new Set(definition.fields.map(({ name }) => name));
  const nameOf = (stop: Stop): string | undefined => STOP_NAMES[stop].find((one) => names.has(one));
  const stops = [
    [nameOf('stop_loss'), stop_loss],
    [nameOf('stop_profit'), stop_profit],
  ].filter(([name, text]) => name !== undefined && text !== undefined);
  const params = {
    begin_money_amount: money,
    ...(leverage === undefined ? {} : { leverage }),
    ...Object.fromEntries(stops),
  };
  const user = copier?.user_id ? { user_id: `${copier.user_id}` } : {};
  return { call: 'followStrategy', payload: { ...user, ...common, params } };
}
