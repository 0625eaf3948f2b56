'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReasonText } from '#components/ui/use-reply-text.ts';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { Namespace } from '#lib/i18n/messages.ts';
import { AddChannel } from './add-channel.tsx';
import { ChannelList } from './channel-list.tsx';
import { channelHere, PushDevice } from './push-device.tsx';
import { RulesForm, type SavedRules } from './rules-form.tsx';
import { usePush } from './use-push.ts';

const TEXTS = ['notifications', 'refusals'] as const satisfies readonly Namespace[];

function Sections() {
  const t = useTranslations('notifications.settings');
  const { data, error, mutate } = useCall('notificationSettings', {});
  const settings = data?.data;
  const reason = useReasonText();
  const push = usePush();
  const refresh = (): void => void mutate();
  // What was saved stands there before it is read again: the next change is sent with it.
  const took = (saved: SavedRules): void =>
    void mutate((now) => (now?.data === undefined ? now : { ...now, data: { ...now.data, ...saved } }));
  const head = useRef<HTMLHeadingElement>(null);
  const isThere = settings !== undefined;
  // The browser looks for it before it is there.
  useEffect(() => {
    if (isThere && location.hash === '#notification-settings') head.current?.scrollIntoView();
  }, [isThere]);
  return (
    <section aria-labelledby="notification-settings" className="mt-8">
      <h2 ref={head} id="notification-settings" className="mb-1 scroll-mt-20 text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="mb-4 text-sm text-ink-2">{t('description')}</p>
      {settings === undefined ? (
        <LiveGap error={error} className="h-96 w-full" />
      ) : (
        <div className="flex flex-col gap-4">
          <RulesForm settings={settings} onSaved={took} />
          <ChannelList
            channels={settings.channels}
            here={channelHere(push, settings.channels)?.id}
            onChanged={refresh}
          />
          {settings.not_offered !== '' && <Notice>{reason(settings.not_offered)}</Notice>}
          {settings.push_key !== '' && (
            <PushDevice
              push={push}
              exchangeKey={settings.push_key}
              channels={settings.channels}
              rules={settings.rules}
              onChanged={refresh}
            />
          )}
          {settings.offered.length > 0 && <AddChannel offered={settings.offered} onAdded={refresh} />}
        </div>
      )}
    </section>
  );
}

/** What a trader is told of and how; nothing where the exchange tells nothing. */
export function NotificationSettings() {
  const isOffered = useAnnounces('notifications');
  if (!isOffered) return null;
  return (
    <WithTexts namespaces={TEXTS} fallback={<LiveGap error={undefined} className="mt-8 h-96 w-full" />}>
      <Sections />
    </WithTexts>
  );
}
