'use client';

import { useTranslations } from 'next-intl';
import { FormField } from '#components/form/form-field.tsx';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { Button } from '#components/ui/button.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import type { ForkReply } from '#lib/contract/fork-calls.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type EditedBot, useEditedForm } from '../actions/edited-form.ts';
import type { FieldRefusal } from '../actions/use-action.ts';
import { type ForkMode, fieldsOf } from './fork-modes.ts';
import { ForkMoment, type Moment, type Moments } from './fork-moment.tsx';
import { fieldOf, isSame, type Said, saidIn } from './fork-values.ts';

/** What is wrong with typed fields at any price, by field: what no number holds, or lies out of its bounds. */
function useWrongAnyway(
  { definition }: EditedBot,
  { values, context, touched }: Pick<ReturnType<typeof useEditedForm>, 'values' | 'context' | 'touched'>,
  names: readonly string[],
): ReadonlyMap<string, string> {
  const say = useIssueText();
  const issues = definition
    .check(values, { ...context, lastTicks: null, phase: 'typing' })
    .filter(({ field, severity }) => severity === 'error' && touched.has(field) && names.includes(field));
  return new Map(issues.map((issue) => [issue.field, say(issue)]));
}

interface Props {
  readonly bot: StrategyRow;
  readonly edited: EditedBot;
  readonly mode: ForkMode;
  readonly moments: Moments;
  /** Chosen for whatever is changed from there on. */
  readonly moment: Moment;
  /** What stands against the question. */
  readonly refusal: FieldRefusal | null;
  /** What was asked before. */
  readonly fork: ForkReply | undefined;
  readonly isBusy: boolean;
  readonly onStart: (time: number, said: Said) => void;
}

/**
 * The moment, and the fields that the dialogs of a running bot have for the same. What is wrong at any price is said here; whether a
 * value was possible then the exchange says: prices are others now.
 */
export function ForkForm({ bot, edited, mode, moments, moment, refusal, fork, isBusy, onStart }: Props) {
  const t = useTranslations('fork');
  const replyText = useReplyText();
  const kind = bot.strategy_type;
  const names = fieldsOf(kind, mode);
  // The dialog that applies it may stand over it, with the same fields.
  const form = { ...useEditedForm(edited, names, null), name: 'fork' };
  const shown = edited.definition.fields.filter(
    ({ name, isShown }) => names.includes(name) && isShown?.(form.values, edited.spec) !== false,
  );
  const said = saidIn(kind, form, names);
  const result = fork?.result ?? null;
  // What stood against other values is none of these.
  const isTheSame = isSame({ time: moment.at, ...said }, fork?.asked ?? null);
  const refused = isTheSame ? (result?.refusal ?? null) : null;
  const wrong = useWrongAnyway(edited, form, names);
  const errorAt = (field: string): string | undefined => {
    const anyway = wrong.get(field);
    if (anyway !== undefined) return anyway;
    if (refusal !== null) return fieldOf(kind, refusal.field) === field ? refusal.text : undefined;
    const isHere = refused !== null && fieldOf(kind, refused.field ?? '') === field;
    return isHere ? replyText({ code: refused.code, data: refused }) : undefined;
  };
  return (
    <form
      noValidate
      className="grid max-w-3xl items-start gap-x-6 gap-y-4 md:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        const time = moment.read();
        if (time !== null) onStart(time, said);
      }}
    >
      <ForkMoment moments={moments} moment={moment} error={errorAt('time')} />
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 text-xs font-medium text-ink-2">{t('values')}</legend>
        {shown.map((field) => {
          const error = errorAt(field.name);
          return <FormField key={field.name} form={form} field={field} notes={error === undefined ? {} : { error }} />;
        })}
        <p className="text-2xs text-ink-3">{t('valuesHint')}</p>
      </fieldset>
      <div className="md:col-span-2">
        <Button
          type="submit"
          tone="primary"
          isBusy={isBusy}
          disabled={Object.keys(said).length === 0 || wrong.size > 0}
        >
          {t(result === null ? 'start' : 'again')}
        </Button>
      </div>
    </form>
  );
}
