import { notesOf } from '#components/form/field-notes.ts';
import { FormField } from '#components/form/form-field.tsx';
import { useIssueText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import type { FieldDescriptor } from '#lib/strategies/definition.ts';
import { AmountBlock } from './amount-block.tsx';
import { fieldRows } from './field-rows.ts';
import { FORM_PANELS } from './panels.tsx';

type Section = FieldDescriptor['section'];

function OneField({ form, field }: { readonly form: StrategyForm; readonly field: FieldDescriptor }) {
  const say = useIssueText();
  const notes = notesOf(field.name, form.issues, form.refused, say);
  if (field.input === 'amount') return <AmountBlock form={form} field={field} notes={notes} />;
  if (field.input === 'panel') {
    const Panel = FORM_PANELS[field.panel ?? ''];
    return Panel === undefined ? null : <Panel form={form} />;
  }
  return <FormField form={form} field={field} notes={notes} />;
}

/** The fields of a section in the definition's order; those of one group share a row. */
export function SectionFields({
  form,
  section,
  hidden,
}: {
  readonly form: StrategyForm;
  readonly section: Section;
  readonly hidden?: ReadonlySet<string>;
}) {
  const fields = form.definition.fields.filter(({ name }) => hidden?.has(name) !== true);
  const rows = fieldRows(fields, section, form.values, form.spec);
  return rows.map((row) => (
    <div key={row[0]?.name} className={row.length > 1 ? 'grid grid-cols-2 items-start gap-2' : undefined}>
      {row.map((field) => (
        <OneField key={field.name} form={form} field={field} />
      ))}
    </div>
  ));
}
