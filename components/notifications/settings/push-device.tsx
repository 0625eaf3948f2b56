'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { browserName } from '#components/account/security/browser-name.ts';
import { useSecurityForm } from '#components/account/security/use-security-form.ts';
import { Button } from '#components/ui/button.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { toast } from '#lib/client/toasts.ts';
import type { NotificationChannel, NotificationSettings } from '#lib/contract/notification-settings-calls.ts';
import type { usePush } from './use-push.ts';

interface DeviceProps {
  readonly push: ReturnType<typeof usePush>;
  /** What the exchange pushes with. */
  readonly exchangeKey: string;
  readonly channels: readonly NotificationChannel[];
  readonly rules: NotificationSettings['rules'];
  readonly onChanged: () => void;
}

/** The channel that leads to this browser. */
export function channelHere(
  { standing }: Pick<DeviceProps['push'], 'standing'>,
  channels: readonly NotificationChannel[],
): NotificationChannel | undefined {
  if (standing?.is !== 'able' || standing.device === '') return undefined;
  return channels.find(({ device }) => device === standing.device);
}

function Switch({ push, exchangeKey, channels, rules, onChanged }: DeviceProps) {
  const t = useTranslations('notifications.settings.push');
  const language = useLocale();
  const [isAsking, setIsAsking] = useState(false);
  const adding = useSecurityForm('addNotificationChannel', () => {
    toast('success', t('turnedOn'));
    onChanged();
  });
  const removing = useSecurityForm('removeNotificationChannel', () => {
    toast('success', t('turnedOff'));
    onChanged();
  });
  const here = channelHere(push, channels);
  const isTold = here !== undefined && rules.some((rule) => rule.channels.includes(here.id));
  const turnOn = async (): Promise<void> => {
    setIsAsking(true);
    const subscribed = await push.subscribe(exchangeKey);
    const name = browserName(navigator.userAgent);
    if (subscribed !== null)
      await adding.send({ kind: 'push', ...subscribed, ...(name === '' ? {} : { name }), lang: language });
    setIsAsking(false);
  };
  const turnOff = async ({ id }: NotificationChannel): Promise<void> => {
    if (await removing.send({ id })) await push.unsubscribe();
  };
  const failure =
    adding.failure ?? adding.errorOf('target') ?? adding.errorOf('keys') ?? adding.errorOf('kind') ?? removing.failure;
  const said = failure ?? (push.refused === null ? null : t(push.refused));
  const isLost = push.standing?.is === 'able' && push.standing.isLost;
  return (
    <>
      {isLost && <Notice tone="warn">{t('lost')}</Notice>}
      {said !== null && <Notice tone="danger">{said}</Notice>}
      {here === undefined ? (
        <Button tone="primary" className="self-start" isBusy={isAsking} onClick={() => void turnOn()}>
          {t('turnOn')}
        </Button>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {/* Who turned it on and chose nothing would wait for what never comes. */}
          <p className={`text-sm ${isTold ? 'text-ink-1' : 'text-warn'}`}>{t(isTold ? 'on' : 'onForNothing')}</p>
          <Button isBusy={removing.isBusy} onClick={() => void turnOff(here)}>
            {t('turnOff')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Whether this browser is told, and what stands in the way of it. */
export function PushDevice(props: DeviceProps) {
  const t = useTranslations('notifications.settings.push');
  const { push, channels } = props;
  const { standing } = push;
  const here = channelHere(push, channels);
  // The button that turned it on is not the one that turns it off.
  const holder = useFocusKept<HTMLElement>(standing === null ? '' : here === undefined ? 'off' : 'on');
  const others = channels.filter(({ kind, id }) => kind === 'push' && id !== here?.id).length;
  return (
    <section
      ref={holder}
      tabIndex={-1}
      aria-labelledby="push-title"
      className="panel flex flex-col gap-3 p-4 outline-none"
    >
      <h3 id="push-title" className="text-base font-semibold">
        {t('title')}
      </h3>
      <p className="text-xs text-ink-3">{t('hint')}</p>
      {standing === null ? (
        <LiveGap error={undefined} className="h-11 w-full md:h-9" />
      ) : standing.is === 'able' ? (
        <Switch {...props} />
      ) : (
        <Notice tone={standing.is === 'denied' ? 'warn' : 'info'}>{t(standing.is)}</Notice>
      )}
      {others > 0 && <p className="text-xs text-ink-3">{t('others', { count: others })}</p>}
    </section>
  );
}
