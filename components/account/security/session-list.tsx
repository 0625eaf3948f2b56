'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { toast } from '#lib/client/toasts.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { timeText, viewerTimeZone } from '#lib/i18n/date-text.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { browserName } from './browser-name.ts';
import { useSecurityForm } from './use-security-form.ts';

export type OpenSession = NonNullable<ReplyOf<'accountSecurity'>['data']>['sessions'][number];

/** What `end` was pressed for: a session, or all others. */
const ALL = 'all';

/** Ends a session or all others, and has the section take the focus when the button went with what it ended. */
function useEnding(sessions: readonly OpenSession[] | undefined, onEnded: () => void) {
  const t = useTranslations('account.security.sessions');
  const form = useSecurityForm('endSessions', ({ ended }) => {
    toast('success', t('ended', { count: ended }));
    onEnded();
  });
  const [pressed, setPressed] = useState('');
  const end = (what: string): void => {
    if (form.isBusy) return;
    setPressed(what);
    void form.send(what === ALL ? {} : { id: what }).then((isDone) => isDone || setPressed(''));
  };
  const hasOthers = sessions?.some(({ is_current }) => !is_current) === true;
  // The button goes with what it ended: the section takes the focus.
  const isGone = pressed === ALL ? !hasOthers : pressed !== '' && sessions?.some(({ id }) => id === pressed) === false;
  const holder = useFocusKept<HTMLElement>(isGone ? 'gone' : 'there');
  // What goes later, and not by this button, takes the focus from nobody; so does what could not be ended.
  useEffect(() => {
    if (isGone) setPressed('');
  }, [isGone]);
  return { form, pressed, end, hasOthers, holder };
}

type EndButton = Pick<ComponentProps<typeof Button>, 'isBusy' | 'disabled' | 'onClick'>;

function useSessionColumns(buttonOf: (id: string) => EndButton): readonly TableColumn<OpenSession>[] {
  const t = useTranslations('account.security.sessions');
  const locale = useLocale();
  const time = (seconds: number) => timeText(seconds, locale, viewerTimeZone());
  return [
    {
      id: 'browser',
      header: t('browser'),
      cell: (session) => (
        <span className="inline-flex items-center gap-2">
          {browserName(session.agent) || t('unknown')}
          {session.is_current && <Badge>{t('current')}</Badge>}
        </span>
      ),
    },
    { id: 'address', header: t('address'), cell: ({ address }) => address || NO_FIGURE },
    { id: 'begun', header: t('begun'), cell: ({ create_time }) => time(create_time) },
    { id: 'seen', header: t('seen'), cell: ({ seen_time }) => time(seen_time) },
    {
      id: 'end',
      header: <span className="sr-only">{t('end')}</span>,
      align: 'end',
      onPhone: 'foot',
      cell: ({ id, is_current }) =>
        is_current ? null : (
          <Button size="sm" {...buttonOf(id)}>
            {t('end')}
          </Button>
        ),
    },
  ];
}

/** Where the account is logged in; one session or all others can be ended. */
export function SessionList({
  sessions,
  isDisabled,
  onEnded,
}: {
  readonly sessions: readonly OpenSession[] | undefined;
  readonly isDisabled: boolean;
  readonly onEnded: () => void;
}) {
  const t = useTranslations('account.security.sessions');
  const { form, pressed, end, hasOthers, holder } = useEnding(sessions, onEnded);
  /** The button's look: it works, or waits for what another one does. */
  const buttonOf = (what: string) => ({
    isBusy: form.isBusy && pressed === what,
    disabled: isDisabled || (form.isBusy && pressed !== what),
    onClick: () => end(what),
  });
  const columns = useSessionColumns(buttonOf);
  return (
    <section ref={holder} tabIndex={-1} aria-labelledby="sessions-title" className="panel p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="sessions-title" className="text-base font-semibold">
          {t('title')}
        </h2>
        {hasOthers && (
          <Button size="sm" tone="danger" {...buttonOf(ALL)}>
            {t('endAll')}
          </Button>
        )}
      </div>
      <p className="mb-2 text-xs text-ink-3">{t('idle')}</p>
      {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
      <DataTable<OpenSession>
        label={t('title')}
        rows={sessions}
        rowKey={({ id }) => id}
        skeletonRows={2}
        columns={columns}
        empty={<p className="text-xs text-ink-3">{t('none')}</p>}
      />
    </section>
  );
}
