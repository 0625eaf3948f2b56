'use client';

import { useTranslations } from 'next-intl';
import { TRAILING_FIELDS } from '#components/form/trailing-draft.ts';
import { TrailingFields } from '#components/form/trailing-fields.tsx';
import type { BodyOf } from '#lib/contract/contract.ts';
import { ActionDialog } from './action-dialog.tsx';
import { type EditedBot, useEditedForm } from './edited-form.ts';
import { actionsSaid, PlanView, planNamed } from './plan-view.tsx';
import { namedPlan } from './use-action-plan.ts';
import { useBotAction } from './use-bot-action.ts';
import { useInvestPlan } from './use-invest-plan.ts';
import { type ChangeProps, WithEditedBot } from './with-edited-bot.tsx';

const PLAN = 'Investments Unchanged';

/** How far the range of a running grid may follow the price: its orders stay, and the plan says what that does at once. */
export function TrailingDialog({ bot, onClose, typed }: ChangeProps) {
  const t = useTranslations('actions.trailing');
  return (
    <WithEditedBot bot={bot} title={t('title')} onClose={onClose} typed={typed}>
      {(edited) => <Trailing bot={bot} edited={edited} onClose={onClose} />}
    </WithEditedBot>
  );
}

function Trailing({ bot, edited, onClose }: ChangeProps & { readonly edited: EditedBot }) {
  const t = useTranslations('actions.trailing');
  const common = useTranslations('common.success');
  const action = useBotAction(bot, onClose, TRAILING_FIELDS);
  // It may stand at its limit by now (M-206, M-207); of a new one there the plan says what the exchange has against it.
  const form = useEditedForm(edited, TRAILING_FIELDS, action.refusal, { isRelaid: true });
  const asked = {
    stop_upward_price: form.wire('stop_upward_price'),
    stop_downward_price: form.wire('stop_downward_price'),
    moving_average_momentum: form.wire('moving_average_momentum'),
  };
  const state = useInvestPlan(bot.strategy_id, form.isChanged && !form.hasErrors ? asked : null);
  const plan = state.state === 'ready' ? planNamed(state.plan, PLAN) : undefined;
  const send = (): void => {
    if (!form.isChanged) {
      onClose();
      return;
    }
    const body: BodyOf<'changeGridParams'> = { ...asked, actions: actionsSaid(plan), plan: PLAN, ...namedPlan(plan) };
    void action.run('changeGridParams', { path: { id: String(bot.strategy_id) }, body }, common('modification'));
  };
  const refusedHere = (field: string) =>
    state.state === 'refused' && state.refusal.field === field ? { error: state.refusal.text } : form.notes(field);
  return (
    <ActionDialog
      title={t('title')}
      action={action}
      confirm={t('confirm')}
      isDisabled={form.isChanged && plan === undefined}
      onConfirm={send}
      onClose={onClose}
    >
      <p className="text-sm text-ink-2">{t('text')}</p>
      <TrailingFields
        kind={bot.strategy_type}
        values={form.values}
        spec={form.spec}
        change={form.change}
        notes={refusedHere}
      />
      <PlanView bot={bot} state={state} name={PLAN} told={TRAILING_FIELDS} />
    </ActionDialog>
  );
}
