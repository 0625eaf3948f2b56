'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { createPath } from '#components/addresses/create-path.ts';
import { counterpartOf, type Instrument, pageOf } from '#components/addresses/paths.ts';
import { takeSheetAlong } from '#components/addresses/phone-sheet.ts';
import { type ClassCard, classFigures } from '#components/discovery/class-figures.ts';
import { EarnCard } from '#components/discovery/earn-card.tsx';
import { EARN_PAGES, pagedTypes } from '#components/discovery/earn-pages.ts';
import { KindMark } from '#components/discovery/kind-mark.tsx';
import { useKindText } from '#components/discovery/kind-text.ts';
import { PickerTabBar, usePickerTabs } from '#components/discovery/picker-tab-bar.tsx';
import { type PopularBot, PopularCard, popularBots } from '#components/discovery/popular-bots.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { CallInput } from '#lib/client/call.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useOfferedKinds } from '#lib/client/use-offered-kinds.ts';
import { type EarnRow, earnRows, mayEarnOn } from '#lib/contract/earn-rows.ts';
import { isMadeOn } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { formatCardRate } from '#lib/money/display.ts';
import { PICKER_CLASSES, type PickerClass } from '#lib/strategies/kind-facts.ts';
import { keepHash } from './keep-hash.ts';

type Section = 'recommended' | PickerClass | 'earn';
const ASKED_ONCE = { revalidateOnFocus: false, revalidateIfStale: false } as const;
const CARD =
  'flex w-full items-start gap-3 rounded-lg border border-transparent bg-surface-2 p-3 text-start transition-colors hover:border-accent';

function KindFace({
  kind,
  followNum,
  rate,
  children,
}: {
  readonly kind: RunnableKind;
  readonly followNum: number | undefined;
  readonly rate: string;
  readonly children?: ReactNode;
}) {
  const t = useTranslations('public.picker');
  const kindText = useKindText();
  const language = useLocale();
  return (
    <>
      <KindMark pickerClass={KIND_FACTS[kind].pickerClass} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-sm font-semibold">{kindText(kind, 'name')}</span>
          {KIND_FACTS[kind].hasLowFeeTag && <Badge tone="warn">{t('lowFee')}</Badge>}
          {children}
        </span>
        <span className="mt-0.5 block text-xs text-ink-2">{kindText(kind, 'text')}</span>
        <span className="mt-2 flex items-baseline justify-between gap-3 text-xs text-ink-3">
          <span>{followNum === undefined || followNum === 0 ? ' ' : t('copies', { count: followNum })}</span>
          <span className="whitespace-nowrap">
            {t('apr')} <TrendText value={rate} text={formatCardRate(rate, language)} className="font-semibold" />
          </span>
        </span>
      </span>
      <Icon name="chevronRight" className="mt-3 shrink-0 text-ink-3" />
    </>
  );
}

/** A kind of this page opens here, one of the other page leads there, to the same coin (C-023, C-024). */
function KindCard({
  kind,
  instrument,
  figure,
  onSelect,
}: {
  readonly kind: RunnableKind;
  readonly instrument: Instrument;
  readonly figure: ClassCard | undefined;
  readonly onSelect: (kind: RunnableKind) => void;
}) {
  const trade = useTranslations('trade.panel');
  const language = useLocale();
  const face = { kind, followNum: figure?.follow_num, rate: figure?.year_pft_rate ?? '0' };
  if (isMadeOn(kind, pageOf(instrument)))
    return (
      <button type="button" data-card={kind} onClick={() => onSelect(kind)} className={CARD}>
        <KindFace {...face} />
      </button>
    );
  return (
    <a
      href={createPath(language, kind, instrument.market, instrument.type)}
      onClick={(event) => {
        keepHash(event);
        takeSheetAlong();
      }}
      className={CARD}
    >
      <KindFace {...face}>
        <Badge>{trade(`page.${KIND_FACTS[kind].page}`)}</Badge>
      </KindFace>
    </a>
  );
}

function classQuery({ market, type }: Instrument): CallInput<'strategyClass'> {
  return { query: { symbol: market, market_kind: type === 'spot' ? 'spot' : 'futures' } };
}

/** The popular bots of the page's sort of market (C-034, C-104), of kinds that are offered; undefined while they are on their way. */
function usePopular(instrument: Instrument, offered: readonly RunnableKind[]) {
  const query = { market_kind: pageOf(instrument) === 'futures' ? 'futures' : 'spot' } as const;
  const { data, error } = useCall('hotStrategies', { query }, ASKED_ONCE);
  if (data === undefined && error === undefined) return undefined;
  return popularBots(data?.data ?? [], offered);
}

/** What may be earned without a bot on the page's market (C-351): asked where a product has a page to lead to. */
function useEarnRows({ market, type }: Instrument): readonly EarnRow[] {
  const paged = mayEarnOn({ market, type }) ? pagedTypes(EARN_PAGES) : [];
  const [currency = ''] = market.split('_');
  const isAsked = paged.length > 0;
  const supports = useCall('earnSupports', isAsked ? { query: { currency } } : null, ASKED_ONCE);
  const statistics = useCall('earnStatistics', isAsked ? { query: { market } } : null, ASKED_ONCE);
  return earnRows(paged, supports.data?.data, statistics.data?.data);
}

function EarnRows({ rows, market }: { readonly rows: readonly EarnRow[]; readonly market: string }) {
  const language = useLocale();
  return rows.map((row) => (
    <li key={row.type}>
      <EarnCard row={row} href={EARN_PAGES[row.type]?.(language, market) ?? ''} className={CARD} />
    </li>
  ));
}

function MoonRow({ onMoon }: { readonly onMoon: () => void }) {
  const moon = useTranslations('trade.moon');
  return (
    <li>
      <button type="button" data-card="moon" onClick={onMoon} className={CARD}>
        <KindMark pickerClass="grid" />
        <span className="min-w-0 flex-1">
          <span className="text-sm font-semibold">{moon('name')}</span>
          <span className="mt-0.5 block text-xs text-ink-2">{moon('text')}</span>
        </span>
        <Icon name="chevronRight" className="mt-3 shrink-0 text-ink-3" />
      </button>
    </li>
  );
}

/** Side by side, so that the kinds stay in sight below them; by themselves one below the other. */
function PopularBots({
  popular,
  isAlone,
}: {
  readonly popular: readonly PopularBot[] | undefined;
  readonly isAlone: boolean;
}) {
  // As high as most rows of cards.
  if (popular === undefined) return <Skeleton className="h-39 w-full" />;
  return (
    <ul className={isAlone ? 'flex flex-col gap-2' : 'flex snap-x gap-2 overflow-x-auto pb-1'}>
      {popular.map(({ key, kind, row }) => (
        <li key={key} className={isAlone ? '*:max-lg:w-full' : 'flex w-[19rem] shrink-0 *:flex-1'}>
          <PopularCard kind={kind} row={row} />
        </li>
      ))}
    </ul>
  );
}

/**
 * All kinds that can be created, by class, under the server's tabs (C-033 … C-036); each card says how it is doing (C-037…C-041).
 */
export function StrategyPicker({
  instrument,
  onSelect,
  onMoon,
}: {
  readonly instrument: Instrument;
  readonly onSelect: (kind: RunnableKind) => void;
  /** Opens the AI grid's short form (H7); absent where it has no market. */
  readonly onMoon?: () => void;
}) {
  const t = useTranslations('public.picker');
  const language = useLocale();
  const page = pageOf(instrument);
  // A card of the other page tells of the market that it leads to (C-039).
  const own = useCall('strategyClass', classQuery(instrument));
  const other = useCall('strategyClass', classQuery(counterpartOf(instrument)));
  const figures = classFigures(own.data?.data ?? [], other.data?.data ?? []);
  const offered = useOfferedKinds();
  const tabs = useCall('strategyTabs', { query: { lang: language } }, ASKED_ONCE);
  const popular = usePopular(instrument, offered);
  // Those of this page come first.
  const kindsOf = (name: string) =>
    offered
      .filter((kind) => KIND_FACTS[kind].pickerClass === name)
      .toSorted((a, b) => Number(!isMadeOn(a, page)) - Number(!isMadeOn(b, page)));
  const earn = useEarnRows(instrument);
  const available: readonly Section[] = [
    ...(popular === undefined || popular.length > 0 ? (['recommended'] as const) : []),
    ...PICKER_CLASSES.filter((name) => kindsOf(name).length > 0),
    ...(earn.length > 0 ? (['earn'] as const) : []),
  ];
  const isAwaited = tabs.data === undefined && tabs.error === undefined;
  const chosen = usePickerTabs(tabs.data?.data ?? null, available);
  return (
    <div className="flex flex-col gap-3">
      {chosen.shown.length === 0 && isAwaited ? (
        // The tabs' place is kept: what is below would move away from under the finger.
        <div data-tabs-place className="-mt-1 h-22.25 md:h-18.25" />
      ) : (
        <PickerTabBar chosen={chosen} available={available} className="-mt-1" />
      )}
      {available
        .filter((name) => chosen.keys.includes(name))
        .map((name) => (
          <section key={name} id={`picker-${name}`} aria-label={t(`section.${name}`)}>
            <h3 className="mb-1.5 text-xs text-ink-3">{t(`section.${name}`)}</h3>
            {name === 'recommended' ? (
              <PopularBots popular={popular} isAlone={chosen.keys.length === 1} />
            ) : (
              <ul className="flex flex-col gap-2">
                {name === 'earn' && <EarnRows rows={earn} market={instrument.market} />}
                {name === 'grid' && onMoon !== undefined && <MoonRow onMoon={onMoon} />}
                {kindsOf(name).map((kind) => (
                  <li key={kind}>
                    <KindCard kind={kind} instrument={instrument} figure={figures.get(kind)} onSelect={onSelect} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
    </div>
  );
}
