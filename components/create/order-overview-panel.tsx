'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { FieldHint } from '#components/form/field-hint.tsx';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import type { LadderRow } from '#lib/formulas/martingale-ladder.ts';
import { previewLadder } from '#lib/formulas/martingale-preview.ts';
import { displayTicks } from '#lib/formulas/martingale-terms.ts';
import { readTerms } from '#lib/kinds/martingale/definition/terms.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';

/** M-040, M-347. */
export const OVERVIEW_PAGE_SIZE = 8;

/** Every order of a round as typed (H17); nothing until the settings, an investment and a price are there. */
export function overviewRows({ values, spec, context }: Pick<StrategyForm, 'values' | 'spec' | 'context'>) {
  const terms = readTerms(values, spec, context.feeRate);
  if (terms === null || terms.investment === 0n || context.lastTicks === null) return [];
  return previewLadder(terms, context.lastTicks);
}

function useOverviewColumns({ spec, definition, values }: StrategyForm): readonly TableColumn<LadderRow>[] {
  const t = useTranslations('trade.overview');
  const figures = useFigures();
  const asset = definition.investmentAsset(values, spec);
  const price = (ticks: number | null): string =>
    ticks === null ? '--' : figures.fixed(formatTicks(spec, Math.round(ticks)), spec.priceDecimals);
  const onContract = isContract(spec);
  const settle = spec.contract?.settle.toLowerCase();
  const quantity = ({ quantity: count }: LadderRow): string => (onContract ? String(count) : formatAmount(count));
  return [
    { id: 'index', header: t('order'), cell: ({ index }) => (index === 0 ? t('first') : t('add', { index })) },
    {
      id: 'price',
      header: figureHead('order_price', t('price', { unit: spec.quote }), definition.kind),
      align: 'end',
      cell: ({ ticks }) => price(ticks),
    },
    {
      id: 'quantity',
      header: figureHead('quantity', onContract ? t('contracts') : t('quantity', { unit: spec.base }), definition.kind),
      align: 'end',
      cell: (row) => (row.withheld === null ? quantity(row) : t(`withheld.${row.withheld}`)),
    },
    {
      id: 'average',
      header: figureHead('average_cost', t('average'), definition.kind, settle),
      align: 'end',
      cell: ({ averageCost }) => price(averageCost === null ? null : displayTicks(averageCost)),
    },
    {
      id: 'profit',
      header: figureHead('take_profit_price', t('takeProfit'), definition.kind),
      align: 'end',
      cell: ({ takeProfitTicks }) => price(takeProfitTicks),
    },
    ...(onContract
      ? [
          {
            id: 'liquidation',
            header: figureHead('liquidation', t('liquidation'), definition.kind, settle),
            align: 'end' as const,
            cell: ({ liquidationTicks }: LadderRow) => price(liquidationTicks),
          },
        ]
      : []),
    {
      id: 'needed',
      header: figureHead('order_value', t('needed', { unit: asset }), definition.kind, settle),
      align: 'end',
      cell: ({ needed }) => figures.fixed(formatAmount(needed), asset === 'BTC' ? 6 : 2),
    },
  ];
}

/** All orders of a round before it is created: price, size, average, take profit, liquidation and money needed after each (C-056). */
export function OrderOverviewPanel({ form }: FormPanelProps) {
  const t = useTranslations('trade.overview');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className="flex items-center gap-3">
        <Button size="sm" isWide onClick={() => setIsOpen(true)}>
          {t('open')}
        </Button>
        <FieldHint form={form} label="order_overview" />
      </div>
      {isOpen && <OverviewDialog form={form} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function OverviewDialog({ form, onClose }: { readonly form: StrategyForm; readonly onClose: () => void }) {
  const t = useTranslations('trade.overview');
  const [page, setPage] = useState(1);
  const { values, spec, context } = form;
  const rows = useMemo(() => overviewRows({ values, spec, context }), [values, spec, context]);
  const columns = useOverviewColumns(form);
  const pages = Math.ceil(rows.length / OVERVIEW_PAGE_SIZE);
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} width="lg">
      <p className="mb-2 text-xs text-ink-3">{t('note')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and has no control of its own, keys must reach it */}
      <section aria-label={t('open')} tabIndex={0}>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={rows.slice((page - 1) * OVERVIEW_PAGE_SIZE, page * OVERVIEW_PAGE_SIZE)}
          rowKey={({ index }) => String(index)}
          empty={<EmptyState title={t('empty')} hint={t('emptyHint')} className="min-h-40" />}
        />
      </section>
      <Pagination page={page} pages={pages} onChange={setPage} />
    </Dialog>
  );
}
