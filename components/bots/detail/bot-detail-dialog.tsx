'use client';

import { useTranslations } from 'next-intl';
import { Dialog } from '#components/ui/dialog.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import type { SessionInfo } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { BotActionsBar } from '../actions/bot-actions-bar.tsx';
import { isEnded } from '../bot-state.ts';
import { rowQuery } from '../row-query.ts';
import { BotDetailBody } from './bot-detail-body.tsx';
import { DetailHeader } from './detail-header.tsx';

/** M-171: while the position is opening or the trigger is untouched; calmer refreshes keep the figures alive after. */
const REFRESH_MS = 10_000;

interface Props {
  readonly id: number;
  readonly kind: StrategyType;
  readonly viewer: SessionInfo;
  readonly onClose: () => void;
  /** Something was done with the bot: lists that it stands in are old. */
  readonly onChanged: () => void;
}

/** One bot, whole: large and centred (M-044), with the tabs of its kind and the actions of its state. */
export function BotDetailDialog({ id, kind, viewer, onClose, onChanged }: Props) {
  const t = useTranslations('bots');
  const { data, error } = useCall('strategies', rowQuery(id, kind), {
    refreshInterval: (latest) => (latest?.data?.[0] !== undefined && isEnded(latest.data[0]) ? 0 : REFRESH_MS),
  });
  const bot = data?.data?.[0];
  if (bot === undefined) {
    return (
      <Dialog isOpen onClose={onClose} title={t('detail.label')} width="lg">
        <LiveGap error={error} unknown={t('detail.gone')} isNone={data !== undefined} className="h-[62dvh] w-full" />
      </Dialog>
    );
  }
  const isOwn = bot.user_info.anonymous === viewer.anonymous;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="lg"
      title={bot.strategy_name}
      header={<DetailHeader bot={bot} />}
      footer={<BotActionsBar bot={bot} isOwn={isOwn} onClosed={onChanged} onSettled={onClose} />}
    >
      <BotDetailBody bot={bot} isOwn={isOwn} />
    </Dialog>
  );
}
