'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useSecurityForm } from '#components/account/security/use-security-form.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Confirm } from '#components/ui/confirm.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { unkeyed } from '#lib/client/held.ts';
import { toast } from '#lib/client/toasts.ts';
import type { NotificationChannel } from '#lib/contract/notification-settings-calls.ts';
import { timeText, viewerTimeZone } from '#lib/i18n/date-text.ts';

interface RowProps {
  readonly channel: NotificationChannel;
  /** Whether it leads to this browser. */
  readonly isHere?: boolean;
  readonly onChanged: () => void;
}

/** Whether what is sent arrives. */
function ChannelState({ channel }: Pick<RowProps, 'channel'>) {
  const t = useTranslations('notifications.settings');
  const locale = useLocale();
  const { is_confirmed: isConfirmed, error, last_time: lastTime, given_up: givenUp } = channel;
  if (!isConfirmed) return <Badge tone="warn">{t('state.waits')}</Badge>;
  const lost = givenUp > 0 ? ` · ${t('state.givenUp', { count: givenUp })}` : '';
  if (error !== '') {
    return (
      <span className="text-xs text-danger">
        {t('state.failing')}: {t(`error.${error}`)}
        {lost}
      </span>
    );
  }
  const said =
    lastTime === 0 ? t('state.unused') : t('state.works', { time: timeText(lastTime, locale, viewerTimeZone()) });
  return (
    <span className="text-xs text-ink-3 tabular-nums">
      {said}
      {lost}
    </span>
  );
}

function ConfirmCode({ channel, onChanged }: RowProps) {
  const t = useTranslations('notifications.settings');
  const [code, setCode] = useState('');
  const form = useSecurityForm('confirmNotificationChannel', () => {
    toast('success', t('confirmed'));
    onChanged();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.send({ id: channel.id, code });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-2 flex flex-wrap items-end gap-2">
      <Field
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        value={code}
        onChange={setCode}
        error={form.errorOf('code') ?? form.failure ?? undefined}
        className="w-52"
      />
      <Button type="submit" isBusy={form.isBusy} disabled={code.trim() === ''}>
        {t('confirm')}
      </Button>
    </form>
  );
}

function ChannelRow({ channel, isHere = false, onChanged }: RowProps) {
  const t = useTranslations('notifications.settings');
  const action = useTranslations('common.action');
  const [isAsking, setIsAsking] = useState(false);
  const testing = useSecurityForm('testNotificationChannel', () => {
    toast('success', t('tested'));
    onChanged();
  });
  const removing = useSecurityForm('removeNotificationChannel', () => {
    setIsAsking(false);
    toast('success', t('removed'));
    onChanged();
  });
  const { id, kind, label, is_confirmed: isConfirmed } = channel;
  const answer = (isYes: boolean): void => {
    if (isYes) void removing.send({ id }).then((isDone) => isDone || setIsAsking(false));
    else setIsAsking(false);
  };
  const failure = testing.failure ?? removing.failure;
  return (
    <li className="border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-sm break-all text-ink-1">
            {t(`kinds.${kind}`)} {label}
            {isHere && (
              <Badge tone="accent" className="ms-2">
                {t('thisDevice')}
              </Badge>
            )}
          </p>
          <ChannelState channel={channel} />
        </div>
        <div className="flex gap-2">
          {isConfirmed && (
            <Button size="sm" isBusy={testing.isBusy} onClick={() => void testing.send({ id }).then(onChanged)}>
              {t('test')}
            </Button>
          )}
          <Button size="sm" tone="danger" onClick={() => setIsAsking(true)}>
            {t('remove')}
          </Button>
        </div>
      </div>
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      {!isConfirmed && <ConfirmCode channel={channel} onChanged={onChanged} />}
      {isAsking && (
        <Confirm
          title={t('removeTitle')}
          yes={t('remove')}
          no={action('cancel')}
          held={unkeyed(removing.isBusy)}
          onAnswer={answer}
        >
          <p className="text-sm break-all text-ink-2">{t('removeText', { label })}</p>
        </Confirm>
      )}
    </li>
  );
}

/** The ways to the trader outside of the app. */
export function ChannelList({
  channels,
  here,
  onChanged,
}: {
  readonly channels: readonly NotificationChannel[];
  /** The one that leads to this browser. */
  readonly here: number | undefined;
  readonly onChanged: () => void;
}) {
  const t = useTranslations('notifications.settings');
  // A row goes with its buttons: the section takes the focus.
  const holder = useFocusKept<HTMLElement>(channels.map(({ id }) => id).join(' '));
  return (
    <section ref={holder} tabIndex={-1} aria-labelledby="channels-title" className="panel p-4 outline-none">
      <h3 id="channels-title" className="text-base font-semibold">
        {t('channels')}
      </h3>
      {channels.length === 0 ? (
        <p className="py-2 text-xs text-ink-3">{t('none')}</p>
      ) : (
        <ul>
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} isHere={channel.id === here} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </section>
  );
}
