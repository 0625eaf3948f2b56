'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '#components/bots/actions/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Confirm } from '#components/ui/confirm.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useOwnClose } from '#lib/client/use-is-there.ts';
import { PLAN_STATUS } from '#lib/contract/auto-invest-words.ts';
import type { PlanDetail } from './plan-words.ts';

const RedeemDialog = lateDialog('redeem-dialog', () => import('./redeem-dialog.tsx').then((part) => part.RedeemDialog));
const EditPlanDialog = lateDialog('edit-plan-dialog', () =>
  import('./edit-plan-dialog.tsx').then((part) => part.EditPlanDialog),
);

type Asked = 'pause' | 'resume' | 'end';
const CALLS = { pause: 'pausePlan', resume: 'resumePlan', end: 'endPlan' } as const;

/** What an owner may do with a plan now: what the exchange does not announce is not offered (H61). */
function actionsOf(status: PlanDetail['status']): readonly Asked[] {
  if (status === PLAN_STATUS.active) return ['pause', 'end'];
  return status === PLAN_STATUS.inactive ? ['resume', 'end'] : [];
}

export function PlanActions({ plan, onChanged }: { readonly plan: PlanDetail; readonly onChanged: () => void }) {
  const t = useTranslations('invest.action');
  const [asked, setAsked] = useState<Asked | 'edit' | 'redeem' | null>(null);
  const isOffered = useAnnounces('auto_invest');
  const close = (): void => setAsked(null);
  const offered = isOffered ? actionsOf(plan.status) : [];
  return (
    <div className="flex flex-wrap gap-2">
      {/[1-9]/.test(plan.cum_hold) && (
        <Button tone="primary" onClick={() => setAsked('redeem')}>
          {t('redeem')}
        </Button>
      )}
      {offered.length > 0 && <Button onClick={() => setAsked('edit')}>{t('edit')}</Button>}
      {offered.map((one) => (
        <Button key={one} tone={one === 'end' ? 'danger' : 'secondary'} onClick={() => setAsked(one)}>
          {t(one)}
        </Button>
      ))}
      {asked === 'redeem' && <RedeemDialog plan={plan} onClose={close} onChanged={onChanged} />}
      {asked === 'edit' && <EditPlanDialog plan={plan} onClose={close} onChanged={onChanged} />}
      {(asked === 'pause' || asked === 'resume' || asked === 'end') && (
        <Ask what={asked} id={plan.id} onClose={close} onChanged={onChanged} />
      )}
    </div>
  );
}

/** Says what it does to the plan before it is done. */
function Ask({
  what,
  id,
  onClose,
  onChanged,
}: {
  readonly what: Asked;
  readonly id: number;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}) {
  const t = useTranslations('invest');
  const common = useTranslations('common.action');
  const leave = useOwnClose(onClose);
  const { run, ...held } = useAction(() => {
    onChanged();
    leave();
  });
  return (
    <Confirm
      title={t(`action.${what}`)}
      yes={t(`action.${what}`)}
      no={common('cancel')}
      held={held}
      onAnswer={(isConfirmed) => {
        if (isConfirmed) void run(CALLS[what], { body: { plan_id: id } });
        else onClose();
      }}
    >
      <p className="text-sm text-ink-2">{t(`ask.${what}`)}</p>
    </Confirm>
  );
}
