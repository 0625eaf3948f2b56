'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionDialog } from '#components/bots/actions/action-dialog.tsx';
import { useAction } from '#components/bots/actions/use-action.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { useOwnClose } from '#lib/client/use-is-there.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { PlanFields } from './plan-fields.tsx';
import { EDITED_FIELDS, usePlanForm, usePlanSpec, valuesOfPlan, wordsOf } from './plan-form.ts';
import type { PlanDetail } from './plan-words.ts';

interface Props {
  readonly plan: PlanDetail;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Another version of a plan: other coins or shares, another amount, another period. */
export function EditPlanDialog(props: Props) {
  const t = useTranslations('invest.action');
  const { spec, error } = usePlanSpec();
  if (spec !== undefined) return <Edit {...props} spec={spec} />;
  return (
    <Dialog isOpen onClose={props.onClose} title={t('edit')}>
      <LiveGap error={error} className="h-80 w-full" />
    </Dialog>
  );
}

function Edit({ plan, spec, onClose, onChanged }: Props & { readonly spec: MarketSpec }) {
  const t = useTranslations('invest');
  const common = useTranslations('common');
  const leave = useOwnClose(onClose);
  const action = useAction(
    () => {
      onChanged();
      leave();
    },
    { told: wordsOf(EDITED_FIELDS) },
  );
  // As the dialog opened: what the exchange tells meanwhile changes nothing under the hand.
  const [seen] = useState(plan);
  const form = usePlanForm(spec, valuesOfPlan(seen, spec), EDITED_FIELDS, action.refusal);
  const send = (): void => {
    const { coins, amount, period_type } = form.body;
    const body = { plan_id: seen.id, version: seen.plan_version, coins, amount, period_type };
    // What went out is asked for as it went, whatever a check says by now.
    if (action.isUnanswered || form.checkAll()) void action.run('editPlan', { body }, common('success.modification'));
  };
  return (
    <ActionDialog
      title={t('action.edit')}
      action={action}
      confirm={common('action.confirm')}
      isDisabled={false}
      onConfirm={send}
      onClose={onClose}
    >
      <PlanFields form={form} />
      <p className="text-xs text-ink-3">{t('form.editNote')}</p>
    </ActionDialog>
  );
}
