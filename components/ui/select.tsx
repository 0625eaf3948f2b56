'use client';

import { choosing } from './choosing.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useEarlyInput } from './use-early-input.ts';

const LOOKS = 'min-h-11 w-full appearance-none rounded-md bg-surface-2 py-1 pe-8 ps-3 text-sm md:min-h-9';

/** A native select (best on phones, free for the keyboard) in the product's looks. Only an option of its own is chosen. */
export function Select<Value extends string>({
  name,
  label,
  value,
  onChange,
  options,
  isDisabled = false,
  isWhole = false,
  className,
}: {
  /** Where its form is sent by a browser without our scripts. */
  readonly name?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: NoInfer<Value>) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly isDisabled?: boolean;
  /** What is chosen is read whole, on as many lines as it takes: a browser cuts it at one. */
  readonly isWhole?: boolean;
  readonly className?: string;
}) {
  const choose = choosing(options, onChange);
  const control = useEarlyInput<HTMLSelectElement>((select) => {
    if (select.value !== value) choose(select.value);
  });
  return (
    <span className={`relative inline-flex ${className ?? ''}`}>
      <select
        ref={control}
        name={name}
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={(event) => choose(event.target.value)}
        className={classNames(LOOKS, isWhole ? 'peer absolute inset-0 size-full opacity-0' : 'disabled:opacity-60')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {isWhole && (
        <span
          aria-hidden
          className={classNames(
            LOOKS,
            'flex items-center break-words outline-(--focus) peer-focus-visible:outline-2 peer-disabled:opacity-60',
          )}
        >
          {options.find((option) => option.value === value)?.label}
        </span>
      )}
      <Icon
        name="chevronDown"
        size={14}
        className="pointer-events-none absolute top-1/2 end-2.5 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}
