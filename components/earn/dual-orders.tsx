'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import { useAction } from '#components/bots/actions/use-action.ts';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import { TableBoundary } from '#components/bots/table-boundary.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Confirm } from '#components/ui/confirm.tsx';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { watchBotsClosely } from '#lib/client/bots-view.ts';
import type { DualList } from '#lib/contract/dual-words.ts';
import { DUAL_COLUMNS, DUAL_FIGURES, DualCell } from './dual-cell.tsx';
import { type DualRow, typeOf } from './dual-product.ts';
import { useDualOrders } from './use-dual-orders.ts';
import { useOrderFigures } from './use-order-figures.ts';

interface Props {
  readonly product: DualProduct;
  /** `PROCESSING`: what has not ended (E-142). */
  readonly list: DualList;
  readonly isActive?: boolean;
  /** Where the offers do not stand above: an empty list leads to them. */
  readonly offersPath?: string;
}

/** A trader's sell-high or buy-low orders, those that run or those that have ended. */
export function DualOrders(props: Props) {
  const t = useTranslations('dual.orders');
  return (
    <TableBoundary screen={`dual-${props.product}`} fallback={<EmptyState title={t(`empty.${props.list}`)} />}>
      <Orders {...props} />
    </TableBoundary>
  );
}

function Orders({ product, list, isActive = true, offersPath }: Props) {
  const t = useTranslations('dual.orders');
  const [page, setPage] = useState(1);
  const [cancelled, setCancelled] = useState<DualRow | null>(null);
  const { rows, isLoading, error, staleness, pages } = useDualOrders(typeOf(product), list, page, isActive);
  const columns = useMemo((): readonly TableColumn<DualRow>[] => {
    const told = DUAL_COLUMNS.map(
      (column): TableColumn<DualRow> => ({
        id: column,
        header: (
          <FigureName figure={DUAL_FIGURES[column]}>
            {t(column === 'price' ? `column.price.${product}` : `column.${column}`)}
          </FigureName>
        ),
        align: column === 'product' || column === 'pair' || column === 'status' ? 'start' : 'end',
        cell: (row) => <DualCell column={column} row={row} />,
      }),
    );
    if (list !== 'PROCESSING') return told;
    const cancel: TableColumn<DualRow> = {
      id: 'actions',
      header: t('column.actions'),
      align: 'end',
      onPhone: 'foot',
      // E-074: nothing but an order that has not begun can be cancelled.
      cell: (row) =>
        row.status === 'INIT' && (
          <Button size="sm" onClick={() => setCancelled(row)}>
            {t('cancel')}
          </Button>
        ),
    };
    return [...told, cancel];
  }, [product, list, t]);
  return (
    <>
      <FiguredTable
        figures={useOrderFigures(rows, product)}
        label={t(`title.${product}`)}
        columns={columns}
        rows={rows}
        isLoading={isLoading}
        error={error}
        rowKey={(row) => String(row.id)}
        notice={staleness !== null && <StaleMark staleness={staleness} className="px-3 py-1" />}
        empty={
          offersPath !== undefined && list === 'PROCESSING' ? (
            <EmptyState title={t('empty.PROCESSING')} action={<OffersLink product={product} path={offersPath} />} />
          ) : (
            <EmptyState title={t(`empty.${list}`)} hint={t(`emptyHint.${list}`)} />
          )
        }
      />
      <Pagination page={page} pages={pages} onChange={setPage} />
      {cancelled !== null && <CancelOrder row={cancelled} onClose={() => setCancelled(null)} />}
    </>
  );
}

function OffersLink({ product, path }: { readonly product: DualProduct; readonly path: string }) {
  const t = useTranslations('dual.page.name');
  return (
    <a href={path} className={buttonClass('primary')}>
      {t(product)}
    </a>
  );
}

function CancelOrder({ row, onClose }: { readonly row: DualRow; readonly onClose: () => void }) {
  const t = useTranslations('dual.orders');
  const { run, ...held } = useAction(
    () => {
      // E-075: the list is asked anew.
      watchBotsClosely(Date.now());
      onClose();
    },
    { onRefused: onClose },
  );
  const answer = (isYes: boolean): void => {
    if (isYes) void run('cancelDualOrder', { body: { order_id: row.id } }, t('cancelled'));
    else if (!held.isBusy) onClose();
  };
  return (
    <Confirm title={t('cancelTitle')} yes={t('cancelYes')} no={t('cancelNo')} held={held} onAnswer={answer}>
      <p className="text-sm text-ink-2">{t('cancelText', { product: row.instrument_name })}</p>
    </Confirm>
  );
}
