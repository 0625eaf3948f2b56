'use client';

import { classNames } from './class-names.ts';
import { useEarlyInput } from './use-early-input.ts';

interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly isDisabled?: boolean;
}

function Choice({
  name,
  option,
  isChosen,
  onChosen,
}: {
  readonly name: string;
  readonly option: SegmentedOption<string>;
  readonly isChosen: boolean;
  readonly onChosen: () => void;
}) {
  const control = useEarlyInput<HTMLInputElement>((radio) => {
    if (radio.checked && !isChosen) onChosen();
  });
  return (
    <label
      className={classNames(
        // Relative, so that the hidden input is cut off with its label where the row is scrolled, and does not widen the page.
        'relative flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded px-2.5 text-xs whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-(--focus) md:min-h-7',
        isChosen ? 'bg-surface-3 font-medium text-ink-1' : 'text-ink-2 hover:text-ink-1',
        option.isDisabled && 'cursor-not-allowed opacity-45',
      )}
    >
      <input
        ref={control}
        type="radio"
        name={name}
        value={option.value}
        checked={isChosen}
        disabled={option.isDisabled}
        onChange={onChosen}
        className="sr-only"
      />
      {option.label}
    </label>
  );
}

/**
 * One choice out of a few, all in sight: a radio group (arrow keys by the browser). Labels are what their hidden radios
 * are placed in: in a row that scrolls they would widen the page otherwise.
 */
export function Segmented<Value extends string>({
  name,
  label,
  options,
  value,
  onChange,
  className,
}: {
  readonly name: string;
  readonly label: string;
  readonly options: readonly SegmentedOption<Value>[];
  readonly value: string;
  readonly onChange: (value: NoInfer<Value>) => void;
  readonly className?: string;
}) {
  return (
    <div role="radiogroup" aria-label={label} className={classNames('flex rounded-md bg-surface-2 p-0.5', className)}>
      {options.map((option) => (
        <Choice
          key={option.value}
          name={name}
          option={option}
          isChosen={option.value === value}
          onChosen={() => onChange(option.value)}
        />
      ))}
    </div>
  );
}
