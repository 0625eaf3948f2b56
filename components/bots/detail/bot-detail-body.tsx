'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ComponentType, useState } from 'react';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { latePart } from '#lib/client/late-part.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import type { DetailTab } from '#lib/strategies/definition.ts';
import { isGridKind, isRetrying, retryReason } from '../bot-state.ts';
import { CapitalFlowTab } from './capital-flow-tab.tsx';
import { CompletedRoundsTab } from './completed-rounds-tab.tsx';
import { CurrentRoundTab } from './current-round-tab.tsx';
import { HoldingsTab } from './holdings-tab.tsx';
import { OpenOrdersTab } from './open-orders-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { ParametersTab } from './parameters-tab.tsx';
import { TradesTab } from './trades-tab.tsx';

const loading = () => <LiveGap error={undefined} className="mt-4 h-96 w-full" />;
const BooksTab = dynamic(
  () => latePart('bot-books', () => import('../books/books-tab.tsx').then((part) => part.BooksTab)),
  { loading },
);
const WhyTab = dynamic(() => latePart('bot-why', () => import('../why/why-tab.tsx').then((part) => part.WhyTab)), {
  loading,
});

const ForkTab = dynamic(() => latePart('bot-fork', () => import('../fork/fork-tab.tsx').then((part) => part.ForkTab)), {
  loading,
});

/** Tabs of the kind's definition, and those that only an owner has, where the exchange has their calls. */
type ShownTab = DetailTab | 'books' | 'why' | 'fork';

const PANELS: { readonly [T in ShownTab]: ComponentType<{ readonly bot: StrategyRow }> } = {
  overview: OverviewTab,
  'open-orders': OpenOrdersTab,
  holdings: HoldingsTab,
  'trade-history': TradesTab,
  parameters: ParametersTab,
  'current-round': CurrentRoundTab,
  'capital-flow': CapitalFlowTab,
  'completed-rounds': CompletedRoundsTab,
  books: BooksTab,
  why: WhyTab,
  fork: ForkTab,
};

/** The tabs of a bot, as its kind's definition names them: in the dialog, and on the page of kinds without one (X29). */
export function BotDetailBody({ bot, isOwn }: { readonly bot: StrategyRow; readonly isOwn: boolean }) {
  const t = useTranslations('bots');
  const [tab, setTab] = useState<ShownTab>('overview');
  const kind = bot.strategy_type;
  const hasBooks = useAnnounces(isOwn ? 'books' : null);
  // Of a copy of a closed strategy its owner sees no parameters, and no orders that they would tell him of.
  const hasWhy = useAnnounces(isOwn && bot.params !== null ? 'why' : null);
  const hasFork = useAnnounces(isOwn && bot.params !== null ? 'fork' : null);
  const tabs: readonly ShownTab[] = [
    ...(isCreatable(kind) ? definitionOf(kind).tabs(bot) : (['overview'] as const)),
    ...(hasBooks ? (['books'] as const) : []),
    ...(hasWhy ? (['why'] as const) : []),
    ...(hasFork ? (['fork'] as const) : []),
  ];
  return (
    <>
      {isGridKind(kind) && isRetrying(bot) && (
        <Notice tone="warn" className="mb-2">
          {t(`detail.${retryReason(bot)}`)}
        </Notice>
      )}
      <Tabs
        label={t('detail.label')}
        value={tabs.includes(tab) ? tab : 'overview'}
        onChange={setTab}
        className="min-h-[62dvh]"
        items={tabs.map((one) => {
          const Panel = PANELS[one];
          return { value: one, label: t(`detail.tab.${one}`), content: <Panel bot={bot} /> };
        })}
      />
    </>
  );
}
