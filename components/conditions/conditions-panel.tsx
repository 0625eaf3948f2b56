'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { FieldHint } from '#components/form/field-hint.tsx';
import { notesOf } from '#components/form/field-notes.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { useFieldText, useIssueText } from '#components/form/use-issue-text.ts';
import { Icon } from '#components/ui/icon.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import { CONDITION_SIDES, type ConditionSideName } from '#lib/indicators/condition.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { DEFAULT_CONDITIONS, formatConditions, parseConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import { SavedConditions } from './saved-conditions.tsx';
import { useConditionWords } from './use-condition-words.ts';

// Loaded when it is opened: most visitors of the form never do.
const ConditionEditor = lateDialog('condition-editor', () =>
  import('./condition-editor.tsx').then((part) => part.ConditionEditor),
);

/** The form's entries Entry, Exit, Increase and Reduce (C-070), each with its sentence; any of them opens the editor on its side. */
export function ConditionsPanel({ form }: FormPanelProps) {
  const t = useTranslations('conditions');
  const text = useFieldText();
  const words = useConditionWords();
  const say = useIssueText();
  const [edited, setEdited] = useState<ConditionSideName | null>(null);
  const { values, spec, context, issues, refused, definition } = form;
  const conditions = useMemo(() => parseConditions(values.conditions ?? ''), [values.conditions]);
  const { error } = notesOf('conditions', issues, refused, say);
  return (
    <div id={fieldId('conditions')} tabIndex={-1} className="flex flex-col gap-1.5 outline-none">
      <span className="inline-flex items-center gap-1.5 text-xs text-ink-2">
        {text('conditions.label')}
        <FieldHint form={form} label="conditions" />
      </span>
      {factsOf(definition.kind).savesConditions && <SavedConditions form={form} />}
      {conditions === null && <p className="text-xs text-danger">{t('unreadable')}</p>}
      <ul className="flex flex-col divide-y rounded-md border">
        {CONDITION_SIDES.map((name) => {
          const side = conditions?.[name];
          return (
            <li key={name}>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => setEdited(name)}
                className="flex min-h-11 w-full items-center gap-2 px-3 py-1.5 text-start text-xs hover:bg-surface-2"
              >
                <span className="w-14 shrink-0 text-ink-2">{t(`entry.${name}`)}</span>
                <span className={side === undefined ? 'min-w-0 flex-1 text-ink-3' : 'min-w-0 flex-1'}>
                  {side === undefined ? t('none') : words.side(name, side)}
                </span>
                <Icon name="chevronRight" size={14} className="shrink-0 text-ink-3" />
              </button>
            </li>
          );
        })}
      </ul>
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      {edited !== null && (
        <ConditionEditor
          conditions={conditions ?? DEFAULT_CONDITIONS}
          spec={spec}
          periods={context.periods}
          initialSide={edited}
          onConfirm={(next) => {
            form.change('conditions', formatConditions(next));
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
