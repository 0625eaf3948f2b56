'use client';

import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { useEarlyInput } from './use-early-input.ts';

export interface FieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'size' | 'prefix'> {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string, input: HTMLInputElement) => void;
  /** Shown once, at the end of the input. */
  readonly unit?: ReactNode;
  readonly error?: string | undefined;
  readonly warning?: string | undefined;
  readonly hint?: ReactNode;
  /** Directly behind the label: what it means. */
  readonly mark?: ReactNode;
  readonly aside?: ReactNode;
  readonly isLabelHidden?: boolean;
}

/**
 * A labelled input. Errors are tied to it for screen readers and stand under it; the border says it too. What is typed has its own
 * direction: in Arabic too a number, a time or an address reads from left to right, -100 was 100- in there. A dialog finds by
 * `data-first-focus` what is to be typed into first: React leaves no attribute of `autoFocus`.
 */
export function Field({
  label,
  value,
  onChange,
  unit,
  error,
  warning,
  hint,
  mark,
  aside,
  isLabelHidden = false,
  className,
  id: givenId,
  ...rest
}: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const control = useEarlyInput<HTMLInputElement>((input) => {
    if (input.value !== value) onChange(input.value, input);
  });
  const note = error ?? warning ?? hint;
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <div
        className={classNames(
          'flex items-center justify-between gap-2 text-xs text-ink-2',
          isLabelHidden && aside === undefined && 'sr-only',
        )}
      >
        <span className={isLabelHidden ? 'sr-only' : 'inline-flex items-center gap-1.5'}>
          <label htmlFor={id}>{label}</label>
          {mark}
        </span>
        {aside}
      </div>
      <div
        className={classNames(
          'flex min-h-11 items-center gap-2 rounded-md border bg-surface-2 px-3 focus-within:border-accent md:min-h-9',
          error !== undefined && 'border-danger',
        )}
      >
        <input
          {...rest}
          ref={control}
          id={id}
          dir="auto"
          data-first-focus={rest.autoFocus || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value, event.currentTarget)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className="w-full min-w-0 bg-transparent outline-none placeholder:text-ink-3 disabled:opacity-45"
        />
        {unit !== undefined && <span className="shrink-0 text-xs text-ink-3">{unit}</span>}
      </div>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          role={error === undefined ? undefined : 'alert'}
          className={classNames(
            'text-xs first-letter:uppercase',
            error !== undefined ? 'text-danger' : warning !== undefined ? 'text-warn' : 'text-ink-3',
          )}
        >
          {note}
        </p>
      )}
    </div>
  );
}
