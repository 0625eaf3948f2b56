'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import type { ForkReply } from '#lib/contract/fork-calls.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { EditedBot } from '../actions/edited-form.ts';
import { fieldOfWord } from '../actions/stop-words.ts';
import type { FieldRefusal } from '../actions/use-action.ts';
import type { KeptDraft } from './fork-draft.ts';
import { ForkMoment, type Moment, type Moments } from './fork-moment.tsx';
import { isSame, type Said } from './fork-values.ts';

/** What every form of a fork is given. */
export interface ForkFormProps {
  readonly bot: StrategyRow;
  readonly edited: EditedBot;
  readonly moments: Moments;
  /** Chosen for whatever is changed from there on. */
  readonly moment: Moment;
  readonly kept: KeptDraft;
  /** What stands against the question. */
  readonly refusal: FieldRefusal | null;
  /** What was asked before. */
  readonly fork: ForkReply | undefined;
  readonly isBusy: boolean;
  readonly onStart: (time: number, said: Said) => void;
}

/** By field of the form what the exchange has against it: against the question, or against the change as it was asked before. */
export function useRefusedAt(
  { bot: { strategy_type: kind }, moment, fork, refusal }: ForkFormProps,
  said: Said,
): (field: string) => string | undefined {
  const replyText = useReplyText();
  // What stood against other values is none of these.
  const isTheSame = isSame({ time: moment.at, ...said }, fork?.asked ?? null);
  const refused = isTheSame ? (fork?.result?.refusal ?? null) : null;
  return (field) => {
    if (refusal !== null) return fieldOfWord(kind, refusal.field) === field ? refusal.text : undefined;
    const isHere = refused !== null && fieldOfWord(kind, refused.field ?? '') === field;
    return isHere ? replyText({ code: refused.code, data: refused }) : undefined;
  };
}

/** The moment, what is changed from then on, and the button that asks. */
export function ForkFrame({
  form,
  said,
  hint,
  isWrong,
  children,
}: {
  readonly form: ForkFormProps;
  readonly said: Said;
  readonly hint: string;
  readonly isWrong: boolean;
  readonly children: ReactNode;
}) {
  const t = useTranslations('fork');
  const { moments, moment, fork, isBusy, onStart } = form;
  const refusedAt = useRefusedAt(form, said);
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
      <ForkMoment moments={moments} moment={moment} error={refusedAt('time')} />
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 text-xs font-medium text-ink-2">{t('values')}</legend>
        {children}
        <p className="text-2xs text-ink-3">{hint}</p>
      </fieldset>
      <div className="md:col-span-2">
        <Button type="submit" tone="primary" isBusy={isBusy} disabled={Object.keys(said).length === 0 || isWrong}>
          {t((fork?.result ?? null) === null ? 'start' : 'again')}
        </Button>
      </div>
    </form>
  );
}
