'use client';

import type { ReactNode } from 'react';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';

export interface MadeRow {
  readonly key: string;
  /** In the order of the columns. */
  readonly cells: readonly ReactNode[];
}

/** The one table, of cells that the server has made: the browser needs nothing of what makes them. */
export function MadeTable({
  label,
  columns,
  rows,
  empty,
}: {
  readonly label: string;
  readonly columns: readonly Omit<TableColumn<never>, 'cell'>[];
  readonly rows: readonly MadeRow[];
  readonly empty: ReactNode;
}) {
  return (
    <DataTable
      label={label}
      columns={columns.map((column, at) => ({ ...column, cell: ({ cells }: MadeRow) => cells[at] }))}
      rows={rows}
      rowKey={({ key }) => key}
      empty={empty}
    />
  );
}
