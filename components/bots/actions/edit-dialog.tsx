'use client';

import { useTranslations } from 'next-intl';
import { FormField } from '#components/form/form-field.tsx';
import { useSession } from '#lib/client/session.ts';
import type { BodyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ActionDialog } from './action-dialog.tsx';
import { type EditedBot, useEditedForm } from './edited-form.ts';
import { namedParams } from './named-params.ts';
import { useBotAction } from './use-bot-action.ts';
import { type ChangeProps, WithEditedBot } from './with-edited-bot.tsx';

/** M-242, M-276: of every kind. */
const FIELDS = ['strategy_name', 'abstract', 'is_hide', 'is_hide_order'] as const;

/** What others read of a bot and whether they see it: name, description, and the two flags (M-237 … M-242, M-326). */
export function EditDialog({ bot, onClose }: ChangeProps) {
  const t = useTranslations('actions.edit');
  return (
    <WithEditedBot bot={bot} title={t('title')} onClose={onClose} what="words">
      {(edited) => <Edit bot={bot} edited={withTexts(edited, bot)} onClose={onClose} />}
    </WithEditedBot>
  );
}

/** Words and flags are the bot's own by now, not what it was created with. */
function withTexts(edited: EditedBot, bot: StrategyRow): EditedBot {
  const { strategy_name, abstract, is_hide, is_hide_order } = bot;
  const texts = { strategy_name, abstract, is_hide: `${is_hide}`, is_hide_order: `${is_hide_order}` };
  return { ...edited, values: { ...edited.values, ...texts } };
}

function Edit({ bot, edited, onClose }: ChangeProps & { readonly edited: EditedBot }) {
  const t = useTranslations('actions.edit');
  const common = useTranslations('common.success');
  const { session } = useSession();
  const action = useBotAction(bot, onClose, FIELDS);
  const form = useEditedForm(edited, FIELDS, action.refusal);
  const fields = edited.definition.fields.filter(({ name }) => FIELDS.some((one) => one === name));
  const send = (): void => {
    if (!form.isChanged) {
      onClose();
      return;
    }
    const { strategy_name = '', abstract = '' } = form.values;
    // M-326: a flag that nobody has touched is none of this call's, it may be another by now.
    const flag = (name: (typeof FIELDS)[number]): -1 | 0 | 1 =>
      form.touched.has(name) ? (form.values[name] === '1' ? 1 : 0) : -1;
    const body: BodyOf<'strategyParams'> = {
      ...namedParams(bot, session),
      params: -1,
      strategy_name,
      abstract,
      is_hide: flag('is_hide'),
      is_hide_order: flag('is_hide_order'),
    };
    void action.run('strategyParams', { body }, common('modified'));
  };
  return (
    <ActionDialog
      title={t('title')}
      action={action}
      confirm={t('confirm')}
      isDisabled={form.hasErrors}
      onConfirm={send}
      onClose={onClose}
      width="md"
    >
      {fields.map((field) => (
        <FormField key={field.name} form={form} field={field} notes={form.notes(field.name)} />
      ))}
    </ActionDialog>
  );
}
