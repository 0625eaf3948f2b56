'use client';

import { useAtom } from 'jotai';
import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { type BotsView, botsViewAtom } from '#lib/client/bots-view.ts';
import { useSession } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { STRATEGIES } from '#lib/strategies/registry.ts';
import { BotsTable } from './bots-table.tsx';
import { TableBoundary } from './table-boundary.tsx';

const KINDS = Object.keys(STRATEGIES) as readonly RunnableKind[];
const FIRST_KIND = KINDS[0] as RunnableKind;

function Guest() {
  const t = useTranslations();
  const language = useLocale();
  const pathname = usePathname();
  return (
    <EmptyState
      title={t('common.state.guest')}
      hint={t('bots.guest')}
      action={
        <a href={`/${language}/login?return=${encodeURIComponent(pathname)}`} className={buttonClass('primary')}>
          {t('common.nav.login')}
        </a>
      }
    />
  );
}

/** The trader's bots, running and ended. A guest sees a not-logged-in state and no data (M-022). */
export function BotsSection() {
  const t = useTranslations('bots');
  const { session } = useSession();
  const [view, setView] = useAtom(botsViewAtom);
  const [kind, setKind] = useState<RunnableKind>(FIRST_KIND);
  const isLoggedIn = session?.logged_in === true;
  const { data: numbers } = useCall('strategyNumber', isLoggedIn ? { query: { status: 'running' } } : null, {
    refreshInterval: 10_000,
  });
  const running = numbers?.data?.find((one) => one.key === kind)?.num;
  const table = (tab: BotsView['tab']) => {
    if (session === undefined) return <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />;
    if (!isLoggedIn) return <Guest />;
    return (
      <TableBoundary screen={`bots-${tab}`} fallback={<EmptyState title={t(`empty.${tab}`)} />}>
        <BotsTable key={`${kind}-${tab}`} kind={kind} tab={tab} isActive={view.tab === tab} viewer={session} />
      </TableBoundary>
    );
  };
  return (
    <section aria-label={t('title')} className="panel min-w-0 px-1 md:px-2">
      <Tabs
        label={t('title')}
        value={view.tab}
        onChange={(tab) => setView((present) => ({ ...present, tab: tab === 'history' ? 'history' : 'running' }))}
        className="px-2"
        items={[
          {
            value: 'running',
            label: running === undefined || running === 0 ? t('tab.running') : `${t('tab.running')} (${running})`,
            content: table('running'),
          },
          { value: 'history', label: t('tab.history'), content: table('history') },
        ]}
        aside={
          KINDS.length > 1 ? (
            <Segmented
              name="bots-kind"
              label={t('title')}
              value={kind}
              onChange={(next) => setKind(next as RunnableKind)}
              options={KINDS.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
            />
          ) : undefined
        }
      />
    </section>
  );
}
