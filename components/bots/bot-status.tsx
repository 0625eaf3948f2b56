import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { type BotState, badgeOf, isAbnormal } from './bot-state.ts';

const TONES = {
  triggered: 'accent',
  opening: 'accent',
  paused: 'neutral',
  terminating: 'warn',
  pausing: 'neutral',
  reconnecting: 'warn',
} as const;

/** Of a status that says all: what begins looks as what opens does, what rests as what is paused. */
function toneOf({ status }: BotState): ComponentProps<typeof Badge>['tone'] {
  if (status === 'open' || status === 'starting') return 'accent';
  return status === 'running' ? 'rise' : 'neutral';
}

/** Where a bot stands, in a word (M-123 … M-125, M-143). */
export function BotStatusBadge({ bot }: { readonly bot: BotState }) {
  const t = useTranslations('bots');
  const badge = badgeOf(bot);
  if (badge !== null) return <Badge tone={TONES[badge]}>{t(`badge.${badge}`)}</Badge>;
  if (bot.status === 'abnormal' || isAbnormal(bot)) return <Badge tone="danger">{t('badge.abnormal')}</Badge>;
  return <Badge tone={toneOf(bot)}>{t(`status.${bot.status}`)}</Badge>;
}
