'use client';

import { classNames } from '#components/ui/class-names.ts';
import { useEarlyInput } from '#components/ui/use-early-input.ts';
import type { FieldDescriptor } from '#lib/strategies/definition.ts';
import { ABSTRACT_LIMIT, weightedLength } from '#lib/strategies/rules/text.ts';
import type { FieldForm } from './field-form.ts';
import { FieldHint } from './field-hint.tsx';
import type { FieldNotes } from './field-notes.ts';
import { fieldId } from './form-field-id.ts';
import { useFieldText } from './use-issue-text.ts';

/** A longer text with its used/limit counter (M-240). */
export function TextAreaField({
  form,
  field,
  notes,
}: {
  readonly form: FieldForm;
  readonly field: FieldDescriptor;
  readonly notes: FieldNotes;
}) {
  const text = useFieldText();
  const value = form.values[field.name] ?? '';
  const used = weightedLength(value);
  const id = fieldId(field.name, form.name);
  const control = useEarlyInput<HTMLTextAreaElement>((area) => {
    if (area.value !== value) form.change(field.name, area.value);
  });
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-center justify-between gap-2 text-xs text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <label htmlFor={id}>{text(`${field.label}.label`) ?? field.name}</label>
          <FieldHint form={form} label={field.label} />
        </span>
        <span className={classNames('text-2xs', used > ABSTRACT_LIMIT ? 'text-danger' : 'text-ink-3')}>
          {used}/{ABSTRACT_LIMIT}
        </span>
      </div>
      <textarea
        ref={control}
        id={id}
        // As it is shown afterwards (parameters-tab.tsx).
        dir="auto"
        name={field.name}
        rows={3}
        value={value}
        placeholder={text(`${field.label}.placeholder`) ?? ''}
        onChange={(event) => form.change(field.name, event.target.value)}
        aria-invalid={notes.error !== undefined || undefined}
        aria-describedby={notes.error === undefined ? undefined : `${id}-note`}
        className={classNames(
          'resize-y rounded-md border bg-surface-2 px-3 py-2 outline-none placeholder:text-ink-3 focus:border-accent',
          notes.error !== undefined && 'border-danger',
        )}
      />
      {notes.error !== undefined && (
        <p id={`${id}-note`} role="alert" className="text-xs text-danger">
          {notes.error}
        </p>
      )}
    </div>
  );
}
