'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureOf, FigureValues } from '#components/bots/figures/figure-of.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { TrendText } from '#components/ui/trend-text.tsx';
import { textsOf } from '#lib/client/keyed-texts.ts';
import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';
import type { FigureId } from '#lib/figures/figures.ts';
import { REPORT_FIGURES, type ReportMetric } from '#lib/figures/screens.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatNumber, formatShare, NO_FIGURE } from '#lib/money/display.ts';
import { shareText } from './backtest-figures-text.ts';
import { instrumentOfRecord } from './record-instrument.ts';

interface Shown {
  readonly id: string;
  readonly label: string;
  readonly figure: FigureId;
  readonly value: ReactNode;
}

/** Figures with their names; what each means is one key away. */
function Figures({ figures, ...of }: FigureOf & { readonly figures: readonly Shown[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
      {figures.map(({ id, label, figure, value }) => (
        <div key={id} data-metric={id} className="min-w-0">
          <dt className="flex items-center gap-1.5 text-2xs text-ink-3">
            <FigureName figure={figure} {...of}>
              {label}
            </FigureName>
          </dt>
          <dd className="text-sm break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a report tells, by the glossary's terms; what is not known is not there. */
function useReportValues({ result, ...record }: BacktestRecord, report: BacktestReport): FigureValues {
  const locale = useLocale();
  const format = useBotFormat();
  const asset = report.profit_asset;
  const money = (figure = ''): string => (figure === '' ? NO_FIGURE : format.profit(figure, asset));
  const percent = (fraction = ''): string => (fraction === '' ? NO_FIGURE : format.percent(fraction));
  const ratio = (figure: string): string => formatNumber(figure, { locale, decimals: 2 });
  const count = (figure: number): string => format.figure(String(figure));
  const told: FigureValues = {
    annualised: percent(report.annual_rate),
    compound_rate: percent(report.compound_rate),
    holding: percent(report.hold_rate),
    drawdown: format.percent(report.max_draw_down, false),
    sharpe: ratio(report.sharpe_rate),
    profit_factor: ratio(report.profit_factor),
    expectancy: money(report.expectancy),
    expectancy_ratio: ratio(report.expectancy_ratio),
    exposure_time: formatShare(report.exposure, locale),
    run_time: format.duration(record.end_time - record.begin_time),
    start_value: format.amount('order-amount', report.start_value, asset),
    end_value: format.amount('order-amount', report.end_value, asset),
  };
  if (result === null) return told;
  return {
    ...told,
    total_profit: money(result.total_profit),
    profit_rate: percent(result.profit_rate),
    largest_gain: money(result.max_gains),
    largest_loss: money(result.max_loss),
    open_profit: money(result.un_pnl),
    win_rate: shareText(result.win_num, result.loss_num, locale),
    won_trades: count(result.win_num),
    trades: count(result.win_num + result.loss_num),
    orders: count(result.orders_cnt),
  };
}

/** The metrics, each with its definition. */
export function BacktestMetrics({
  record,
  report,
}: {
  readonly record: BacktestRecord;
  readonly report: BacktestReport;
}) {
  const t = useTranslations('backtests.result');
  const locale = useLocale();
  const format = useBotFormat();
  const asset = report.profit_asset;
  const { result } = record;
  const values = useReportValues(record, report);
  const money = (figure: string) => <TrendText value={figure} text={format.profit(figure, asset)} />;
  const rate = (fraction: string) =>
    fraction === '' ? NO_FIGURE : <TrendText value={fraction} text={format.percent(fraction)} />;
  const ratio = (figure: string): string => formatNumber(figure, { locale, decimals: 2 });
  const metric = (id: ReportMetric, value: ReactNode): Shown => ({
    id,
    label: textsOf(t)(`metric.${id}`),
    figure: REPORT_FIGURES[id],
    value,
  });
  const profit = result?.total_profit ?? '';
  const worst = report.worst_run;
  const figures: Shown[] = [
    metric(
      'total_profit',
      <>
        {money(profit)} {rate(result?.profit_rate ?? '')}
      </>,
    ),
    metric('annual_rate', rate(report.annual_rate)),
    metric('compound_rate', rate(report.compound_rate)),
    metric('hold_rate', rate(report.hold_rate)),
    metric('max_draw_down', format.percent(report.max_draw_down, false)),
    metric('sharpe_rate', ratio(report.sharpe_rate)),
    metric('profit_factor', ratio(report.profit_factor)),
    metric('expectancy', report.expectancy === '' ? NO_FIGURE : money(report.expectancy)),
    metric('expectancy_ratio', ratio(report.expectancy_ratio)),
    metric('exposure', formatShare(report.exposure, locale)),
    metric(
      'worst_run',
      worst.losses === 0
        ? NO_FIGURE
        : t('worstRun', { amount: format.profit(worst.amount, asset), losses: worst.losses }),
    ),
    metric('win_rate', result === null ? NO_FIGURE : shareText(result.win_num, result.loss_num, locale)),
    metric('trades', result === null ? NO_FIGURE : format.figure(String(result.win_num + result.loss_num))),
    metric('orders', format.figure(String(result?.orders_cnt ?? ''))),
    metric('max_gains', money(result?.max_gains ?? '')),
    metric('max_loss', money(result?.max_loss ?? '')),
    metric('un_pnl', money(result?.un_pnl ?? '')),
    metric('start_value', format.amount('order-amount', report.start_value, asset)),
    metric('end_value', format.amount('order-amount', report.end_value, asset)),
  ];
  return <Figures figures={figures} kind={record.strategy_type} values={values} />;
}

/** What trading cost, line by line (fees, funding, interest): each is in the total already. */
export function BacktestCosts({
  record,
  report,
}: {
  readonly record: BacktestRecord;
  readonly report: BacktestReport;
}) {
  const t = useTranslations('backtests.result');
  const format = useBotFormat();
  const asset = report.profit_asset;
  const paid = (figure: string): string => (/[1-9]/.test(figure) ? `-${figure}` : figure);
  // Costs that such a bot cannot have are not listed: funding is paid on contracts, interest on what is borrowed.
  // An arbitrage holds on spot what it has sold on the contract.
  const isOnContract = factsOf(record.strategy_type).trades === 'legs' || instrumentOfRecord(record).type !== 'spot';
  const isBorrowing = definitionOf(record.strategy_type).calls.account === 'margin';
  const lines = (
    [
      ['fees', paid(report.fees), true],
      ['funding', report.funding, isOnContract],
      ['interest', paid(report.interest), isBorrowing],
    ] as const
  ).filter(([, figure, isOfKind]) => isOfKind || /[1-9]/.test(figure));
  return (
    <dl className="flex max-w-120 flex-col text-sm">
      {lines.map(([id, figure]) => (
        <div key={id} data-cost={id} className="flex min-h-8 items-center justify-between gap-4 border-b">
          <dt className="flex items-center gap-1.5 text-ink-3">
            <FigureName figure={id} kind={record.strategy_type} values={{ [id]: format.profit(figure, asset) }}>
              {t(`cost.${id}`)}
            </FigureName>
          </dt>
          <dd>
            <TrendText value={figure} text={format.profit(figure, asset)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
