'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useState } from 'react';
import { type ListFilters, listPath } from '#components/addresses/list-filters.ts';
import { type ListKind, landingPath, type SortOrder } from '#components/addresses/paths.ts';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { lazyPart } from '#lib/client/late-part.ts';
import type { RefusalParts } from '#lib/client/reply-text.ts';
import { useViewer } from '#lib/client/viewer.ts';
import { CardGrid } from './card-grid.tsx';
import type { CardItem } from './card-item.ts';
import { EmptyList } from './empty-list.tsx';
import { useGrowing, useNearEnd, useWalk } from './list-growth.ts';
import { isPlainClick } from './plain-click.ts';
import { RankingHow } from './ranking-how.tsx';
import { hasMore, PAGE_SIZE, type RecommendedPages } from './recommended-pages.ts';
import { SortLinks } from './sort-links.tsx';
import { StrategyCardSkeleton } from './strategy-card-skeleton.tsx';
import { useBotModal } from './use-bot-modal.tsx';
import { useRecommendedPages } from './use-recommended-pages.ts';

/** Makes the cards that come later; asked for with them (use-recommended-pages.ts). */
const StrategyCard = lazyPart('strategy-card', () => import('./strategy-card.tsx').then((part) => part.StrategyCard));

export interface ListProps {
  readonly kind: ListKind;
  /** Only bots of this market (C-384); absent: of every one. */
  readonly market?: string | undefined;
  readonly order: SortOrder;
  readonly items: readonly CardItem[];
  /** The last page that `items` hold; 0 while nothing is known of the list, and then the browser asks (D7). */
  readonly page: number;
  readonly pageCount: number;
  /** The page's own address follows the sort order (strategy page); the landing page keeps its own. */
  readonly isAddressed: boolean;
  /** An open bot's address is its page's, to be shared; the trade page keeps its own. */
  readonly hasBotAddresses?: boolean;
  /** The trader's own bots stand below the list (H2). */
  readonly hasOwnBotsBelow?: boolean;
  readonly filters?: ListFilters;
  /** Stands above the cards: the form of the filters. */
  readonly bar?: ReactNode;
  /** Stands where nothing matches the filters. */
  readonly nothing?: ReactNode;
}

const REPLY_CODES = ['400', '401', '403', '404', '406', '409', '422', '423', '424', '429', '500'] as const;

/** C-395: a failed load is said once, in a warning: in the exchange's own words where it has some. */
function useFailureWarning(): (refusal: RefusalParts | undefined) => void {
  const t = useTranslations('common.error');
  return (refusal) => {
    const known = REPLY_CODES.find((one) => one === String(refusal?.code));
    const text = refusal === undefined ? t('network') : known === undefined ? t('generic') : t(`code.${known}`);
    const said = refusal?.message?.trim() ?? '';
    // Where the messages cannot be loaded either, what stands in the list's place says it (MoreBots).
    Promise.all([import('#lib/client/toasts.ts'), import('#lib/contract/refusal-words.ts')]).then(
      ([{ toast }, { isWords }]) => toast('warning', isWords(said) ? said : text),
      () => undefined,
    );
  };
}

/** The list in the browser (recommended-list.tsx): grows, is sorted, and opens its bots. */
export function GrowingList({
  kind,
  market,
  isAddressed,
  hasBotAddresses = true,
  hasOwnBotsBelow = false,
  filters,
  bar,
  nothing,
  cards,
  orders,
  ...first
}: ListProps & {
  /** The cards of `items`, made already. */
  readonly cards: readonly ReactNode[];
  readonly orders: readonly SortOrder[];
}) {
  const t = useTranslations('public.list');
  const language = useLocale();
  const warn = useFailureWarning();
  const { pages, fetchPage } = useRecommendedPages(kind, { market, filters }, first, warn);
  const { order, items, state } = pages;
  const { opening, modal } = useBotModal(items, hasBotAddresses);
  // Of the rows that the page came with: one that was asked for again has other figures.
  const [made] = useState(() => new Map(first.items.map((item, at) => [item, cards[at]])));
  const grows = useGrowing();
  const walk = useWalk(items.length);
  const isFirstLoading = state === 'loading' && items.length === 0;
  const sort = (wanted: SortOrder): void => {
    fetchPage(wanted, 1);
    if (isAddressed) window.history.replaceState(null, '', listPath(language, { kind, filters, order: wanted }));
  };
  return (
    <section ref={walk.list} aria-labelledby="recommended-title" aria-busy={state === 'loading'}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="recommended-title" className="text-lg font-semibold">
          {t(`title.${order}`)}
        </h2>
        <SortLinks
          kind={kind}
          filters={filters}
          orders={orders}
          order={order}
          onSort={sort}
          isPlainClick={isPlainClick}
        />
      </div>
      {bar}
      {items.length === 0 && state === 'idle' && !hasMore(pages) && (nothing ?? <NothingShared />)}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <RankingNote order={order} />
        {hasOwnBotsBelow && <OwnBotsLink />}
      </div>
      <CardGrid {...opening}>
        {items.map((item) => (
          <li key={item.strategy_id} data-listed>
            {made.get(item) ?? <LateCard item={item} />}
          </li>
        ))}
        {state === 'loading' &&
          Array.from({ length: isFirstLoading ? PAGE_SIZE : 3 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <li key={`wait-${index}`}>
              <StrategyCardSkeleton />
            </li>
          ))}
      </CardGrid>
      <MoreBots pages={pages} kind={kind} filters={filters} grows={grows} onKey={walk.toNext} fetchPage={fetchPage} />
      {modal}
    </section>
  );
}

function LateCard({ item }: { readonly item: CardItem }) {
  return (
    <Suspense fallback={<StrategyCardSkeleton />}>
      <StrategyCard item={item} />
    </Suspense>
  );
}

function NothingShared() {
  const t = useTranslations('public.list');
  const language = useLocale();
  return <EmptyList title={t('empty')} hint={t('emptyHint')} way={t('emptyAction')} href={landingPath(language)} />;
}

/** The list grows by itself: what stands below it is a step away all the same. */
function OwnBotsLink() {
  const t = useTranslations('public.list');
  const viewer = useViewer();
  if (viewer?.logged_in !== true) return null;
  return (
    <a href="#my-bots" className="mb-2 inline-flex min-h-11 items-center gap-1 text-xs text-accent md:min-h-8">
      {t('mine')}
      <Icon name="chevronDown" size={14} />
    </a>
  );
}

/** How the order comes about, with its limit; plain words first (H57). */
function RankingNote({ order }: { readonly order: SortOrder }) {
  const t = useTranslations('public.list.how');
  return (
    <details className="group -mt-1 mb-2">
      <summary className="inline-flex min-h-11 list-none items-center gap-1.5 text-xs text-ink-2 hover:text-ink-1 md:min-h-8">
        <Icon name="info" size={14} />
        {t('title')}
        <Icon name="chevronDown" size={14} className="transition-transform group-open:rotate-180" />
      </summary>
      <RankingHow order={order} className="mb-2 text-xs" />
    </details>
  );
}

function MoreBots({
  pages,
  kind,
  filters,
  grows,
  onKey,
  fetchPage,
}: {
  readonly pages: RecommendedPages;
  readonly kind: ListKind;
  readonly filters: ListFilters | undefined;
  readonly grows: boolean;
  readonly onKey: () => void;
  readonly fetchPage: (order: SortOrder, page: number) => void;
}) {
  const t = useTranslations('public.list');
  const common = useTranslations('common.action');
  const language = useLocale();
  const { order, page, pageCount, state } = pages;
  const isOpen = hasMore(pages);
  const more = (): void => fetchPage(order, page + 1);
  const sentinel = useNearEnd(grows && isOpen && state === 'idle', more);
  if (state === 'failed') {
    return (
      <Notice tone="warn" className="mt-3">
        <p>{t('failed')}</p>
        <Button size="sm" className="mt-2" onClick={() => fetchPage(order, page + 1)}>
          {common('retry')}
        </Button>
      </Notice>
    );
  }
  if (!isOpen) {
    return pageCount > 1 && state === 'idle' ? <p className="py-6 text-center text-xs text-ink-3">{t('end')}</p> : null;
  }
  return (
    <div ref={sentinel} className="flex justify-center py-4">
      <a
        href={listPath(language, { kind, filters, order, page: page + 1 })}
        rel="next"
        className={buttonClass('secondary')}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          if (state !== 'idle') return;
          // By a key: there is no pointer that presses.
          if (event.detail === 0) onKey();
          more();
        }}
      >
        {state === 'loading' ? t('loading') : common('loadMore')}
      </a>
    </div>
  );
}
