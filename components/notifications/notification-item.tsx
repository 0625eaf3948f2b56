'use client';

import { useLocale, useTranslations } from 'next-intl';
import {
  DUAL_PRODUCTS,
  dualPath,
  ownBotPath,
  planPath,
  plansPath,
  portfolioPath,
} from '#components/addresses/paths.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { NotificationRow } from '#lib/contract/notification-calls.ts';
import { timeText, viewerTimeZone } from '#lib/i18n/date-text.ts';
import { useNotificationText } from './use-notification-text.ts';

/** The owner's page of the bot, the plan or the orders that it is about, or of the account; null: none. As in public/push/worker.js. */
function pathOf(language: string, { kind, code, strategy_id, strategy_type, values }: NotificationRow): string | null {
  if (kind === 'protection') return portfolioPath(language);
  if (kind === 'dual')
    return dualPath(language, DUAL_PRODUCTS.find((one) => one === values.product) ?? DUAL_PRODUCTS[0]);
  if (kind === 'plan') return values.plan === undefined ? plansPath(language) : planPath(language, Number(values.plan));
  return strategy_type === '' ? null : ownBotPath(language, { strategy_id, strategy_type }, code === 'ended');
}

export function NotificationItem({ row }: { readonly row: NotificationRow }) {
  const t = useTranslations('notifications');
  const language = useLocale();
  const { title, sentence, result } = useNotificationText()(row);
  const path = pathOf(language, row);
  const words = (
    <>
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate text-sm font-medium text-ink-1">{title}</span>
        {!row.is_read && <Badge tone="accent">{t('new')}</Badge>}
      </span>
      <span className="block text-sm break-words text-ink-2 tabular-nums">{sentence}</span>
      <span className="flex flex-wrap justify-between gap-x-3 text-xs text-ink-3 tabular-nums">
        <time dateTime={new Date(row.time * 1_000).toISOString()}>
          {timeText(row.time, language, viewerTimeZone())}
        </time>
        {result !== '' && <span className="text-ink-2">{result}</span>}
      </span>
    </>
  );
  return (
    <li className="border-b last:border-b-0">
      {path !== null ? (
        <a href={path} className="block min-h-11 rounded py-2.5 hover:bg-surface-2 md:px-2">
          {words}
        </a>
      ) : (
        <div className="py-2.5 md:px-2">{words}</div>
      )}
    </li>
  );
}
