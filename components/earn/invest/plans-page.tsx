'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { newPlanPath, plansPath } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { PlanGate } from './plan-gate.tsx';
import { PLAN_LISTS, type PlanList } from './plan-words.ts';
import { PlansTable } from './plans-table.tsx';

/** All plans of a trader, a list at a time, and the way to another plan. */
export function PlansPage() {
  const t = useTranslations('invest');
  const language = useLocale();
  const [list, setList] = useState<PlanList>(PLAN_LISTS[0]);
  const canCreate = useAnnounces('auto_invest');
  return (
    <PlanGate path={plansPath(language)}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          name="plan-list"
          label={t('lists')}
          value={list}
          onChange={setList}
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
