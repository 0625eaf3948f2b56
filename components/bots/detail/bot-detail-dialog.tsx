'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import type { SessionInfo } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import type { DetailTab } from '#lib/strategies/definition.ts';
import { STRATEGIES } from '#lib/strategies/registry.ts';
import { isEnded, isGridKind, isRetrying, isStoppable, isTerminationAdjustable } from '../bot-state.ts';
import { DetailHeader } from './detail-header.tsx';
import { OpenOrdersTab } from './open-orders-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { ParametersTab } from './parameters-tab.tsx';
import { ShareButton } from './share-button.tsx';
import { TradesTab } from './trades-tab.tsx';

/** M-171: while the position is opening or the trigger is untouched; calmer refreshes keep the figures alive after. */
const REFRESH_MS = 10_000;

/** Panels by tab. A tab that a definition names and that is not here does not compile away: it shows the empty state. */
const PANELS: { readonly [T in DetailTab]?: (props: { readonly bot: StrategyRow }) => ReactNode } = {
  overview: OverviewTab,
  'open-orders': OpenOrdersTab,
  'trade-history': TradesTab,
  parameters: ParametersTab,
};

interface Props {
  readonly id: number;
  readonly kind: StrategyType;
  readonly viewer: SessionInfo;
  readonly onClose: () => void;
  readonly onTerminate: (bot: StrategyRow) => void;
}

/** One bot, whole: large and centred (M-044), with the tabs of its kind and the actions of its state. */
export function BotDetailDialog({ id, kind, viewer, onClose, onTerminate }: Props) {
  const t = useTranslations('bots');
  const [tab, setTab] = useState<string>('overview');
  const { data, error } = useCall(
    'strategies',
    { query: { strategy_id: String(id), strategy_type: kind, data_period: 'all_period' } },
    { refreshInterval: (latest) => (latest?.data?.[0] !== undefined && isEnded(latest.data[0]) ? 0 : REFRESH_MS) },
  );
  const bot = data?.data?.[0];
  if (bot === undefined) {
    return (
      <Dialog isOpen onClose={onClose} title={t('detail.label')} width="lg">
        {error === undefined ? <Skeleton className="h-[62dvh] w-full" /> : <EmptyState title={t('detail.gone')} />}
      </Dialog>
    );
  }
  const isOwn = bot.user_info.anonymous === viewer.anonymous;
  const tabs = STRATEGIES[kind as RunnableKind].tabs(bot);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="lg"
      title={bot.strategy_name}
      header={<DetailHeader bot={bot} />}
      footer={
        <>
          <ShareButton bot={bot} />
          {isOwn && (isStoppable(bot) || isTerminationAdjustable(bot)) && (
            <Button tone="danger" onClick={() => onTerminate(bot)}>
              {t(isStoppable(bot) ? 'action.terminate' : 'action.adjust')}
            </Button>
          )}
        </>
      }
    >
      {isGridKind(bot.strategy_type) && isRetrying(bot) && (
        <Notice tone="warn" className="mb-2">
          {t('detail.reconnecting')}
        </Notice>
      )}
      <Tabs
        label={t('detail.label')}
        value={tabs.some((one) => one === tab) ? tab : 'overview'}
        onChange={setTab}
        className="min-h-[62dvh]"
        items={tabs.map((one) => {
          const Panel = PANELS[one];
          return { value: one, label: t(`detail.tab.${one}`), content: Panel && <Panel bot={bot} /> };
        })}
      />
    </Dialog>
  );
}
