'use client';

import { useTranslations } from 'next-intl';
import { toast } from '#lib/client/toasts.ts';
import { type BotState, isGridKind, isRetrying, retryReason } from '../bot-state.ts';

/** Whether a grid is reconnecting, and its owner was told so in place of what he asked for: of everything but its end (M-139, M-336). */
export function useReconnecting(bot: BotState): () => boolean {
  const t = useTranslations('bots.detail');
  return () => {
    if (!isGridKind(bot.strategy_type) || !isRetrying(bot)) return false;
    toast('warning', t(retryReason(bot)));
    return true;
  };
}
