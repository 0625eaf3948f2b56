'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { copyText } from '#lib/client/copy-text.ts';
import { toast } from '#lib/client/toasts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** Gives the bot's public link away: by the phone's own share sheet, else into the clipboard (M-060). */
export function ShareButton({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations();
  const language = useLocale();
  const share = async (): Promise<void> => {
    const path = `/${language}/strategybot/detail?id=${bot.strategy_id}&type=${bot.strategy_type}&name=${bot.user_info.anonymous}`;
    const url = `${window.location.origin}${path}`;
    try {
      if (navigator.share !== undefined) {
        await navigator.share({ title: bot.strategy_name, url });
        return;
      }
      await copyText(url);
      toast('success', t('bots.action.shared'));
    } catch (error) {
      // Closing the share sheet is a choice, not a fault.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast('error', t('common.error.generic'));
    }
  };
  return (
    <Button onClick={() => void share()}>
      <Icon name="share" size={14} />
      {t('bots.action.share')}
    </Button>
  );
}
