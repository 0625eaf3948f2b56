'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { Button } from '#components/ui/button.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { isEnded } from '../bot-state.ts';
import { ExportButton } from '../export/export-button.tsx';
import { useBotFormat } from '../use-bot-format.ts';
import { RoundOrders } from './round-orders.tsx';

type CompletedRound = NonNullable<ReplyOf<'completedRounds'>['data']>[number];

const PAGE_SIZE = 20;
const REFRESH_MS = 10_000;

/** The rounds that are over, newest first (M-108, M-292); a row opens the round's orders. */
export function CompletedRoundsTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.rounds');
  const format = useBotFormat();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<number | null>(null);
  const { data, error } = useCall(
    'completedRounds',
    {
      query: { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type, page, page_size: PAGE_SIZE },
    },
    { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS },
  );
  if (error instanceof Refused && error.code === CODE.forbidden) return <EmptyState title={t('hidden')} />;
  if (opened !== null) return <OneRound bot={bot} cycle={opened} onBack={() => setOpened(null)} />;
  const rounds: readonly CompletedRound[] | undefined = data?.data;
  return (
    <div className="py-2">
      {rounds !== undefined && rounds.length > 0 && <ExportButton bot={bot} what="rounds" />}
      <DataTable<CompletedRound>
        label={t('completed')}
        rows={rounds}
        error={error}
        rowKey={(round) => String(round.cycle_index)}
        onRowClick={(round) => setOpened(round.cycle_index)}
        columns={[
          { id: 'cycle', header: t('round'), cell: (round) => t('roundNumber', { number: round.cycle_index }) },
          { id: 'from', header: t('begun'), cell: (round) => format.time(round.create_time) },
          { id: 'to', header: t('ended'), cell: (round) => format.time(round.finish_time) },
          {
            id: 'invested',
            header: figureHead('investment', t('invested'), bot.strategy_type),
            align: 'end',
            cell: (round) => format.investment(round.invest_amount, round.settle, bot.market),
          },
          {
            id: 'profit',
            header: figureHead('round_profit', t('profit'), bot.strategy_type),
            align: 'end',
            cell: (round) => <TrendText value={round.profit} text={format.profit(round.profit, round.settle)} />,
          },
        ]}
        empty={<EmptyState title={t('noRounds')} hint={t('noRoundsHint')} />}
      />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
    </div>
  );
}

function OneRound({
  bot,
  cycle,
  onBack,
}: {
  readonly bot: StrategyRow;
  readonly cycle: number;
  readonly onBack: () => void;
}) {
  const t = useTranslations('bots.rounds');
  const [page, setPage] = useState(1);
  const { data, error, isLoading } = useCall('roundDetail', {
    query: {
      strategy_id: String(bot.strategy_id),
      strategy_type: bot.strategy_type,
      cycle_index: cycle,
      page,
      page_size: PAGE_SIZE,
    },
  });
  return (
    <div className="py-2">
      <div className="mb-2 flex items-center gap-2">
        <Button size="sm" tone="ghost" onClick={onBack}>
          <Icon name="chevronLeft" size={14} />
          {t('back')}
        </Button>
        <h3 className="text-sm font-medium">{t('roundNumber', { number: cycle })}</h3>
      </div>
      <RoundOrders bot={bot} orders={data?.data?.orders} error={error} isLoading={isLoading} />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
    </div>
  );
}
