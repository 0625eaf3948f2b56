'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { ProofResult as Result } from '#lib/contract/proof-calls.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { useBotFormat } from '../use-bot-format.ts';

/** What a proof came to: equal in one sentence, or the first difference with both tellings of it. */
export function ProofResult({ result }: { readonly result: Result; readonly bot: StrategyRow }) {
  const t = useTranslations('replay.proof');
  const format = useBotFormat();
  if (result.outcome === 'no-tape') return <Notice>{t('noTape')}</Notice>;
  const { difference } = result;
  const [from, to] = [format.time(result.from, true), format.time(result.to, true)];
  return (
    <div className="flex w-full min-w-0 flex-col gap-2 text-xs text-ink-2">
      {difference === null ? (
        <p className="flex flex-wrap items-baseline gap-2">
          <Badge tone="rise">{t('equal')}</Badge>
          {t('equalText', { fills: result.fills, calls: result.calls, own: result.owner_calls, from, to })}
        </p>
      ) : (
        <Difference result={result} difference={difference} />
      )}
      {!result.is_whole && difference === null && <Notice tone="warn">{t('notWhole', { to })}</Notice>}
      <Prices prices={result.prices} />
      <p className="text-2xs text-ink-3">{t('took', { seconds: format.figure((result.took_ms / 1000).toFixed(1)) })}</p>
    </div>
  );
}

function Difference({
  result,
  difference,
}: {
  readonly result: Result;
  readonly difference: NonNullable<Result['difference']>;
}) {
  const t = useTranslations('replay.proof');
  const format = useBotFormat();
  const { kind, fill, time, fields } = difference;
  return (
    <>
      <Notice tone="danger">
        {t(`different.${kind}`, { fill, time: format.time(time, true) })} {t('before', { fills: result.fills })}
      </Notice>
      <DataTable
        label={t('differences')}
        rows={fields}
        rowKey={({ field }) => field}
        columns={[
          { id: 'field', header: t('field'), cell: ({ field }) => textAt(t, `fields.${field}`) ?? field },
          { id: 'stored', header: t('stored'), align: 'end', cell: ({ stored }) => <Told>{stored}</Told> },
          { id: 'replayed', header: t('replayed'), align: 'end', cell: ({ replayed }) => <Told>{replayed}</Told> },
        ]}
        empty={null}
      />
      <p>{t('update')}</p>
    </>
  );
}

/** A value as it is written, to its last digit: that is what differs. */
function Told({ children }: { readonly children: string }): ReactNode {
  return <span className="tabular-nums break-all whitespace-normal">{children === '' ? NO_FIGURE : children}</span>;
}

function Prices({ prices }: { readonly prices: Result['prices'] }) {
  const t = useTranslations('replay.proof.prices');
  const format = useBotFormat();
  const { checked, unknown, outside, first } = prices;
  return (
    <>
      {outside === 0 && checked > 0 && <p>{t('inside', { checked })}</p>}
      {first !== null && (
        <Notice tone="danger">
          {t('outside', {
            outside,
            checked,
            market: first.instrument,
            time: format.time(first.time, true),
            price: first.price,
            low: first.low,
            high: first.high,
          })}
        </Notice>
      )}
      {unknown > 0 && <p>{t('unknown', { unknown })}</p>}
    </>
  );
}
