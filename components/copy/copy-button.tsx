'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { detailPath, loginPath } from '#components/addresses/paths.ts';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { useSession } from '#lib/client/session.ts';
import { toast } from '#lib/client/toasts.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import type { CopiedBot } from './copied-bot.ts';
import { bringCopyForm, type CopyFormPart } from './late-copy-form.tsx';

/** What the address of a bot's page says when its copy form is to be open. */
export const COPY_WORD = 'copy';

/** Where a guest comes back to: the bot's page with its copy form open. */
export function copyAddress(language: string, bot: CopiedBot): string {
  return `${detailPath(language, bot)}&${COPY_WORD}=1`;
}

/** Takes the word out of the address: a reload is not another wish. True where it was there. */
function takeWish(): boolean {
  const address = new URL(window.location.href);
  if (address.searchParams.get(COPY_WORD) !== '1') return false;
  address.searchParams.delete(COPY_WORD);
  window.history.replaceState(window.history.state, '', `${address.pathname}${address.search}${address.hash}`);
  return true;
}

/**
 * 'Copy this bot' (C-019): for a trader the form, loaded when it is wanted; for a guest the way through login and back to it (C-341). Nothing
 * for one's own bot, for a bot that is over or a copy itself, and where the exchange cannot say what a copy would be (H61).
 */
export function CopyButton({
  bot,
  name,
  opensFromAddress = false,
  className = '',
}: {
  readonly bot: CopiedBot;
  readonly name: string;
  /** The page is the bot's own: its address may ask for the form. */
  readonly opensFromAddress?: boolean;
  readonly className?: string;
}) {
  const t = useTranslations('public.detail');
  const error = useTranslations('common.error');
  const language = useLocale();
  const { session } = useSession();
  const isTrader = session?.logged_in === true;
  const canCopy = useAnnounces(isTrader ? 'copying' : null);
  const [part, setPart] = useState<CopyFormPart | null>(null);
  const [isWanted, setIsWanted] = useState(false);
  const isReady = isTrader && canCopy;
  useEffect(() => {
    if (opensFromAddress && isReady && takeWish()) setIsWanted(true);
  }, [opensFromAddress, isReady]);
  useEffect(() => {
    if (!isWanted) return;
    let isThere = true;
    bringCopyForm(language).then(
      (loaded) => isThere && setPart(loaded),
      () => {
        if (!isThere) return;
        setIsWanted(false);
        toast('error', error('network'));
      },
    );
    return () => {
      isThere = false;
    };
  }, [isWanted, language, error]);
  const kind = bot.strategy_type;
  if (!isCreatable(kind) || bot.finish_time > 0 || bot.follow_id > 0) return null;
  if (isTrader && (!canCopy || session.anonymous === bot.anonymous)) return null;
  const look = `${buttonClass('primary', 'lg')} ${className}`;
  if (!isTrader)
    return (
      <a href={loginPath(language, copyAddress(language, bot))} className={look}>
        {t('copyBot')}
      </a>
    );
  const open: ReactNode =
    isWanted && part !== null
      ? part.withTexts(
          <part.Form bot={{ ...bot, strategy_type: kind }} name={name} onClose={() => setIsWanted(false)} />,
        )
      : null;
  return (
    <>
      <Button
        tone="primary"
        size="lg"
        className={className}
        isBusy={isWanted && part === null}
        onClick={() => setIsWanted(true)}
      >
        {t('copyBot')}
      </Button>
      {open}
    </>
  );
}
