'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { planPath, planRunsPath, redeemPath } from '#components/addresses/paths.ts';
import { useAction } from '#components/bots/actions/use-action.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Button } from '#components/ui/button.tsx';
import { HeldFields, SendButton } from '#components/ui/held-fields.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { isFramed } from '#lib/client/page-around.ts';
import { useSession } from '#lib/client/session.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useCall } from '#lib/client/use-call.ts';
import { REDEEM_WAYS, type RedeemWay } from '#lib/contract/auto-invest-words.ts';
import { PlanGate } from './plan-gate.tsx';
import { type PlanDetail, pastVersionOf } from './plan-words.ts';
import { tellAround } from './redeem-messages.ts';

interface Props {
  readonly id: number;
  readonly version: number | undefined;
}

/** What a plan holds goes to its owner. It stands in the frame of the redeem dialog and tells it what happens, or by itself. */
export function RedeemPage({ id, version }: Props) {
  const language = useLocale();
  useFrameManners();
  return (
    <PlanGate path={redeemPath(language, id, version)}>
      <Redeem id={id} version={version} />
      <PromptHost />
    </PlanGate>
  );
}

/** A guest is shown the way in, which is no loading either; and Escape closes the dialog around, which hears no key that is pressed in its frame. */
function useFrameManners(): void {
  const { session } = useSession();
  const isGuest = session?.logged_in === false;
  useEffect(() => {
    if (isGuest) tellAround('close_loading');
  }, [isGuest]);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      // A prompt in here has taken its own.
      if (event.key === 'Escape' && !event.defaultPrevented) tellAround('close_modal');
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
}

function Redeem({ id, version }: Props) {
  const t = useTranslations('invest');
  const query = { id: `${id}`, page_size: 1, ...(version === undefined ? {} : { version }) };
  const { data, error } = useCall('autoInvestPlanDetail', { query });
  const plan = data?.data;
  const isThere = plan !== undefined || error !== undefined;
  useEffect(() => {
    if (isThere) tellAround('close_loading');
  }, [isThere]);
  if (plan === undefined) return <LiveGap error={error} unknown={t('unknown')} className="h-80 w-full" />;
  return <RedeemForm plan={plan} />;
}

function leave(language: string, plan: PlanDetail): void {
  if (isFramed()) tellAround('close_modal');
  else window.location.assign(planPath(language, plan.id, pastVersionOf(plan)));
}

function RedeemForm({ plan }: { readonly plan: PlanDetail }) {
  const t = useTranslations('invest.redeem');
  const common = useTranslations('common.action');
  const language = useLocale();
  const format = useBotFormat();
  const [way, setWay] = useState<RedeemWay>('coins');
  const [isDone, setIsDone] = useState(false);
  const canSell = useAnnounces('auto_invest');
  const { run, ...held } = useAction(() => {
    setIsDone(true);
    tellAround('redeem_success');
  });
  const steps = useFocusKept<HTMLDivElement>(isDone ? 'done' : 'form');
  if (isDone) {
    return (
      <div ref={steps} tabIndex={-1} className="outline-none">
        <Done plan={plan} />
      </div>
    );
  }
  const said = canSell ? { way } : {};
  const send = () =>
    void run('redeemPlan', { body: { plan_id: plan.id, version: plan.plan_version, ...said } }, t('done'));
  return (
    <div className="flex flex-col gap-3">
      {plan.holdings.length === 0 ? (
        <Notice>{t('nothing')}</Notice>
      ) : (
        <ul className="flex flex-col gap-1 rounded-md bg-surface-2 p-3 text-sm tabular-nums">
          {plan.holdings.map(({ asset, quantity, worth }) => (
            <li key={asset} className="flex justify-between gap-4">
              <span>{format.amount('held-coin', quantity, asset)}</span>
              {worth !== '' && (
                <span className="text-ink-3">{format.amount('portfolio-money', worth, plan.money)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <HeldFields held={held}>
        {canSell && (
          <Segmented
            name="redeem-way"
            label={t('way')}
            value={way}
            onChange={setWay}
            options={REDEEM_WAYS.map((value) => ({ value, label: t(value) }))}
          />
        )}
        <p className="text-xs text-ink-3">{t(way === 'sell' ? 'sellHint' : 'coinsHint')}</p>
      </HeldFields>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => leave(language, plan)}>{common('cancel')}</Button>
        <SendButton held={held} disabled={plan.holdings.length === 0} onClick={send}>
          {common('confirm')}
        </SendButton>
      </div>
    </div>
  );
}

function Done({ plan }: { readonly plan: PlanDetail }) {
  const t = useTranslations('invest.redeem');
  const common = useTranslations('common.action');
  const language = useLocale();
  const view = (): void => {
    if (isFramed()) tellAround('view_detail');
    else window.location.assign(planRunsPath(language, plan.id, pastVersionOf(plan)));
  };
  return (
    <div className="flex flex-col items-center gap-4 py-8" role="status">
      <p className="text-sm">{t('done')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={view}>{t('view')}</Button>
        <Button tone="primary" onClick={() => leave(language, plan)}>
          {common('close')}
        </Button>
      </div>
    </div>
  );
}
