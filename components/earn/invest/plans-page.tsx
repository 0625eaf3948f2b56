'use client';

import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { newPlanPath, PLAN_LISTS, type PlanList, plansPath } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { latePart } from '#lib/client/late-part.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { PlanGate } from './plan-gate.tsx';

// Guests are shown the way in alone.
const PlansTable = dynamic(
  () => latePart('plans-table', () => import('./plans-table.tsx').then((part) => part.PlansTable)),
  { loading: () => <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" /> },
);

/** All plans of a trader, a list at a time, and the way to another plan. `first`: the list that the address names. */
export function PlansPage({ first = PLAN_LISTS[0] }: { readonly first?: PlanList | undefined }) {
  const t = useTranslations('invest');
  const language = useLocale();
  const [list, setList] = useState<PlanList>(first);
  const choose = (next: PlanList): void => {
    setList(next);
    // Read again with the page, and come back to from another: no step of its own.
    window.history.replaceState(null, '', plansPath(language, next));
  };
  const canCreate = useAnnounces('auto_invest');
  return (
    <PlanGate path={plansPath(language, list)}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          name="plan-list"
          label={t('lists')}
          value={list}
          onChange={choose}
          options={PLAN_LISTS.map((value) => ({ value, label: t(`list.${value}`) }))}
        />
        {canCreate && (
          <a href={newPlanPath(language)} className={buttonClass('primary')}>
            {t('create')}
          </a>
        )}
      </div>
      <section className="panel min-w-0">
        {/* Another list begins at its first page. */}
        <PlansTable key={list} mode={list} isActive />
      </section>
      <PromptHost />
    </PlanGate>
  );
}
