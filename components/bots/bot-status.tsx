'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { type BotState, badgeOf, isAbnormal, isEnded } from './bot-state.ts';

const TONES = {
  triggered: 'accent',
  opening: 'accent',
  paused: 'neutral',
  terminating: 'warn',
  pausing: 'neutral',
  reconnecting: 'warn',
} as const;

/** Where a bot stands, in a word (M-123 … M-125, M-143). */
export function BotStatusBadge({ bot }: { readonly bot: BotState }) {
  const t = useTranslations('bots');
  const badge = badgeOf(bot);
  if (badge !== null) return <Badge tone={TONES[badge]}>{t(`badge.${badge}`)}</Badge>;
  if (isAbnormal(bot)) return <Badge tone="danger">{t('badge.abnormal')}</Badge>;
  return <Badge tone={isEnded(bot) ? 'neutral' : 'rise'}>{t(`status.${bot.status}`)}</Badge>;
}
