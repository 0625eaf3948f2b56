'use client';

import { useTranslations } from 'next-intl';
import { Field } from '#components/ui/field.tsx';
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

/** Which moment of its life: by a slider over all of it, or to the minute. */
export function ForkMoment({
  moments: { first, last },
  value,
  error,
  onChange,
}: {
  readonly moments: Moments;
  readonly value: number;
  readonly error?: string | undefined;
  readonly onChange: (seconds: number) => void;
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
        value={inputText(value)}
        onChange={(text) => {
          const seconds = inputSeconds(text);
          if (seconds !== null) onChange(Math.min(last, Math.max(first, seconds)));
        }}
        error={error}
        hint={hint}
      />
      <input
        type="range"
        aria-label={t('slider')}
        aria-valuetext={format.time(value)}
        min={first}
        max={last}
        step={MINUTE_S}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full cursor-pointer accent-(--accent) md:mt-1 md:h-6"
      />
    </div>
  );
}
