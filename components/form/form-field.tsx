'use client';

import { useLocale } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Field } from '#components/ui/field.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { formatNumber, withUnit } from '#lib/money/display.ts';
import { DEFAULT_DECIMALS } from '#lib/money/input.ts';
import type { FieldDescriptor } from '#lib/strategies/definition.ts';
import type { FieldForm } from './field-form.ts';
import { FieldHint } from './field-hint.tsx';
import type { FieldNotes } from './field-notes.ts';
import { fieldId } from './form-field-id.ts';
import { TextAreaField } from './text-area-field.tsx';
import { useFieldText } from './use-issue-text.ts';

/** E-379: a phone's keyboard closes this long after Enter; closing at once would swallow the key. */
const HIDE_KEYBOARD_MS = 60;

export function hideKeyboardOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const input = event.currentTarget;
  setTimeout(() => input.blur(), HIDE_KEYBOARD_MS);
}

/** More choices than this do not fit side by side. */
const MOST_SEGMENTS = 5;

/** Decimals that an input of a definition takes: its own, or those of its sort. */
function decimalsOf(field: FieldDescriptor, { values, spec }: FieldForm): number {
  return field.decimals?.(values, spec) ?? (field.input === 'integer' ? 0 : DEFAULT_DECIMALS);
}

interface FormFieldProps {
  readonly form: FieldForm;
  readonly field: FieldDescriptor;
  readonly notes: FieldNotes;
}

function Picks({ form, field }: { readonly form: FieldForm; readonly field: FieldDescriptor }) {
  const locale = useLocale();
  const unit = field.unit?.(form.values, form.spec) ?? '';
  return (
    <span className="flex gap-1">
      {field.picks?.map((pick) => (
        <button
          key={pick}
          type="button"
          aria-pressed={form.values[field.name] === pick}
          onClick={() => form.change(field.name, pick)}
          className={classNames(
            'relative min-h-8 min-w-11 rounded px-2 text-2xs max-md:after:absolute max-md:after:inset-x-0 max-md:after:-top-3 max-md:after:bottom-0 md:min-h-5 md:min-w-0',
            form.values[field.name] === pick
              ? 'bg-accent-soft text-accent'
              : 'bg-surface-2 text-ink-2 hover:text-ink-1',
          )}
        >
          {withUnit(formatNumber(pick, { locale }), unit, locale)}
        </button>
      ))}
    </span>
  );
}

function FigureField({ form, field, notes }: FormFieldProps) {
  const text = useFieldText();
  return (
    <NumberField
      id={fieldId(field.name, form.name)}
      name={field.name}
      label={text(`${field.label}.label`) ?? field.name}
      decimals={decimalsOf(field, form)}
      placeholder={text(`${field.label}.placeholder`) ?? ''}
      value={form.values[field.name] ?? ''}
      onChange={(value) => form.change(field.name, value)}
      onKeyDown={hideKeyboardOnEnter}
      unit={field.unit?.(form.values, form.spec)}
      disabled={field.isDisabled?.(form.values) === true}
      mark={<FieldHint form={form} label={field.label} />}
      aside={field.picks !== undefined && <Picks form={form} field={field} />}
      error={notes.error}
      warning={notes.warning}
    />
  );
}

function TextField({ form, field, notes }: FormFieldProps) {
  const text = useFieldText();
  return (
    <Field
      id={fieldId(field.name, form.name)}
      name={field.name}
      label={text(`${field.label}.label`) ?? field.name}
      mark={<FieldHint form={form} label={field.label} />}
      autoComplete="off"
      placeholder={text(`${field.label}.placeholder`) ?? ''}
      value={form.values[field.name] ?? ''}
      onChange={(value) => form.change(field.name, value)}
      error={notes.error}
      warning={notes.warning}
    />
  );
}

function ChoiceField({ form, field, notes }: FormFieldProps) {
  const text = useFieldText();
  const { base, quote } = form.spec;
  const options = (field.options ?? []).map(({ value, label }) => ({
    value,
    // C-063: the fund type is said by its coin, which is what the trader looks for.
    label:
      field.name === 'is_use_base'
        ? `${text(label) ?? value} · ${value === '1' ? base : quote}`
        : (text(label) ?? value),
  }));
  const choice = {
    label: text(`${field.label}.label`) ?? field.name,
    value: form.values[field.name] ?? '',
    onChange: (value: string) => void form.change(field.name, value),
    options,
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="inline-flex items-center gap-1.5 text-xs text-ink-2">
        {choice.label}
        <FieldHint form={form} label={field.label} />
      </span>
      {options.length > MOST_SEGMENTS ? (
        <Select {...choice} className="w-full" />
      ) : (
        <Segmented name={fieldId(field.name, form.name)} {...choice} />
      )}
      <Note notes={notes} />
    </div>
  );
}

function SwitchField({ form, field, notes }: FormFieldProps) {
  const [off, on] = field.states ?? ['0', '1'];
  return (
    <div id={fieldId(field.name, form.name)} tabIndex={-1} className="min-w-0">
      <div className="flex items-center gap-1.5">
        <Checkbox
          isChecked={form.values[field.name] === on}
          onChange={(isChecked) => form.change(field.name, isChecked ? on : off)}
        >
          {useFieldText()(`${field.label}.label`) ?? field.name}
        </Checkbox>
        <FieldHint form={form} label={field.label} />
      </div>
      <Note notes={notes} />
    </div>
  );
}

function Note({ notes }: { readonly notes: FieldNotes }) {
  if (notes.error === undefined && notes.warning === undefined) return null;
  return (
    <p
      role={notes.error === undefined ? undefined : 'alert'}
      className={classNames('text-xs first-letter:uppercase', notes.error === undefined ? 'text-warn' : 'text-danger')}
    >
      {notes.error ?? notes.warning}
    </p>
  );
}

/** One field by its descriptor. Amounts and panels have blocks of their own. */
export function FormField(props: FormFieldProps) {
  switch (props.field.input) {
    case 'choice':
      return <ChoiceField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'text':
      return <TextField {...props} />;
    case 'textarea':
      return <TextAreaField {...props} />;
    default:
      return <FigureField {...props} />;
  }
}
