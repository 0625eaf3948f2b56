import type { BodyOf } from '#lib/contract/contract.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type EditedBot, type EditedForm, valuesOf } from '../actions/edited-form.ts';
import { fieldOfWord } from '../actions/stop-words.ts';
import { type ForkMode, fieldsOf, isMoneyMode, LIES, type MoneyMode } from './fork-modes.ts';

/** The values of a fork between the form of a kind and the call. */

/** Values by the words of the call. */
export type Said = Omit<BodyOf<'startFork'>, 'time'>;

/** By form field, its word in the call: stops have one name there, whatever a kind calls them. */
function wordOf(kind: string, field: string): keyof Said {
  const { stops } = factsOf(kind);
  if (field === stops?.loss) return 'stop_loss';
  if (field === stops?.profit) return 'stop_profit';
  return LIES.find((word) => word === field) ?? 'grid_num';
}

/** Words of the call that the form of a mode has a place for. */
export function wordsOf(kind: string, mode: ForkMode): readonly (keyof Said | 'time')[] {
  if (!isMoneyMode(mode)) return ['time', ...fieldsOf(kind, mode).map((field) => wordOf(kind, field))];
  if (mode === 'deposit') return ['time', 'money'];
  return mode === 'margin' ? ['time', 'margin'] : ['time', 'margin', 'leverage'];
}

/** Of what a fork asks for the money that comes in, and the leverage that it comes in with. */
export type SaidMoney = Pick<Said, 'money' | 'margin' | 'leverage'>;

/** What is asked of the form's fields, and what of money, apart. */
export function partsOf({ money, margin, leverage, ...fields }: Said): {
  readonly fields: Said;
  readonly money: SaidMoney | null;
} {
  const isMoney = money !== undefined || margin !== undefined || leverage !== undefined;
  return { fields, money: isMoney ? { money, margin, leverage } : null };
}

/** The dialog that puts the same in. */
export function moneyModeOf({ margin, leverage }: SaidMoney): MoneyMode {
  if (leverage !== undefined) return 'leverage';
  return margin === undefined ? 'deposit' : 'margin';
}

/** What was typed, as the call says it; nothing of a field that nobody has typed in. */
export function saidIn(kind: string, form: Pick<EditedForm, 'touched' | 'wire'>, names: readonly string[]): Said {
  const typed = names.filter((name) => form.touched.has(name));
  return Object.fromEntries(typed.map((name) => [wordOf(kind, name), form.wire(name)]));
}

/** Values of the call as the form of the kind shows them: by form field, only what is said. */
export function shownValues({ definition, spec, payload }: EditedBot, kind: string, said: Said): FormValues {
  const fields = Object.fromEntries(
    Object.entries(said).flatMap(([word, text]) => (text === undefined ? [] : [[fieldOfWord(kind, word), text]])),
  );
  const within = isRecord(payload) && isRecord(payload.params) ? payload.params : null;
  const asked = within === null ? { ...payload, ...fields } : { ...payload, params: { ...within, ...fields } };
  const values = valuesOf(definition, asked, spec);
  return Object.fromEntries(Object.keys(fields).map((field) => [field, values[field] ?? '']));
}

/** Whether two forks ask for the same. */
export function isSame(one: object, other: object | null): boolean {
  const told = (asked: object): string => JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)));
  return other !== null && told(one) === told(other);
}
