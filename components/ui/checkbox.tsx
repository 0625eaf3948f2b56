'use client';

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useEarlyInput } from './use-early-input.ts';

/** A check box with its label; the whole line is the target. */
export function Checkbox({
  isChecked,
  onChange,
  children,
  isDisabled = false,
  className,
}: {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
  readonly isDisabled?: boolean;
  readonly className?: string;
}) {
  const control = useEarlyInput<HTMLInputElement>((box) => {
    if (box.checked !== isChecked) onChange(box.checked);
  });
  return (
    <label
      className={classNames(
        'flex min-h-11 cursor-pointer items-center gap-2 text-sm text-ink-2 md:min-h-7',
        isDisabled && 'cursor-not-allowed opacity-45',
        className,
      )}
    >
      <input
        ref={control}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-(--accent)"
      />
      <span>{children}</span>
    </label>
  );
}
