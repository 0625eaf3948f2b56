'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { call, callUrl } from '#lib/client/call.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { toast } from '#lib/client/toasts.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import { MOST_NOTIFICATIONS } from '#lib/contract/notification-words.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { Namespace } from '#lib/i18n/messages.ts';
import { NotificationItem } from './notification-item.tsx';

/** How often the newest are asked while no event stream says that there is another one. */
const REFRESH_MS = 10_000;

/** Says that all up to the newest that is known have been read. */
function useReadAll(onRead: () => void) {
  const network = useTranslations('common.error')('network');
  const replyText = useReplyText();
  const { mutate } = useSWRConfig();
  const { isBusy, run } = useSingleRun();
  const send = async (to: number): Promise<void> => {
    try {
      const reply = await call('readNotifications', { body: { to } });
      if (reply.code === CODE.ok) {
        onRead();
        await mutate(callUrl('notificationCount', {}));
      } else toast('error', replyText(reply));
    } catch {
      toast('error', network);
    }
  };
  return { isBusy, readAll: (to: number) => run(() => send(to)) };
}

/** What happened, a page at a time, the newest first. The first page is kept up to date. */
function List({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('notifications');
  const language = useLocale();
  const action = useTranslations('common.action');
  /** Where each page after the first begins. */
  const [path, setPath] = useState<readonly number[]>([]);
  const before = path.at(-1);
  const input = { query: before === undefined ? {} : { before } };
  const { data, error, mutate } = useCall('notifications', input, {
    refreshInterval: before === undefined ? REFRESH_MS : 0,
  });
  const staleness = useStalenessOf(callUrl('notifications', input));
  const { isBusy, readAll } = useReadAll(() => void mutate());
  const top = useFocusKept<HTMLDivElement>(`${before ?? 'first'}`);
  const page = data?.data;
  if (page === undefined) return <LiveGap error={error} className="h-64 w-full" />;
  const { rows, unread, last, has_more: hasMore } = page;
  // The way may lead to another place of the same page.
  const toSettings = (
    <a href={`/${language}/account#notification-settings`} onClick={onClose} className={buttonClass('ghost', 'sm')}>
      {t('toSettings')}
    </a>
  );
  if (last === 0) return <EmptyState title={t('empty')} hint={t('emptyHint')} action={toSettings} />;
  const oldest = rows.at(-1)?.id;
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <div className="flex min-h-11 items-center justify-between gap-3 md:min-h-9">
        <StaleMark staleness={staleness} />
        <Button
          size="sm"
          tone="ghost"
          className="ms-auto"
          disabled={unread === 0}
          isBusy={isBusy}
          onClick={() => void readAll(last)}
        >
          {t('readAll')}
        </Button>
        {toSettings}
      </div>
      <ul aria-label={t('title')}>
        {rows.map((row) => (
          <NotificationItem key={row.id} row={row} />
        ))}
      </ul>
      <div className="flex items-center justify-between gap-3 pt-3">
        <Button size="sm" disabled={path.length === 0} onClick={() => setPath(path.slice(0, -1))}>
          {action('previous')}
        </Button>
        <span className="text-2xs text-ink-3">{t('kept', { max: MOST_NOTIFICATIONS })}</span>
        <Button
          size="sm"
          // The page before stands there until the next one comes: the way to that is gone already.
          disabled={!hasMore || oldest === undefined || oldest === before}
          onClick={() => oldest !== undefined && setPath([...path, oldest])}
        >
          {action('next')}
        </Button>
      </div>
    </div>
  );
}

/** What traders are told of, along the edge of the page; a sheet on phones. */
export function NotificationCentre({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('common.nav');
  return (
    <Dialog isOpen onClose={onClose} place="end" title={t('notifications')}>
      <WithTexts namespaces={TEXTS} fallback={<LiveGap error={undefined} className="h-64 w-full" />}>
        <List onClose={onClose} />
      </WithTexts>
    </Dialog>
  );
}

const TEXTS = ['notifications', 'bots', 'invest', 'refusals'] as const satisfies readonly Namespace[];
