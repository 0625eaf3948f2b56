'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Notice } from '#components/ui/notice.tsx';
import { timeText, viewerTimeZone } from '#lib/i18n/date-text.ts';
import type { CreateFlow } from './use-create-flow.ts';

const BUTTON = 'min-h-11 underline underline-offset-2 md:min-h-0';

/** A creation was sent and not answered: it is said until it is answered, or until the trader has looked. */
export function UnansweredNotice({ flow }: { readonly flow: CreateFlow }) {
  const t = useTranslations('trade.form');
  const language = useLocale();
  const { unanswered } = flow;
  if (unanswered === null) return null;
  const time = timeText(Math.floor(unanswered.sentMs / 1_000), language, viewerTimeZone(), 'second');
  if (unanswered.isUnderWay) return <Notice>{t('underWay', { time })}</Notice>;
  return (
    <Notice tone="warn">
      {t('unknown', { time })} {unanswered.isAskable && t('unknownAskable')}
      <span className="mt-1 flex flex-wrap gap-x-4">
        {unanswered.isAskable && (
          <button type="button" onClick={flow.askAgain} className={BUTTON}>
            {t('unknownAgain')}
          </button>
        )}
        <button type="button" onClick={flow.forgetUnanswered} className={BUTTON}>
          {t('unknownLooked')}
        </button>
      </span>
    </Notice>
  );
}
