'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { useBotFormat } from '../use-bot-format.ts';

const MINUTE_S = 60;

/** Whole minutes that a bot can be forked at, seconds; null: there is none yet. */
export interface Moments {
  readonly first: number;
  readonly last: number;
}

/** It has started by the first minute after its creation; a minute has to be left after the last moment. */
export function momentsOf(bot: { readonly create_time: number; readonly run_times: number }): Moments | null {
  const first = Math.ceil((bot.create_time + 2) / MINUTE_S) * MINUTE_S;
  const last = (Math.floor((bot.create_time + bot.run_times) / MINUTE_S) - 1) * MINUTE_S;
  return last < first ? null : { first, last };
}

/** A moment as a local date and time of the browser's own input; '' for what is none. */
function inputText(seconds: number): string {
  const at = new Date(seconds * 1000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Null: no date and time. */
function inputSeconds(text: string): number | null {
  const ms = new Date(text).getTime();
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

/**
 * A moment as it is typed: a date comes key by key, and what the keys make on the way – a year 2, a 31st that is not yet one – is no
 * moment of the bot's life, but stays what was typed. `read` gives the moment, or null and says why at the field.
 */
export function useMoment({ first, last }: Moments, kept: number | null, keep: (moment: number) => void) {
  const replyText = useReplyText();
  // As it stood when it was looked at first: it does not go along with a bot that grows older.
  const [begun] = useState(first + Math.round((last - first) / 120) * MINUTE_S);
  const moment = kept ?? begun;
  /** Null: as the moment is. */
  const [text, setText] = useState<string | null>(null);
  const [isTold, setIsTold] = useState(false);
  const at = Math.min(last, Math.max(first, moment));
  const typed = text === null ? at : inputSeconds(text);
  const isWrong = typed === null || typed < first || typed > last;
  return {
    /** What the slider stands at. */
    at,
    text: text ?? inputText(at),
    error: isWrong && isTold ? replyText({ code: CODE.field, data: { issue: 'fork-time' } }) : undefined,
    type: (next: string): void => {
      const seconds = inputSeconds(next);
      setText(next);
      setIsTold(false);
      if (seconds !== null && seconds >= first && seconds <= last) keep(seconds);
    },
    slide: (seconds: number): void => {
      setText(null);
      keep(seconds);
    },
    tell: (): void => setIsTold(true),
    read: (): number | null => {
      setIsTold(true);
      return isWrong ? null : typed;
    },
  };
}

export type Moment = ReturnType<typeof useMoment>;

/** Which moment of its life: by a slider over all of it, or to the minute. */
export function ForkMoment({
  moments: { first, last },
  moment,
  error,
}: {
  readonly moments: Moments;
  readonly moment: Moment;
  readonly error?: string | undefined;
}) {
  const t = useTranslations('fork');
  const format = useBotFormat();
  const hint = t('momentHint', { from: format.time(first), to: format.time(last) });
  return (
    <div>
      <Field
        label={t('moment')}
        type="datetime-local"
        name="fork-moment"
        min={inputText(first)}
        max={inputText(last)}
        step={MINUTE_S}
        required
        value={moment.text}
        onChange={moment.type}
        onBlur={moment.tell}
        error={moment.error ?? error}
        hint={hint}
      />
      <input
        type="range"
        aria-label={t('slider')}
        aria-valuetext={format.time(moment.at)}
        min={first}
        max={last}
        step={MINUTE_S}
        value={moment.at}
        onChange={(event) => moment.slide(Number(event.target.value))}
        className="h-11 w-full cursor-pointer accent-(--accent) md:mt-1 md:h-6"
      />
    </div>
  );
}
