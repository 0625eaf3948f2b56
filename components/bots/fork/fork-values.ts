import type { BodyOf } from '#lib/contract/contract.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import type { BotChange } from '../actions/bot-actions.ts';
import type { EditedBot, EditedForm } from '../actions/edited-form.ts';

/** What a fork may change of a bot: what its owner's dialogs change without money, by the facts of its kind. */

/** The dialog that changes the same fields. */
export type ForkMode = Extract<BotChange, 'range' | 'stops'>;

/** Values by the words of the call. */
export type Said = Omit<BodyOf<'startFork'>, 'time'>;

const LIES = ['low_price', 'high_price', 'grid_num'] as const;

/** The sets of fields that a kind has; none: nothing of such a bot is changed while it runs. */
export function forkModesOf(kind: string): readonly ForkMode[] {
  const { range, stops } = factsOf(kind);
  // Stops that are prices stand in the dialog of the range.
  const hasOwnStops = stops !== null && (range === 'none' || stops.of !== 'price');
  return [...(range === 'none' ? [] : (['range'] as const)), ...(hasOwnStops ? (['stops'] as const) : [])];
}

/** Form fields of a mode. */
export function fieldsOf(kind: string, mode: ForkMode): readonly string[] {
  const { stops } = factsOf(kind);
  const exits = [stops?.loss ?? '', stops?.profit ?? ''].filter((field) => field !== '');
  if (mode === 'stops') return exits;
  return stops?.of === 'price' ? [...LIES, ...exits] : LIES;
}

/** By form field, its word in the call: stops have one name there, whatever a kind calls them. */
function wordOf(kind: string, field: string): keyof Said {
  const { stops } = factsOf(kind);
  if (field === stops?.loss) return 'stop_loss';
  if (field === stops?.profit) return 'stop_profit';
  return LIES.find((word) => word === field) ?? 'grid_num';
}

/** Of a word of the call, or of the field itself, which field of the form it is. */
export function fieldOf(kind: string, word: string): string {
  const { stops } = factsOf(kind);
  if (word === 'stop_loss') return stops?.loss ?? word;
  return word === 'stop_profit' ? (stops?.profit ?? word) : word;
}

/** What was typed, as the call says it; nothing of a field that nobody has typed in. */
export function saidIn(kind: string, form: Pick<EditedForm, 'touched' | 'wire'>, names: readonly string[]): Said {
  const typed = names.filter((name) => form.touched.has(name));
  return Object.fromEntries(typed.map((name) => [wordOf(kind, name), form.wire(name)]));
}

/** Values of the call as the form of the kind shows them: by form field, only what is said. */
export function shownValues({ definition, spec, payload }: EditedBot, kind: string, said: Said): FormValues {
  const fields = Object.fromEntries(
    Object.entries(said).flatMap(([word, text]) => (text === undefined ? [] : [[fieldOf(kind, word), text]])),
  );
  const within = isRecord(payload) && isRecord(payload.params) ? payload.params : null;
  const asked = within === null ? { ...payload, ...fields } : { ...payload, params: { ...within, ...fields } };
  const values: FormValues = definition.decode(asked as never, spec);
  return Object.fromEntries(Object.keys(fields).map((field) => [field, values[field] ?? '']));
}
