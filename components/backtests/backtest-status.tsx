'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import { CODE } from '#lib/contract/vocabulary.ts';

type Status = Pick<BacktestRecord, 'status' | 'is_queued' | 'progress' | 'reason'>;

function useReasonText(): (reason: string) => string {
  const t = useTranslations('backtests.list.reason');
  const replyText = useReplyText();
  return (reason) => textAt(t, reason) ?? replyText({ code: CODE.internal, message: reason });
}

/** Backtesting with its progress, queued, finished, or abnormal – which is everything else – with the reason (E-144). */
export function BacktestStatus({ record }: { readonly record: Status }) {
  const t = useTranslations('backtests.list');
  const figures = useFigures();
  const reasonText = useReasonText();
  if (record.status === 'running' && record.is_queued) return <Badge>{t('status.queued')}</Badge>;
  if (record.status === 'running') {
    const percent = Math.round(Math.min(1, Math.max(0, record.progress)) * 100);
    return (
      <span className="inline-flex w-28 flex-col gap-1">
        <span className="flex justify-between gap-2 text-2xs">
          <span className="text-accent">{t('status.running')}</span>
          <span className="text-ink-2">{figures.percentOf(percent, 0)}</span>
        </span>
        <ProgressBar label={t('progress')} part={record.progress} />
      </span>
    );
  }
  if (record.status === 'stopped') return <Badge tone="rise">{t('status.stopped')}</Badge>;
  return (
    <span className="inline-flex flex-col items-start gap-0.5 md:w-28">
      <Badge tone="warn">{t('status.abnormal')}</Badge>
      {record.reason !== '' && (
        <span className="text-2xs whitespace-normal text-ink-3">{reasonText(record.reason)}</span>
      )}
    </span>
  );
}
