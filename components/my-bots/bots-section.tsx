'use client';

import { useSetAtom } from 'jotai';
import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { type InstrumentPage, portfolioPath } from '#components/addresses/paths.ts';
import { StartLink } from '#components/addresses/start-link.tsx';
import { KindRow } from '#components/bots/kind-row.tsx';
import { TableBoundary } from '#components/bots/table-boundary.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { botsViewAtom, useBotsView } from '#lib/client/bots-view.ts';
import { useSession } from '#lib/client/session.ts';
import { useAskedAnew } from '#lib/client/use-asked-anew.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useListPace } from '#lib/client/use-list-pace.ts';
import { useOfferedKinds } from '#lib/client/use-offered-kinds.ts';
import { EARN_TYPES, isEarnType } from '#lib/contract/earn-types.ts';
import { CREATABLE_KINDS, isMadeOn } from '#lib/kinds/catalogue.ts';
import { counterKeyOf, type ListedType, LOOKED_FOR } from '#lib/kinds/listed.ts';
import { isEarnListed, listsOf, modeOf } from './lists.tsx';

/** Types of a page first: what was just created there is what one looks for. What is earned without a bot comes last. */
function typesFrom(page: InstrumentPage): readonly ListedType[] {
  const kinds = CREATABLE_KINDS.toSorted((a, b) => Number(!isMadeOn(a, page)) - Number(!isMadeOn(b, page)));
  return [...kinds, ...EARN_TYPES];
}

/**
 * The types that have a tab: what the exchange does not run (H61) has none, unless one has bots of it all the same. `isKnown`: it has said what it runs, or
 * cannot.
 */
function useListedTypes(page: InstrumentPage, isLoggedIn: boolean, numberOf: (type: ListedType) => number) {
  // Nothing is loaded for guests (E-008).
  const kinds = useOfferedKinds(isLoggedIn);
  const { data, error } = useCall('capabilities', isLoggedIn ? {} : null);
  const ordered = useMemo(() => typesFrom(page), [page]);
  const isOffered = (type: ListedType): boolean =>
    isEarnType(type) ? isEarnListed(type, data?.data) : kinds.includes(type) || numberOf(type) > 0;
  return { offered: ordered.filter(isOffered), isKnown: data !== undefined || error !== undefined };
}

/**
 * What is listed where nothing was chosen: the first type with something running (E-020), as it was when that was known first. Were it told anew with each
 * count, the list – and a bot that is open over it – would go as soon as the last one of it ends, or another begins somewhere else.
 */
function useFirstType(viewer: string | undefined, first: ListedType, isKnown: boolean): ListedType {
  const [begun, setBegun] = useState<{ readonly viewer: string | undefined; readonly type: ListedType } | null>(null);
  const isOwn = begun !== null && begun.viewer === viewer;
  if (isKnown && !isOwn) setBegun({ viewer, type: first });
  return isOwn ? begun.type : first;
}

/** What runs of each type, asked as often as the lists are (M-169): undefined while it is not known. */
function useRunningNumbers(isLoggedIn: boolean, refreshToken: number) {
  const { refreshInterval, heard } = useListPace();
  const { data, mutate } = useCall('strategyNumber', isLoggedIn ? { query: { status: 'running' } } : null, {
    refreshInterval,
    onSuccess: () => heard(false),
  });
  useAskedAnew(refreshToken, isLoggedIn, mutate);
  return data?.data;
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
  const { session, error } = useSession();
  const view = useBotsView();
  const setView = useSetAtom(botsViewAtom);
  const isLoggedIn = session?.logged_in === true;
  const numbers = useRunningNumbers(isLoggedIn, view.refreshToken);
  const numberOf = (one: ListedType): number => numbers?.find(({ key }) => key === counterKeyOf(one))?.num ?? 0;
  const { offered, isKnown } = useListedTypes(page, isLoggedIn, numberOf);
  const isShown = (one: ListedType): boolean => offered.includes(one);
  const chosen = view.kind !== null && (isShown(view.kind) || !isEarnType(view.kind)) ? view.kind : null;
  const counted = LOOKED_FOR.find((one) => isShown(one) && numberOf(one) > 0);
  const first = useFirstType(
    session?.anonymous,
    counted ?? (offered[0] as ListedType),
    isKnown && counted !== undefined,
  );
  const type = chosen ?? first;
  const mode = modeOf(type, view.tab);
  const running = numberOf(type);
  const listOf = ({ mode: of, Part }: ReturnType<typeof listsOf>[number]) => {
    if (session === undefined) return <LiveGap error={error} className="m-3 h-40 w-[calc(100%-24px)]" />;
    if (!isLoggedIn) return <Guest />;
    return (
      // Another list and another type's begin at their first page (E-026, E-028), and one that could not be drawn says nothing of them.
      <TableBoundary key={`${type}-${of}`} screen={`bots-${of}`} fallback={<EmptyState title={t('empty.running')} />}>
        <Part type={type} mode={of} isActive={mode === of} viewer={session} />
      </TableBoundary>
    );
  };
  return (
    <section aria-label={t('title')} className="panel min-w-0 px-1 md:px-2">
      {isLoggedIn && (
        <KindRow
          kinds={isShown(type) ? offered : [...offered, type]}
          kind={type}
          numberOf={numberOf}
          onChange={(next) => setView((present) => ({ ...present, kind: next }))}
        />
      )}
      <Tabs
        label={t('title')}
        value={mode}
        onChange={(tab) => setView((present) => ({ ...present, tab }))}
        className="px-2"
        aside={isLoggedIn && <PortfolioLink />}
        // Only a list of all that runs has the number of it: a paused plan runs too, and stands among the inactive ones (E-109).
        items={listsOf(type).map((list) => ({
          value: list.mode,
          label:
            list.mode === 'running' && running > 0 ? `${t(`tab.${list.mode}`)} (${running})` : t(`tab.${list.mode}`),
          content: listOf(list),
        }))}
      />
    </section>
  );
}
