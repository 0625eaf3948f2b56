'use client';

import type { ReactNode } from 'react';
import { type TableColumn, TableRows } from '#components/ui/table-rows.tsx';

export interface MadeRow {
  readonly key: string;
  /** In the order of the columns. */
  readonly cells: readonly ReactNode[];
}

/** Rows of the one table, of cells that the server has made: the browser needs nothing of what makes them, or says that they did not come. */
export function MadeTable({
  label,
  columns,
  rows,
}: {
  readonly label: string;
  readonly columns: readonly Omit<TableColumn<never>, 'cell'>[];
  readonly rows: readonly MadeRow[];
}) {
  return (
    <TableRows
      label={label}
      columns={columns.map((column, at) => ({ ...column, cell: ({ cells }: MadeRow) => cells[at] }))}
      rows={rows}
      rowKey={({ key }) => key}
      opensRow={() => undefined}
      skeletonRows={0}
    />
  );
}
