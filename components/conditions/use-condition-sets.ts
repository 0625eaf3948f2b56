'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { type CallInput, call } from '#lib/client/call.ts';
import type { RefusalParts } from '#lib/client/reply-text.ts';
import { useSession } from '#lib/client/session.ts';
import { toast } from '#lib/client/toasts.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { formatConditions, parseConditions, readConditions } from '#lib/kinds/indicator/definition/conditions.ts';

/**
 * Fields of the draft that holds the conditions, no definition reads them: the set that they were loaded from, and the name that the next one is saved under. They are kept
 * and emptied with their conditions, and another draft of the same page has its own.
 */
const CHOSEN = 'condition_set';
const NAME = 'condition_set_name';

type Body = NonNullable<CallInput<'saveConditionSet'>['body']>;

/** The trader's saved sets, the one chosen, and what can be done with them beside the conditions of the form. */
export function useConditionSets(form: FormPanelProps['form']) {
  const t = useTranslations('conditions.sets');
  const common = useTranslations('common');
  const replyText = useReplyText();
  const { session } = useSession();
  const { data, mutate } = useCall('conditionSets', session?.logged_in === true ? {} : null);
  const { [CHOSEN]: chosen = '', [NAME]: name = '' } = form.values;
  const setName = (typed: string): void => void form.change(NAME, typed);
  const once = useSingleRun();
  const [what, setWhat] = useState<'save' | 'delete'>('save');
  const sets = data?.data ?? [];
  const set = sets.find(({ id }) => String(id) === chosen);
  const conditions = parseConditions(form.values.conditions ?? '');

  /** Runs a call and says what came of it. */
  const tell = async (work: () => Promise<RefusalParts>, done: string): Promise<boolean> => {
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
    }
    return false;
  };
  /** One at a time, however it was asked for. */
  const run = async (now: typeof what, work: () => Promise<RefusalParts>, done: string): Promise<boolean> => {
    const isDone = await once.run(() => {
      setWhat(now);
      return tell(work, done);
    });
    return isDone === true;
  };
  const load = (id: string): void => {
    form.change(CHOSEN, id);
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
    if (await run('delete', gone, common('success.operation'))) form.change(CHOSEN, '');
  };
  return {
    sets,
    set,
    /** The chosen one is none that can be read: the conditions of the form are others. */
    isUnreadable: set !== undefined && readConditions(set.compose_conditions) === null,
    chosen,
    load,
    name,
    setName,
    canSave: conditions !== null,
    busy: once.isBusy ? what : null,
    save,
    remove,
  };
}
