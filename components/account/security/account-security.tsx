'use client';

import { useTranslations } from 'next-intl';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import { ChangeSecret } from './change-secret.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

/** Everything a trader can do for the safety of his own account. */
export function AccountSecurity() {
  const t = useTranslations('account.security');
  const replyText = useReplyText();
  const { data, error, mutate } = useCall('accountSecurity', {});
  const refresh = () => void mutate();
  // What is under way on this page – recovery codes are shown once – outlives a bad refresh.
  if (data === undefined && error instanceof Refused) return <EmptyState title={replyText(error.parts)} />;
  const security = data?.data;
  const isPublished = security?.is_published === true;
  const isDisabled = security === undefined || isPublished;
  return (
    <div className="flex flex-col gap-4">
      {isPublished && <Notice>{t('published')}</Notice>}
      <SessionList sessions={security?.sessions} isDisabled={isDisabled} onEnded={refresh} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <ChangeSecret secret="password" isDisabled={isDisabled} onDone={refresh} />
        <ChangeSecret secret="fundpass" isDisabled={isDisabled} onDone={refresh} />
        <SecondFactor
          isKnown={security !== undefined}
          isOn={security?.second_factor === true}
          recoveryLeft={security?.recovery_left ?? 0}
          isDisabled={isDisabled}
          onChanged={refresh}
        />
      </div>
    </div>
  );
}
