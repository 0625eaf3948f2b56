'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { profitAssetOf } from '#components/bots/bot-instrument.ts';
import { BotMarket } from '#components/bots/bot-market.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { BacktestActions } from './backtest-actions.tsx';
import { dayOf } from './backtest-dates.ts';
import { annualText, shareText } from './backtest-figures-text.ts';
import { BacktestStatus } from './backtest-status.tsx';
import { tradedBy } from './record-instrument.ts';

export interface ColumnParts {
  readonly onResult: (record: BacktestRecord) => void;
  readonly onChanged: () => void;
  /** The kind of each record is said. */
  readonly hasKinds: boolean;
  /** Some record was decided by candles of a period (E-081): grids and other kinds have none. */
  readonly hasPeriods: boolean;
}

type Column = TableColumn<BacktestRecord>;
type Result = NonNullable<BacktestRecord['result']>;

/** Two figures that belong together, one above the other. */
function Pair({ children }: { readonly children: readonly [ReactNode, ReactNode] }) {
  return (
    <span className="flex flex-col md:items-end">
      <span>{children[0]}</span>
      <span>{children[1]}</span>
    </span>
  );
}

/** The names of two such figures: above each other in a table's head, in a row on a card. */
function TwoHeads({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <>
      <span className="leading-4 md:block">{first}</span>
      <span className="md:hidden"> / </span>
      <span className="leading-4 md:block">{second}</span>
    </>
  );
}

/** Words that may stand on two lines, so that the table stays narrow: a date and its time, an amount and its unit. */
function Wrapped({ text }: { readonly text: string }) {
  return <span className="md:inline-block md:max-w-20 md:leading-4 md:whitespace-normal">{text}</span>;
}

/** What was replayed, when, and with which money. */
function useAskedColumns(hasKinds: boolean, hasPeriods: boolean): readonly Column[] {
  const header = useTranslations('backtests.list.column');
  const kinds = useTranslations('bots.kind');
  const format = useBotFormat();
  return [
    {
      id: 'pair',
      header: hasPeriods ? <TwoHeads first={header('pair')} second={header('period')} /> : header('pair'),
      cell: ({ market, strategy_type, params, bot_params }) => (
        <span className="flex min-w-0 flex-col">
          <BotMarket bot={{ market, strategy_type, params: bot_params }} />
          <span className="text-2xs text-ink-3">
            {[params.period, hasKinds ? kinds(strategy_type) : ''].filter((part) => part !== '').join(' · ')}
          </span>
        </span>
      ),
    },
    { id: 'status', header: header('status'), cell: (record) => <BacktestStatus record={record} /> },
    {
      id: 'created',
      header: header('created'),
      cell: ({ create_time }) => <Wrapped text={format.time(create_time)} />,
    },
    {
      id: 'range',
      header: header('range'),
      cell: ({ begin_time, end_time }) => (
        <span className="flex flex-col">
          <span>{format.day(dayOf(begin_time * 1000))}</span>
          <span>{format.day(dayOf(end_time * 1000 - 1))}</span>
        </span>
      ),
    },
    {
      id: 'money',
      header: (
        <FigureName figure="investment">
          <Wrapped text={header('money')} />
        </FigureName>
      ),
      align: 'end',
      cell: ({ params, market }) => (
        <Wrapped text={format.investment(params.begin_money_amount, params.begin_money_currency, market)} />
      ),
    },
  ];
}

/** The column of a figure; a record that has no result yet has none. */
const figure = (
  id: string,
  name: TermId,
  title: ReactNode,
  cell: (result: Result, record: BacktestRecord) => ReactNode,
): Column => ({
  id,
  header: <FigureName figure={name}>{title}</FigureName>,
  align: 'end',
  cell: (record) => (record.result === null ? NO_FIGURE : cell(record.result, record)),
});

/** What came of it. */
function useResultColumns(): readonly Column[] {
  const header = useTranslations('backtests.list.column');
  const locale = useLocale();
  const format = useBotFormat();
  // What was won is counted in the quote or settle asset, whatever was brought: its unit is said where it is another one.
  const profit = (amount: string, record: BacktestRecord) => {
    const asset = profitAssetOf(tradedBy(record));
    return (
      <TrendText value={amount} text={format.profit(amount, asset, asset !== record.params.begin_money_currency)} />
    );
  };
  return [
    figure('profit', 'total_profit', <Wrapped text={header('profit')} />, (result, record) => (
      <Pair>
        {profit(result.total_profit, record)}
        <TrendText value={result.profit_rate} text={format.percent(result.profit_rate)} className="text-2xs" />
      </Pair>
    )),
    figure('annual', 'annualised', header('annual'), ({ profit_rate }, { begin_time, end_time }) =>
      annualText(profit_rate, begin_time, end_time, locale),
    ),
    figure('trades', 'trades', header('trades'), ({ win_num, loss_num }) => format.figure(String(win_num + loss_num))),
    figure('rates', 'win_rate', <TwoHeads first={header('win')} second={header('loss')} />, ({ win_num, loss_num }) => (
      <Pair>
        {shareText(win_num, loss_num, locale)}
        {shareText(loss_num, win_num, locale)}
      </Pair>
    )),
    figure(
      'extremes',
      'largest_gain',
      <TwoHeads first={header('gain')} second={header('drop')} />,
      (result, record) => (
        <Pair>
          {profit(result.max_gains, record)}
          {profit(result.max_loss, record)}
        </Pair>
      ),
    ),
  ];
}

/** The documents' columns (E-081 … E-086). The figures of a record that has no result yet are '--'. */
export function useBacktestColumns({ onResult, onChanged, hasKinds, hasPeriods }: ColumnParts): readonly Column[] {
  const t = useTranslations('backtests.list');
  const asked = useAskedColumns(hasKinds, hasPeriods);
  const results = useResultColumns();
  return [
    ...asked,
    ...results,
    {
      id: 'actions',
      header: <span className="sr-only">{t('column.actions')}</span>,
      onPhone: 'foot',
      cell: (record) => <BacktestActions record={record} onResult={onResult} onChanged={onChanged} />,
    },
  ];
}
