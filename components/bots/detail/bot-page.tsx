'use client';

import { useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { GuestPrompt } from '#components/addresses/guest-prompt.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { isUnknown } from '#lib/client/failures.ts';
import { useSession } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import { STRATEGY_TYPES, type StrategyType } from '#lib/contract/vocabulary.ts';
import { BotActionsBar } from '../actions/bot-actions-bar.tsx';
import { isEnded } from '../bot-state.ts';
import { rowQuery } from '../row-query.ts';
import { BotDetailBody } from './bot-detail-body.tsx';
import { DetailHeader } from './detail-header.tsx';

const REFRESH_MS = 10_000;

function Gone() {
  const t = useTranslations('bots.detail');
  const language = useLocale();
  return (
    <EmptyState
      title={t('gone')}
      hint={t('goneHint')}
      action={
        <a href={`/${language}/trade/BTC_USDT?tradModel=strategybot`} className={buttonClass('primary')}>
          {t('toBots')}
        </a>
      }
    />
  );
}

/** A bot on a page of its own, for the kinds whose rows open one instead of the panel (M-020, M-026, X29). */
export function BotPage({ path }: { readonly path: string }) {
  const t = useTranslations();
  const language = useLocale();
  const search = useSearchParams();
  const { session } = useSession();
  const id = search.get('id') ?? '';
  const kind = STRATEGY_TYPES.find((one): one is StrategyType => one === search.get('type'));
  const isAsked = kind !== undefined && /^\d+$/.test(id) && session?.logged_in === true;
  const { data, error, mutate } = useCall('strategies', isAsked ? rowQuery(id, kind) : null, {
    refreshInterval: (latest) => (latest?.data?.[0] !== undefined && isEnded(latest.data[0]) ? 0 : REFRESH_MS),
  });
  if (session?.logged_in === false) {
    return <GuestPrompt hint={t('bots.guest')} path={`/${language}${path}?${search.toString()}`} />;
  }
  const bot = data?.data?.[0];
  if (bot === undefined) {
    const isGone = isUnknown(error) || (session !== undefined && !isAsked) || data !== undefined;
    return isGone ? <Gone /> : <LiveGap error={error} className="m-4 h-[62dvh]" />;
  }
  const isOwn = bot.user_info.anonymous === session?.anonymous;
  return (
    <main className="mx-auto w-full max-w-[1080px] p-4">
      <div className="panel p-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h1 className="text-lg font-semibold">{bot.strategy_name}</h1>
            <DetailHeader bot={bot} />
          </div>
          <div className="flex flex-wrap gap-2">
            <BotActionsBar bot={bot} isOwn={isOwn} onClosed={() => void mutate()} onSettled={() => void mutate()} />
          </div>
        </div>
        <h2 className="sr-only">{t('bots.detail.label')}</h2>
        <BotDetailBody bot={bot} isOwn={isOwn} />
      </div>
      <PromptHost />
    </main>
  );
}
