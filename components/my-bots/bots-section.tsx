'use client';

import { useAtom } from 'jotai';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { type InstrumentPage, portfolioPath } from '#components/addresses/paths.ts';
import { StartLink } from '#components/addresses/start-link.tsx';
import { KindRow } from '#components/bots/kind-row.tsx';
import { TableBoundary } from '#components/bots/table-boundary.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { latePart } from '#lib/client/late-part.ts';
import { useSession } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useOfferedKinds } from '#lib/client/use-offered-kinds.ts';
import { CREATABLE_KINDS, isMadeOn, LOOKED_FOR } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

// A guest has no bots, so a guest's browser gets no tables.
const BotsTable = dynamic(
  () => latePart('bots-table', () => import('#components/bots/bots-table.tsx').then((part) => part.BotsTable)),
  {
    loading: () => <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />,
  },
);
const BacktestsTable = dynamic(
  () =>
    latePart('backtests-table', () =>
      import('#components/backtests/backtests-table.tsx').then((part) => part.BacktestsTable),
    ),
  { loading: () => <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" /> },
);

/** Kinds of a page first: what was just created there is what one looks for. */
function kindsFrom(page: InstrumentPage): readonly RunnableKind[] {
  return CREATABLE_KINDS.toSorted((a, b) => Number(!isMadeOn(a, page)) - Number(!isMadeOn(b, page)));
}

function firstWithBots(numberOf: (kind: string) => number): RunnableKind | undefined {
  return LOOKED_FOR.find((kind) => numberOf(kind) > 0);
}

function Guest() {
  const t = useTranslations();
  const language = useLocale();
  const pathname = usePathname();
  return (
    <EmptyState
      title={t('common.state.guest')}
      hint={t('bots.guest')}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <a href={`/${language}/login?return=${encodeURIComponent(pathname)}`} className={buttonClass('primary')}>
            {t('common.nav.login')}
          </a>
          <StartLink />
        </span>
      }
    />
  );
}

function PortfolioLink() {
  const t = useTranslations('common.nav');
  return (
    <a href={portfolioPath(useLocale())} className={buttonClass('ghost', 'sm')}>
      {t('portfolio')}
    </a>
  );
}

/** The trader's bots, running and ended. A guest sees a not-logged-in state and no data (M-022). */
export function BotsSection({ page = 'trade' }: { readonly page?: InstrumentPage }) {
  const t = useTranslations('bots');
  const backtests = useTranslations('backtests');
  const { session } = useSession();
  const [view, setView] = useAtom(botsViewAtom);
  const isLoggedIn = session?.logged_in === true;
  // Nothing is loaded for guests (E-008).
  const offered = useOfferedKinds(isLoggedIn);
  const ordered = useMemo(() => kindsFrom(page), [page]);
  const { data: numbers } = useCall('strategyNumber', isLoggedIn ? { query: { status: 'running' } } : null, {
    refreshInterval: 10_000,
  });
  const numberOf = (one: string): number => numbers?.data?.find(({ key }) => key === one)?.num ?? 0;
  const kind = view.kind ?? firstWithBots(numberOf) ?? (ordered[0] as RunnableKind);
  // What the exchange does not run (H61) has no list here, unless one has bots of it all the same.
  const kinds = ordered.filter((one) => offered.includes(one) || numberOf(one) > 0 || one === kind);
  const running = numberOf(kind);
  const table = (tab: 'running' | 'history') => {
    if (session === undefined) return <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />;
    if (!isLoggedIn) return <Guest />;
    return (
      <TableBoundary screen={`bots-${tab}`} fallback={<EmptyState title={t(`empty.${tab}`)} />}>
        <BotsTable key={`${kind}-${tab}`} kind={kind} tab={tab} isActive={view.tab === tab} viewer={session} />
      </TableBoundary>
    );
  };
  const records = () => {
    if (session === undefined) return <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />;
    if (!isLoggedIn) return <Guest />;
    return (
      <TableBoundary screen="backtests" fallback={<EmptyState title={backtests('list.empty')} />}>
        <BacktestsTable key={kind} kind={kind} isActive={view.tab === 'backtests'} />
      </TableBoundary>
    );
  };
  return (
    <section aria-label={t('title')} className="panel min-w-0 px-1 md:px-2">
      {isLoggedIn && (
        <KindRow
          kinds={kinds}
          kind={kind}
          numberOf={numberOf}
          onChange={(next) => setView((present) => ({ ...present, kind: next }))}
        />
      )}
      <Tabs
        label={t('title')}
        value={view.tab}
        onChange={(tab) => setView((present) => ({ ...present, tab }))}
        className="px-2"
        aside={isLoggedIn && <PortfolioLink />}
        items={[
          {
            value: 'running',
            label: running === 0 ? t('tab.running') : `${t('tab.running')} (${running})`,
            content: table('running'),
          },
          { value: 'history', label: t('tab.history'), content: table('history') },
          { value: 'backtests', label: backtests('tab'), content: records() },
        ]}
      />
    </section>
  );
}
