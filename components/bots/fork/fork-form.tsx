'use client';

import { useTranslations } from 'next-intl';
import { FormField } from '#components/form/form-field.tsx';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { type EditedBot, useEditedForm } from '../actions/edited-form.ts';
import { type ForkFormProps, ForkFrame, useRefusedAt } from './fork-frame.tsx';
import { type ForkMode, fieldsOf } from './fork-modes.ts';
import { saidIn } from './fork-values.ts';

/** What is wrong with typed fields at any price, by field: what no number holds, or lies out of its bounds. */
function useWrongAnyway(
  { definition }: EditedBot,
  { sent, context, touched }: Pick<ReturnType<typeof useEditedForm>, 'sent' | 'context' | 'touched'>,
  names: readonly string[],
): ReadonlyMap<string, string> {
  const say = useIssueText();
  const issues = definition
    .check(sent, { ...context, lastTicks: null, phase: 'typing' })
    .filter(({ field, severity }) => severity === 'error' && touched.has(field) && names.includes(field));
  return new Map(issues.map((issue) => [issue.field, say(issue)]));
}

/**
 * The fields that the dialogs of a running bot have for the same. What is wrong at any price is said here; whether a value was possible
 * then the exchange says: prices are others now.
 */
export function ForkForm({ mode, ...props }: ForkFormProps & { readonly mode: ForkMode }) {
  const t = useTranslations('fork');
  const { bot, edited, kept } = props;
  const kind = bot.strategy_type;
  const names = fieldsOf(kind, mode);
  // What was typed before the tab was left. The dialog that applies it may stand over it, with the same fields.
  const begun = Object.fromEntries(Object.entries(kept.draft.fields).filter(([name]) => names.includes(name)));
  // M-210, M-212: as the dialog of a range has it.
  const edit = useEditedForm({ ...edited, typed: begun }, names, null, { isRelaid: mode === 'range' });
  const { change: keep } = kept;
  const form = {
    ...edit,
    name: 'fork',
    change: (field: string, value: string) => {
      const refused = edit.change(field, value);
      if (refused === null) keep(({ fields }) => ({ fields: { ...fields, [field]: value } }));
      return refused;
    },
  };
  const shown = edited.definition.fields.filter(
    ({ name, isShown }) => names.includes(name) && isShown?.(form.values, edited.spec) !== false,
  );
  const said = saidIn(kind, form, names);
  const wrong = useWrongAnyway(edited, form, names);
  const refusedAt = useRefusedAt(props, said);
  return (
    <ForkFrame form={props} said={said} hint={t('valuesHint')} isWrong={wrong.size > 0}>
      {shown.map((field) => {
        const error = wrong.get(field.name) ?? refusedAt(field.name);
        return <FormField key={field.name} form={form} field={field} notes={error === undefined ? {} : { error }} />;
      })}
    </ForkFrame>
  );
}
