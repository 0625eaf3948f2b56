'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { detailPath, loginPath } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { lazyPart } from '#lib/client/late-part.ts';
import { useViewer } from '#lib/client/viewer.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import type { CopiedBot } from './copied-bot.ts';
import { CopyPlace } from './copy-place.tsx';
import { COPY_WORD } from './copy-word.ts';

/** Who only reads copies nothing: what asks the exchange, and says what it refused, is loaded by a trader. */
const TraderCopy = lazyPart('copy-button', () => import('./trader-copy.tsx').then((part) => part.TraderCopy));

/** Where a guest comes back to: the bot's page with its copy form open. */
function copyAddress(language: string, bot: CopiedBot): string {
  return `${detailPath(language, bot)}&${COPY_WORD}=1`;
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
  const language = useLocale();
  const viewer = useViewer();
  const kind = bot.strategy_type;
  if (!isCreatable(kind) || bot.finish_time > 0 || bot.follow_id > 0) return null;
  if (viewer?.logged_in !== true)
    return (
      <a
        href={loginPath(language, copyAddress(language, bot))}
        className={`${buttonClass('primary', 'lg')} ${className}`}
      >
        {t('copyBot')}
      </a>
    );
  if (viewer.anonymous === bot.anonymous) return null;
  return (
    <Suspense fallback={<CopyPlace className={className} />}>
      <TraderCopy
        bot={{ ...bot, strategy_type: kind }}
        name={name}
        opensFromAddress={opensFromAddress}
        className={className}
      />
    </Suspense>
  );
}
