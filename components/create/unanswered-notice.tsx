'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Notice, NoticeButton } from '#components/ui/notice.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { timeText, viewerTimeZone } from '#lib/i18n/date-text.ts';
import type { CreateFlow } from './use-create-flow.ts';
import type { Unanswered } from './use-unanswered.ts';

type Asking = Pick<CreateFlow, 'unanswered' | 'askAgain' | 'forgetUnanswered'>;

/** A creation was sent and not answered: it is said at the Create button, which waits for it, until it is answered or the trader has looked. */
export function UnansweredNotice({ flow }: { readonly flow: Asking }) {
  const t = useTranslations('trade.form');
  const language = useLocale();
  const { unanswered } = flow;
  const holder = useFocusKept<HTMLDivElement>(unanswered === null ? 'none' : 'said');
  // Always there: it takes the focus from the Create button, which cannot be pressed while this is said, and of a button that goes with it.
  if (unanswered === null) return <div ref={holder} tabIndex={-1} className="outline-none" />;
  const time = timeText(Math.floor(unanswered.sentMs / 1_000), language, viewerTimeZone(), 'second');
  return (
    <div ref={holder} tabIndex={-1} className="mb-3">
      {unanswered.isUnderWay ? (
        <Notice>{t('underWay', { time })}</Notice>
      ) : (
        <Unknown flow={flow} unanswered={unanswered} time={time} />
      )}
    </div>
  );
}

/** Nobody knows whether it is there. */
function Unknown({
  flow,
  unanswered,
  time,
}: {
  readonly flow: Asking;
  readonly unanswered: Unanswered;
  readonly time: string;
}) {
  const t = useTranslations('trade.form');
  const held = useTranslations('common.held');
  return (
    <Notice tone="warn">
      {t('unknown', { time })} {unanswered.isAskable && t('unknownAskable')}
      <span className="mt-1 flex flex-wrap gap-x-4">
        {unanswered.isAskable && <NoticeButton onPress={flow.askAgain}>{t('unknownAgain')}</NoticeButton>}
        <NoticeButton onPress={flow.forgetUnanswered}>{held('looked')}</NoticeButton>
      </span>
    </Notice>
  );
}
