'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { newPlanPath, plansPath } from '#components/addresses/paths.ts';
import { useAction } from '#components/bots/actions/use-action.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { HeldFields, SendButton } from '#components/ui/held-fields.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { leaveFor } from '#lib/client/leave-for.ts';
import { fieldsText } from '#lib/client/typed-fields.ts';
import { useAnnounces, useSaysWhether } from '#lib/client/use-announces.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { PlanFields } from './plan-fields.tsx';
import { NEW_FIELDS, newPlanValues, replayedPlan, usePlanForm, usePlanSpec, wordsOf } from './plan-form.ts';
import { PlanGate } from './plan-gate.tsx';
import { PlanReplay } from './plan-replay.tsx';

/** Where a plan is set up (H20). An exchange that does not announce the call is not asked for one (H61). */
export function NewPlanPage() {
  const t = useTranslations('common.error.code');
  const language = useLocale();
  const isOffered = useSaysWhether('auto_invest');
  const { spec, error } = usePlanSpec();
  if (isOffered === false) return <EmptyState title={t('405')} />;
  return (
    <PlanGate path={newPlanPath(language)}>
      {isOffered === undefined || spec === undefined ? (
        <LiveGap error={error} className="h-[60dvh] w-full max-w-lg" />
      ) : (
        <NewPlan spec={spec} />
      )}
      <PromptHost />
    </PlanGate>
  );
}

function NewPlan({ spec }: { readonly spec: MarketSpec }) {
  const t = useTranslations('invest');
  const language = useLocale();
  const [isLeaving, setIsLeaving] = useState(false);
  // Another press before the plans are there would make another plan.
  const action = useAction(
    () => {
      setIsLeaving(true);
      void leaveFor(plansPath(language)).finally(() => setIsLeaving(false));
    },
    { told: wordsOf(NEW_FIELDS) },
  );
  const held = { ...action, isBusy: action.isBusy || isLeaving };
  const hasCandles = useAnnounces('candles');
  const form = usePlanForm(spec, newPlanValues(spec), NEW_FIELDS, action.refusal);
  useTyped(
    'plan',
    fieldsText(Object.fromEntries(NEW_FIELDS.map(({ name }) => [name, form.values[name] ?? '']))),
    (kept) => {
      for (const [field, value] of new URLSearchParams(kept))
        if (NEW_FIELDS.some(({ name }) => name === field)) form.change(field, value);
    },
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <form
        className="panel flex flex-col gap-3 p-3 md:p-4"
        onSubmit={(event) => {
          event.preventDefault();
          // What went out is asked for as it went, whatever a check says by now.
          if (!isLeaving && (action.isUnanswered || form.checkAll()))
            void action.run('createPlan', { body: form.body }, t('form.created'));
        }}
      >
        <HeldFields held={held}>
          <PlanFields form={form} />
        </HeldFields>
        <p className="text-xs text-ink-3">{t('form.note')}</p>
        <SendButton type="submit" size="lg" isWide held={held}>
          {t('create')}
        </SendButton>
      </form>
      {hasCandles && <PlanReplay plan={replayedPlan(form)} />}
    </div>
  );
}
