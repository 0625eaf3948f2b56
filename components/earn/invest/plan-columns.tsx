'use client';

import { useTranslations } from 'next-intl';
import { use, useMemo } from 'react';
import { FiguresMark } from '#components/bots/figures/figures-mark.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CardLabelContext } from '#components/ui/card-label.ts';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { PlanSort } from '#lib/contract/auto-invest-words.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { dateOverTime } from './date-over-time.ts';
import { PlanPortfolio } from './plan-portfolio.tsx';
import { PLAN_FIGURES } from './plan-row-figures.ts';
import { type PlanOrder, SORT_WORDS } from './plan-sort.ts';
import { type PlanRow, rowActions, STATUS_TONES } from './plan-words.ts';

interface Doings {
  readonly order: PlanOrder;
  readonly onSort: (column: PlanSort) => void;
  readonly onOpen: (row: PlanRow) => void;
  readonly onRedeem: (row: PlanRow) => void;
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

/** The eleven columns of the plan table (E-030 … E-041). */
export function usePlanColumns({ order, onSort, onOpen, onRedeem }: Doings): readonly TableColumn<PlanRow>[] {
  const t = useTranslations('invest');
  const format = useBotFormat();
  return useMemo(() => {
    const sorted = (column: PlanSort) => (
      <SortHead column={column} title={t(`column.${SORT_WORDS[column]}`)} order={order} onSort={onSort} />
    );
    const standing = (column: PlanSort) => (order?.column === column ? SORTED[order.type] : 'none');
    const money = (figure: string, asset: string) => format.amount('order-amount', figure, asset);
    const trend = (figure: string, asset: string) =>
      figure === '' ? NO_FIGURE : <TrendText value={figure} text={format.profit(figure, asset)} />;
    return [
      { id: 'portfolio', header: t('column.portfolio'), cell: (row) => <PlanPortfolio pie={row.pie_info} /> },
      { id: 'created', header: t('column.created'), cell: (row) => <TwoLines text={format.time(row.create_time)} /> },
      { id: 'name', header: t('column.name'), cell: ({ name }) => (name === '' ? '-' : name) },
      { id: 'money', header: t('column.money'), cell: (row) => row.money },
      {
        id: 'amount',
        header: sorted('amount'),
        sorted: standing('amount'),
        align: 'end',
        cell: (row) => money(row.amount, row.money),
      },
      {
        id: 'yesterday',
        header: sorted('yesterday_earnings'),
        sorted: standing('yesterday_earnings'),
        align: 'end',
        cell: (row) => trend(row.yesterday_earnings, row.money),
      },
      {
        id: 'gain',
        header: sorted('position_gain'),
        sorted: standing('position_gain'),
        align: 'end',
        cell: (row) => trend(row.position_gain, row.money),
      },
      { id: 'period', header: t('column.period'), align: 'end', cell: (row) => format.figure(`${row.period}`) },
      {
        id: 'total',
        header: sorted('cumulative_amount'),
        sorted: standing('cumulative_amount'),
        align: 'end',
        cell: (row) => money(row.cumulative_amount, row.money),
      },
      {
        id: 'status',
        header: t('column.status'),
        cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>,
      },
      {
        id: 'actions',
        header: t('column.actions'),
        align: 'end',
        onPhone: 'foot',
        cell: (row) => <RowActions row={row} onOpen={onOpen} onRedeem={onRedeem} />,
      },
    ];
  }, [t, format, order, onSort, onOpen, onRedeem]);
}

function TwoLines({ text }: { readonly text: string }) {
  return <span className="inline-block whitespace-pre-line">{dateOverTime(text)}</span>;
}

function SortHead({
  column,
  title,
  order,
  onSort,
}: {
  readonly column: PlanSort;
  readonly title: string;
  readonly order: PlanOrder;
  readonly onSort: (column: PlanSort) => void;
}) {
  const t = useTranslations('invest.sort');
  // A card has names alone: a phone sorts above its list (PlanSortChoice).
  if (use(CardLabelContext)) return title;
  const type = order?.column === column ? order.type : null;
  const figure = PLAN_FIGURES[column];
  return (
    <span className="inline-flex items-center gap-1.5">
      <button
        type="button"
        aria-label={t(type ?? 'off', { column: title })}
        onClick={() => onSort(column)}
        className="inline-flex min-h-11 items-center gap-0.5 hover:text-ink-1 md:min-h-8"
      >
        {title}
        <Icon
          name="chevronDown"
          size={12}
          className={type === null ? 'opacity-60' : type === 'asc' ? 'rotate-180 text-accent' : 'text-accent'}
        />
      </button>
      {/* Its name sorts: what says how the figure is computed stands beside it. */}
      {figure !== null && <FiguresMark figures={[figure]} name={title} />}
    </span>
  );
}

function RowActions({ row, onOpen, onRedeem }: { readonly row: PlanRow } & Pick<Doings, 'onOpen' | 'onRedeem'>) {
  const t = useTranslations('invest.action');
  const common = useTranslations('common.action');
  const { hasActions, canRedeem } = rowActions(row);
  if (!hasActions) return null;
  return (
    <>
      <Button size="sm" tone="ghost" onClick={() => onOpen(row)}>
        {common('details')}
      </Button>
      <Button size="sm" tone="ghost" disabled={!canRedeem} onClick={() => onRedeem(row)}>
        {t('redeem')}
      </Button>
    </>
  );
}
