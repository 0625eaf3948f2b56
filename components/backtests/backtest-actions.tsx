'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { tradedByRow } from '#components/bots/traded-name.ts';
import { Button } from '#components/ui/button.tsx';
import { Confirm } from '#components/ui/confirm.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { call } from '#lib/client/call.ts';
import { toast } from '#lib/client/toasts.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { dayText } from '#lib/i18n/date-text.ts';
import { dayOf } from './backtest-dates.ts';
import { useCreateFromRecord } from './use-create-from-record.ts';

/** Runs a call on a record and says what came of it: the server's words as a warning when it refused (E-309). */
function useRecordCall(name: 'deleteBacktest' | 'cancelBacktest', done: string, onDone: () => void) {
  const common = useTranslations('common');
  const replyText = useReplyText();
  const once = useSingleRun();
  const send = async (id: number): Promise<void> => {
    try {
      const { code, message, data } = await call(name, { path: { id: String(id) } });
      if (code === CODE.ok) {
        toast('success', done);
        onDone();
        return;
      }
      toast('warning', replyText({ code, message, data }));
    } catch {
      toast('error', common('error.network'));
    }
  };
  return { isBusy: once.isBusy, run: (id: number) => once.run(() => send(id)) };
}

/** What can be done with a record: while it runs it can only be cancelled (E-145), where the exchange has that (H61); a result needs a good end (E-146). */
export function BacktestActions({
  record,
  onResult,
  onChanged,
}: {
  readonly record: BacktestRecord;
  readonly onResult: (record: BacktestRecord) => void;
  readonly onChanged: () => void;
}) {
  const t = useTranslations('backtests.list');
  const locale = useLocale();
  const create = useCreateFromRecord();
  const [isAsking, setIsAsking] = useState(false);
  const cancelling = useRecordCall('cancelBacktest', t('cancelled'), onChanged);
  const deleting = useRecordCall('deleteBacktest', t('deleted'), onChanged);
  const canCancel = useAnnounces('backtest_cancel');
  if (record.status === 'running') {
    if (!canCancel) return null;
    return (
      <Button size="sm" isBusy={cancelling.isBusy} onClick={() => void cancelling.run(record.id)}>
        {t('action.cancel')}
      </Button>
    );
  }
  const range = [record.begin_time * 1000, record.end_time * 1000 - 1]
    .map((ms) => dayText(dayOf(ms), locale))
    .join(' – ');
  return (
    <span className="flex gap-1.5 max-md:flex-wrap max-md:[&>button]:flex-1">
      <Button size="sm" onClick={() => create(record)}>
        {t('action.create')}
      </Button>
      <Button size="sm" disabled={record.status !== 'stopped'} onClick={() => onResult(record)}>
        {t('action.result')}
      </Button>
      <Button size="sm" tone="ghost" isBusy={deleting.isBusy} onClick={() => setIsAsking(true)}>
        {t('action.delete')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('deleteTitle')}
          yes={t('action.delete')}
          no={t('keep')}
          onAnswer={(isConfirmed) => {
            setIsAsking(false);
            if (isConfirmed) void deleting.run(record.id);
          }}
        >
          <p className="text-sm">
            {t('deleteText', { market: tradedByRow({ ...record, params: record.bot_params }), range })}
          </p>
        </Confirm>
      )}
    </span>
  );
}
