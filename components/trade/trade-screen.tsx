'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { pageOf } from '#components/addresses/paths.ts';
import { PriceChart } from '#components/chart/price-chart.tsx';
import type { Ticker } from '#components/chart/use-ticker.ts';
import { loadFrameBy } from '#components/layout/late-frame.tsx';
import { BotsMemory } from '#components/my-bots/bots-memory.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useIsPhone } from '#components/ui/use-is-phone.ts';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { botsShownAtom } from '#lib/client/bots-view.ts';
import { chartShownAtom, HasChartContext } from '#lib/client/charted-bot.ts';
import { latePart } from '#lib/client/late-part.ts';
import { type InstrumentRow, specOf } from '#lib/client/market-rows.ts';
import { ShownContext } from '#lib/client/shown.ts';
import { useTypedChoice } from '#lib/client/use-typed-choice.ts';
import { OrderBook } from './order-book.tsx';
import { PanelPlace } from './panel-place.tsx';
import { PART_TEXTS } from './part-texts.ts';
import { PriceHeader } from './price-header.tsx';
import { TourHost } from './tour-host.tsx';
import { TradeMarks } from './trade-marks.tsx';
import { usePanel } from './use-panel.ts';
import { useWasShown } from './use-was-shown.ts';
import { useWhenever } from './use-whenever.ts';
import { SCREEN_VIEWS, type ScreenView, ViewSwitch } from './view-switch.tsx';

loadFrameBy(() => import('#components/layout/frame.tsx'));

const BotsSection = dynamic(
  () => latePart('bots', () => import('#components/my-bots/bots-section.tsx').then((part) => part.BotsSection)),
  { loading: () => <Skeleton className="m-3 h-40 w-[calc(100%-24px)]" /> },
);

export interface TradeScreenProps {
  readonly row: InstrumentRow;
  readonly initialTicker: Ticker | undefined;
  /** What the request says of its screen; the browser knows. */
  readonly looksLikePhone: boolean;
}

/** The whole trade page of a market or a contract: header, chart, book, panel, bots. */
export function TradeScreen({ row, initialTicker, looksLikePhone }: TradeScreenProps) {
  const t = useTranslations('trade');
  const spec = useMemo(() => specOf(row), [row]);
  const panel = usePanel(row);
  const [view, setView] = useTypedChoice<ScreenView>('screen', 'chart', SCREEN_VIEWS);
  const isPhone = useIsPhone(looksLikePhone);
  const bots = useRef<HTMLDivElement>(null);
  useWhenever(botsShownAtom, () => {
    if (isPhone) setView('bots');
    else bots.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  });
  const chart = useRef<HTMLElement>(null);
  useWhenever(chartShownAtom, () => {
    if (isPhone || view === 'book') setView('chart');
    chart.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  });
  // What a phone has not been shown yet is not there, and what waits behind another view asks nothing; the chart stays, it would begin anew.
  const isThere = (name: ScreenView): boolean => !isPhone || view === name;
  // Once there, the bots stay: a phone that is turned must not take an open dialog, or the page of a list, away.
  const hadBots = useWasShown(isThere('bots'));
  if (spec === null) return <EmptyState title={t('unreadable')} />;
  const only = (name: ScreenView): string => classNames(view !== name && 'max-md:hidden');
  return (
    <main className="flex flex-col gap-1 p-1 max-md:pb-20">
      <div className="grid min-w-0 grid-cols-1 gap-1 md:grid-cols-[minmax(0,1fr)_340px] md:grid-rows-[auto_auto_1fr] xl:grid-cols-[minmax(0,1fr)_280px_348px]">
        <div className="min-w-0 md:col-start-1 xl:col-span-2">
          <PriceHeader row={row} initial={initialTicker} />
        </div>
        <ViewSwitch view={view} onChange={setView} isPhone={isPhone} />
        <ShownContext value={isThere('chart')}>
          <PriceChart
            row={row}
            drawer={TradeMarks}
            place={chart}
            className={classNames(
              'h-[calc(100dvh-300px)] min-h-80 scroll-mt-16 md:h-[678px] md:min-w-0',
              only('chart'),
              view === 'book' && 'md:max-xl:hidden',
            )}
          />
        </ShownContext>
        {isThere('book') && (
          <OrderBook row={row} className={classNames(only('book'), view !== 'book' && 'md:max-xl:hidden')} />
        )}
        <PanelPlace panel={panel} spec={spec} isPhone={isPhone} />
        <div ref={bots} data-tour="bots" className={classNames('min-w-0 md:col-start-1 xl:col-span-2', only('bots'))}>
          {hadBots && (
            <ShownContext value={isThere('bots')}>
              <WithTexts namespaces={PART_TEXTS} fallback={<Skeleton className="h-40 w-full" />}>
                <HasChartContext value>
                  <BotsSection page={pageOf(row)} />
                </HasChartContext>
              </WithTexts>
            </ShownContext>
          )}
        </div>
      </div>
      <BotsMemory />
      <TourHost />
      <PromptHost />
    </main>
  );
}
