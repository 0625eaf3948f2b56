'use client';

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { LiveGap } from './live-gap.tsx';
import { type TableColumn, TableRows } from './table-rows.tsx';

export type { TableColumn } from './table-rows.tsx';

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Undefined while the first load runs: skeleton rows of the same height. */
  readonly rows: readonly Row[] | undefined;
  /** What the newest load failed with. Without rows it is said: what is not known is not "none" (H55). */
  readonly error?: unknown;
  /** The rows may be those of the question before: its "none" is not said of this one. */
  readonly isLoading?: boolean;
  readonly rowKey: (row: Row) => string;
  readonly onRowClick?: (row: Row) => void;
  /** Rows that `onRowClick` opens; absent: all of them. */
  readonly isOpenable?: (row: Row) => boolean;
  /** What stands in the corner of a row's card on a phone: of cards that open, whose labels are no controls. */
  readonly cardCorner?: (row: Row) => ReactNode;
  /** Shown instead of rows: empty, guest or error state. */
  readonly empty: ReactNode;
  /** Shown above the rows while they may be out of date. */
  readonly notice?: ReactNode;
  readonly skeletonRows?: number;
  readonly className?: string;
}

/**
 * The product's one table. Numbers right-aligned, sticky head, rows reachable by keyboard, cards on phones. Once the page is awake only
 * what its screen shows is drawn. A row whose object, columns and `onRowClick` are those of before is not drawn again. It shows the rows
 * that it is given at once – who acts on a row has to see it go –: lists of many cells defer theirs (bots-table.tsx).
 */
export function DataTable<Row>({
  label,
  columns,
  rows: given,
  error,
  isLoading = false,
  rowKey,
  onRowClick,
  isOpenable,
  cardCorner,
  empty,
  notice,
  skeletonRows = 5,
  className,
}: DataTableProps<Row>) {
  const rows = isLoading && given?.length === 0 ? undefined : given;
  if (rows !== undefined && rows.length === 0) return <>{empty}</>;
  if (rows === undefined && error !== undefined) return <LiveGap error={error} />;
  const opensRow = (row: Row) => (isOpenable?.(row) === false ? undefined : onRowClick);
  return (
    <div className={classNames('min-w-0', className)}>
      {notice}
      <TableRows {...{ label, columns, rows, rowKey, opensRow, cardCorner, skeletonRows }} />
    </div>
  );
}
