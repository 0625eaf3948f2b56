'use client';

import { useMemo, useState } from 'react';
import { notesOf } from '#components/form/field-notes.ts';
import { canConfirm, draftChanges, trailingIssues } from '#components/form/trailing-draft.ts';
import { TrailingFields } from '#components/form/trailing-fields.tsx';
import { useFieldText, useIssueText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';

/** The trailing limits and momentum (C-098, C-267…C-273): a draft that reaches the form only through Confirm. */
export function TrailingModal({ form, onClose }: { readonly form: StrategyForm; readonly onClose: () => void }) {
  const text = useFieldText();
  const say = useIssueText();
  const [draft, setDraft] = useState(form.values);
  const { definition, context, spec } = form;
  const issues = useMemo(() => trailingIssues(definition, draft, context), [definition, draft, context]);
  const confirm = (): void => {
    for (const [field, value] of draftChanges(draft)) form.change(field, value);
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text('trailing.title')}
      footer={
        <>
          <Button onClick={onClose}>{text('trailing.cancel')}</Button>
          <Button tone="primary" disabled={!canConfirm(draft, issues)} onClick={confirm}>
            {text('trailing.confirm')}
          </Button>
        </>
      }
    >
      <TrailingFields
        kind={definition.kind}
        values={draft}
        spec={spec}
        change={(field, value) => setDraft((present) => definition.reduce(present, field, value, spec))}
        notes={(field) => notesOf(field, issues, null, say)}
      />
    </Dialog>
  );
}
