'use client';

import { useState } from 'react';
import { FieldHint } from '#components/form/field-hint.tsx';
import { notesOf } from '#components/form/field-notes.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { TRAILING_FIELDS } from '#components/form/trailing-draft.ts';
import { useFieldText, useIssueText } from '#components/form/use-issue-text.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { toast } from '#lib/client/toasts.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { TrailingModal } from './trailing-modal.tsx';

/** Trail up and trail down: a check box each, what they are set to, and the modal that changes it (C-098). */
export function TrailingPanel({ form }: FormPanelProps) {
  const text = useFieldText();
  const say = useIssueText();
  const figures = useFigures();
  const [isEditing, setIsEditing] = useState(false);
  const { values, spec, issues, refused } = form;
  const toggle = (field: string, isOn: boolean): void => {
    const refusal = form.change(field, isOn ? '1' : '0');
    // C-197, C-409: without a range there is nothing to go beyond.
    if (refusal !== null) toast('warning', say(refusal));
  };
  const isOn = values.trail_up === '1' || values.trail_down === '1';
  const note = ['trailing', ...TRAILING_FIELDS]
    .map((field) => notesOf(field, issues, refused, say))
    .find(({ error, warning }) => error !== undefined || warning !== undefined);
  const limits = [
    values.trail_up === '1' ? `↑ ${figures.upTo(values.stop_upward_price, spec.priceDecimals)}` : '',
    values.trail_down === '1' ? `↓ ${figures.upTo(values.stop_downward_price, spec.priceDecimals)}` : '',
    `${text('trailing.momentum')} ${figures.percents(values.moving_average_momentum)}`,
  ].filter((part) => part !== '');
  return (
    <div
      id={fieldId('trailing')}
      data-fields={TRAILING_FIELDS.join(' ')}
      tabIndex={-1}
      className="flex flex-col gap-1 outline-none"
    >
      <span className="inline-flex items-center gap-1.5 text-xs text-ink-2">
        {text('trailing.label')}
        <FieldHint form={form} label="trailing" />
      </span>
      <div className="flex flex-wrap gap-x-5">
        <Checkbox isChecked={values.trail_up === '1'} onChange={(isChecked) => toggle('trail_up', isChecked)}>
          {text('trailing.up')}
        </Checkbox>
        <Checkbox isChecked={values.trail_down === '1'} onChange={(isChecked) => toggle('trail_down', isChecked)}>
          {text('trailing.down')}
        </Checkbox>
      </div>
      {isOn && (
        <p className="flex items-center justify-between gap-2 rounded-md bg-surface-2 px-3 py-1.5 text-xs text-ink-2">
          <span className="min-w-0 truncate">{limits.join(' · ')}</span>
          <button
            type="button"
            onClick={() => setIsEditing(true)}
            className="-my-1.5 min-h-11 shrink-0 px-1 text-accent md:min-h-7"
          >
            {text('trailing.edit')}
          </button>
        </p>
      )}
      {note !== undefined && (
        <p
          role={note.error === undefined ? undefined : 'alert'}
          className={note.error === undefined ? 'text-xs text-warn' : 'text-xs text-danger'}
        >
          {note.error ?? note.warning}
        </p>
      )}
      {isEditing && <TrailingModal form={form} onClose={() => setIsEditing(false)} />}
    </div>
  );
}
