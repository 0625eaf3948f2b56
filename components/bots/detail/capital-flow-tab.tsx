'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { textAt } from '#lib/client/keyed-texts.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ExportButton } from '../export/export-button.tsx';
import { useBotFormat } from '../use-bot-format.ts';

type Flow = NonNullable<ReplyOf<'accountBook'>['data']>[number];

/** M-294, M-382. */
export const FUND_FLOW_PAGE_SIZE = 30;
const REFRESH_MS = 30_000;

/** What came into the bot's account and went out of it, newest first (M-112). */
export function CapitalFlowTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.flow');
  const format = useBotFormat();
  const [page, setPage] = useState(1);
  const { data, error } = useCall(
    'accountBook',
    {
      query: {
        strategy_id: String(bot.strategy_id),
        strategy_type: bot.strategy_type,
        query_type: 'fund',
        page,
        page_size: FUND_FLOW_PAGE_SIZE,
      },
    },
    { refreshInterval: REFRESH_MS },
  );
  const flows: readonly Flow[] | undefined = data?.data;
  const word = (type: string): string => textAt(t, `type.${type}`) ?? type;
  return (
    <div className="py-2">
      {flows !== undefined && flows.length > 0 && <ExportButton bot={bot} what="postings" />}
      <DataTable<Flow & { readonly key: string }>
        label={t('title')}
        rows={flows?.map((flow, index) => ({ ...flow, key: `${page}-${index}` }))}
        error={error}
        rowKey={({ key }) => key}
        columns={[
          { id: 'time', header: t('time'), cell: (flow) => format.time(flow.time, true) },
          { id: 'type', header: t('kind'), cell: (flow) => word(flow.type) },
          {
            id: 'change',
            header: t('change'),
            align: 'end',
            cell: (flow) => <TrendText value={flow.change} text={format.change(flow.change, flow.asset)} />,
          },
        ]}
        empty={<EmptyState title={t('none')} />}
      />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
    </div>
  );
}
