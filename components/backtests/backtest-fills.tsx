'use client';

import { useTranslations } from 'next-intl';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { DataTable } from '#components/ui/data-table.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';

type Fills = NonNullable<BacktestReport['other_fills']>;

/** This result beside that of the same backtest with the other fills (H58), touched orders first. */
export function BacktestFills({
  record: { result, strategy_type: kind },
  report,
  other,
}: {
  readonly record: BacktestRecord;
  readonly report: BacktestReport;
  readonly other: Fills;
}) {
  const t = useTranslations('backtests.fills');
  const format = useBotFormat();
  const own: Fills[] = result === null ? [] : [{ ...result, through_ticks: report.through_ticks }];
  const rows = [...own, other].sort((a, b) => a.through_ticks - b.through_ticks);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-ink-2">{t('text')}</p>
      <DataTable<Fills>
        label={t('title')}
        rows={rows}
        rowKey={({ through_ticks }) => String(through_ticks)}
        columns={[
          {
            id: 'fills',
            header: t('column.fills'),
            cell: ({ through_ticks: ticks }) => (
              <span className="inline-flex flex-wrap gap-x-2">
                {ticks === 0 ? t('touched') : t('throughBy', { ticks })}
                {ticks === report.through_ticks && <span className="text-ink-3">{t('this')}</span>}
              </span>
            ),
          },
          {
            id: 'profit',
            header: figureHead('total_profit', t('column.profit'), kind),
            align: 'end',
            cell: ({ total_profit }) => (
              <TrendText value={total_profit} text={format.profit(total_profit, report.profit_asset)} />
            ),
          },
          {
            id: 'rate',
            header: figureHead('profit_rate', t('column.rate'), kind),
            align: 'end',
            cell: ({ profit_rate }) => <TrendText value={profit_rate} text={format.percent(profit_rate)} />,
          },
          {
            id: 'drawdown',
            header: figureHead('drawdown', t('column.drawdown'), kind),
            align: 'end',
            cell: ({ max_draw_down }) => format.percent(max_draw_down, false),
          },
          {
            id: 'orders',
            header: figureHead('orders', t('column.orders'), kind),
            align: 'end',
            cell: ({ orders_cnt }) => format.figure(String(orders_cnt)),
          },
        ]}
        empty={null}
      />
    </div>
  );
}
