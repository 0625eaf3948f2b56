'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { Button } from '#components/ui/button.tsx';
import { Confirm } from '#components/ui/confirm.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { type CallInput, call } from '#lib/client/call.ts';
import type { RefusalParts } from '#lib/client/reply-text.ts';
import { useSession } from '#lib/client/session.ts';
import { toast } from '#lib/client/toasts.ts';
import { useCall } from '#lib/client/use-call.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { formatConditions, parseConditions, readConditions } from '#lib/strategies/compose/conditions.ts';

type Body = NonNullable<CallInput<'saveConditionSet'>['body']>;

/** Condition sets that the trader saved under a name: loaded into the form, saved from it, deleted (H8). The focus outlives the button of a deleted one. */
export function SavedConditions({ form }: FormPanelProps) {
  const t = useTranslations('conditions.sets');
  const common = useTranslations('common');
  const replyText = useReplyText();
  const { session } = useSession();
  const { data, mutate } = useCall('conditionSets', session?.logged_in === true ? {} : null);
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState<'save' | 'delete' | null>(null);
  const sets = data?.data ?? [];
  const set = sets.find(({ id }) => String(id) === chosen);
  const conditions = parseConditions(form.values.conditions ?? '');

  const holder = useFocusKept<HTMLDivElement>(set === undefined ? 'none' : 'chosen');

  /** Runs a call and says what came of it. One at a time, however it was asked for. */
  const run = async (what: 'save' | 'delete', work: () => Promise<RefusalParts>, done: string) => {
    if (busy !== null) return false;
    setBusy(what);
    try {
      const reply = await work();
      if (reply.code === CODE.ok) {
        toast('success', done);
        await mutate();
        return true;
      }
      toast('warning', replyText(reply));
    } catch {
      toast('error', common('error.network'));
    } finally {
      setBusy(null);
    }
    return false;
  };
  const load = (id: string): void => {
    setChosen(id);
    const found = sets.find((one) => String(one.id) === id);
    const read = readConditions(found?.compose_conditions);
    if (found === undefined || read === null) return;
    form.change('conditions', formatConditions(read));
    setName(found.name);
  };
  const save = (): void => {
    if (conditions === null) return;
    const body = { name: name.trim(), compose_conditions: JSON.parse(formatConditions(conditions)) } as Body;
    void run('save', () => call('saveConditionSet', { body }), t('saved'));
  };
  const remove = async (): Promise<void> => {
    const gone = () => call('deleteConditionSet', { path: { id: chosen } });
    if (await run('delete', gone, common('success.operation'))) setChosen('');
  };
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
          disabled={busy === 'delete' || name.trim() === '' || conditions === null}
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
