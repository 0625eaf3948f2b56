'use client';

import { CoinListPanel } from '#components/create/coin-list-panel.tsx';
import { notesOf } from '#components/form/field-notes.ts';
import { FormField } from '#components/form/form-field.tsx';
import { useIssueText } from '#components/form/use-issue-text.ts';
import type { PlanForm } from './plan-form.ts';

/** The fields of a plan, by their descriptors. */
export function PlanFields({ form }: { readonly form: PlanForm }) {
  const say = useIssueText();
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {form.fields.map((field) =>
        field.input === 'panel' ? (
          <CoinListPanel key={field.name} form={form} />
        ) : (
          <FormField
            key={field.name}
            form={form}
            field={field}
            notes={notesOf(field.name, form.issues, form.refused, say)}
          />
        ),
      )}
    </div>
  );
}
