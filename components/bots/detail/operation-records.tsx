'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { onwardArrow } from '#lib/i18n/languages.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { describeChange } from './describe-change.ts';
import { PlanOutcome } from './plan-outcome.tsx';
import { RECORDS_PART } from './records-part.ts';
import { useAllPages } from './use-all-pages.ts';
import { useChangeWords } from './use-change-words.ts';
import { usePlanWords } from './use-plan-words.ts';

type OperationRecord = NonNullable<ReplyOf<'operateRecords'>['data']>[number];

/** M-059: all records are fetched, ten are shown. */
const SHOWN = 10;
const FETCHED = 500;
const REFRESH_MS = 30_000;
/** M-394: kinds with rounds do not show these, but for what came of a plan. */
const HIDDEN_WITH_ROUNDS: readonly string[] = ['run', 'stop', 'before_terminate', 'after_terminate'];

export function OperationRecords({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots');
  const format = useBotFormat();
  const arrow = onwardArrow(useLocale());
  const words = useChangeWords(bot);
  const planWords = usePlanWords(bot);
  const [page, setPage] = useState(1);
  const { replies, error } = useAllPages(
    'operateRecords',
    { query: { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type, page_size: FETCHED } },
    REFRESH_MS,
  );
  const hasRounds = factsOf(bot.strategy_type).profits === 'round';
  const records = replies
    ?.flatMap((reply) => reply.data ?? [])
    .filter(({ op_type, outcome }) => !hasRounds || outcome !== undefined || !HIDDEN_WITH_ROUNDS.includes(op_type));
  const pages = records === undefined ? undefined : Math.ceil(records.length / SHOWN);
  const shown = records?.slice((page - 1) * SHOWN, page * SHOWN);
  const part = useScrolledTo();
  return (
    <section ref={part} aria-label={t('overview.records')} className="min-w-0 md:col-span-2">
      <h3 className="mb-1 text-sm font-medium">{t('overview.records')}</h3>
      <DataTable<OperationRecord>
        label={t('overview.records')}
        rows={shown}
        error={error}
        rowKey={(record) => `${record.create_time}-${record.op_type}-${record.from}-${record.to}-${record.explain}`}
        columns={[
          {
            id: 'type',
            header: t('overview.recordType'),
            cell: ({ op_type }) => (op_type === '' ? NO_FIGURE : t(`operation.${op_type}`)),
          },
          { id: 'time', header: t('overview.recordTime'), cell: (record) => format.time(record.create_time) },
          {
            id: 'text',
            header: t('overview.recordText'),
            onPhone: 'wide',
            cell: (record) => (
              <>
                <span className="inline-block first-letter:uppercase">{describeChange(record, words, arrow)}</span>
                {record.outcome !== undefined && <PlanOutcome outcome={record.outcome} words={planWords} />}
              </>
            ),
          },
        ]}
        empty={<EmptyState title={t('overview.noRecords')} className="min-h-24" />}
      />
      <Pagination page={page} pages={pages} onChange={setPage} />
    </section>
  );
}

/** Whoever comes for the records – what became of a plan – sees them: they stand below all that is said of a bot. */
function useScrolledTo() {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (window.location.hash === `#${RECORDS_PART}`) part.current?.scrollIntoView({ block: 'center' });
  }, []);
  return part;
}
