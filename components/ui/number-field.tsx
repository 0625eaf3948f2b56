'use client';

import type { NumberInputRule } from '#lib/money/input.ts';
import { Field, type FieldProps } from './field.tsx';
import { useNumberInput } from './use-number-input.ts';

interface NumberFieldProps extends Omit<FieldProps, 'inputMode' | 'autoComplete' | 'onChange'>, NumberInputRule {
  readonly onChange: (value: string) => void;
}

/** A field that takes numbers alone (use-number-input.ts); why a key or a paste was not taken stands where errors stand. */
export function NumberField({
  decimals,
  isSigned,
  characters,
  value,
  onChange,
  onBlur,
  error,
  warning,
  ...rest
}: NumberFieldProps) {
  const rule: NumberInputRule = {
    ...(decimals === undefined ? {} : { decimals }),
    ...(isSigned === undefined ? {} : { isSigned }),
    ...(characters === undefined ? {} : { characters }),
  };
  const { refusal, settle, ...input } = useNumberInput(value, onChange, rule);
  return (
    <Field
      {...rest}
      {...input}
      // Phones have no minus on their number keys.
      inputMode={isSigned ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      onBlur={(event) => {
        settle();
        onBlur?.(event);
      }}
      error={refusal === undefined ? error : undefined}
      warning={refusal ?? warning}
    />
  );
}
