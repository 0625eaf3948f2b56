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
import { FIRST_PAGE, FUND_FLOW_PAGE_SIZE, flowsOf, pageAfter, pagesKnown } from './flow-pages.ts';

type Flow = NonNullable<ReplyOf<'accountBook'>['data']>[number];

const REFRESH_MS = 30_000;

/** What came into the bot's account and went out of it, newest first (M-112). */
export function CapitalFlowTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.flow');
  const format = useBotFormat();
  const [ways, setWays] = useState([FIRST_PAGE]);
  const [page, at] = [ways.length, ways.at(-1) ?? FIRST_PAGE];
  const { data, error } = useCall(
    'accountBook',
    {
      query: {
        strategy_id: String(bot.strategy_id),
        strategy_type: bot.strategy_type,
        query_type: 'fund',
        to: at.to,
        page: at.page,
        page_size: FUND_FLOW_PAGE_SIZE,
      },
    },
    // Where a page ends says where the next one begins: another page's entries do not stand in.
    { refreshInterval: REFRESH_MS, keepPreviousData: false },
  );
  const told = data?.data;
  const flows: readonly Flow[] | undefined = told && flowsOf(at, told);
  const next = told === undefined ? null : pageAfter(at, told, data?.pagecount);
  const turnTo = (to: number): void => {
    if (to <= page) setWays(ways.slice(0, to));
    else if (next !== null) setWays([...ways, next]);
  };
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
      <Pagination page={page} pages={told && pagesKnown(page, at, next === null, data?.pagecount)} onChange={turnTo} />
    </div>
  );
}
