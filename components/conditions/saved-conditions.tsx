'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { Button } from '#components/ui/button.tsx';
import { Confirm } from '#components/ui/confirm.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { useConditionSets } from './use-condition-sets.ts';

/** Condition sets that the trader saved under a name: loaded into the form, saved from it, deleted (H8). The focus outlives the button of a deleted one. */
export function SavedConditions({ form }: FormPanelProps) {
  const t = useTranslations('conditions.sets');
  const common = useTranslations('common');
  const { sets, set, isUnreadable, chosen, load, name, setName, canSave, busy, save, remove } = useConditionSets(form);
  const [isAsking, setIsAsking] = useState(false);
  const holder = useFocusKept<HTMLDivElement>(set === undefined ? 'none' : 'chosen');
  return (
    <div ref={holder} tabIndex={-1} className="flex flex-col gap-2 rounded-md bg-surface-2 p-2">
      <div className="flex gap-2">
        <Select
          label={t('title')}
          value={chosen}
          onChange={load}
          options={[
            { value: '', label: sets.length === 0 ? t('none') : t('choose') },
            ...sets.map((one) => ({ value: String(one.id), label: one.name })),
          ]}
          className="min-w-0 flex-1"
        />
        {set !== undefined && (
          <Button size="sm" isBusy={busy === 'delete'} disabled={busy === 'save'} onClick={() => setIsAsking(true)}>
            {t('delete')}
          </Button>
        )}
      </div>
      {isUnreadable && <Notice tone="warn">{t('unreadable')}</Notice>}
      <div className="flex items-end gap-2">
        <Field
          label={t('name')}
          isLabelHidden
          autoComplete="off"
          maxLength={200}
          placeholder={t('namePlaceholder')}
          value={name}
          onChange={setName}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // Enter would create the bot: the field stands in its form.
            event.preventDefault();
            if (name.trim() !== '') save();
          }}
          className="flex-1"
        />
        <Button
          size="sm"
          isBusy={busy === 'save'}
          disabled={busy === 'delete' || name.trim() === '' || !canSave}
          onClick={save}
        >
          {t('save')}
        </Button>
      </div>
      {isAsking && set !== undefined && (
        <Confirm
          title={t('delete')}
          yes={t('delete')}
          no={common('action.cancel')}
          onAnswer={(isConfirmed) => {
            setIsAsking(false);
            if (isConfirmed) void remove();
          }}
        >
          <p className="text-sm">{t('deleteText', { name: set.name })}</p>
        </Confirm>
      )}
    </div>
  );
}
