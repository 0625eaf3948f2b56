'use client';

import { type ReactNode, useMemo } from 'react';
import { type TableColumn, TableRows } from '#components/ui/table-rows.tsx';

export interface MadeRow {
  readonly key: string;
  /** In the order of the columns. */
  readonly cells: readonly ReactNode[];
}

export type MadeColumn = Omit<TableColumn<never>, 'cell'>;

const opensNothing = (): undefined => undefined;

/** Rows of the one table, of cells that the server has made: the browser needs nothing of what makes them, or says that they did not come. */
export function MadeTable({
  label,
  columns,
  rows,
}: {
  readonly label: string;
  readonly columns: readonly MadeColumn[];
  readonly rows: readonly MadeRow[];
}) {
  const drawn = useMemo(
    () => columns.map((column, at) => ({ ...column, cell: ({ cells }: MadeRow) => cells[at] })),
    [columns],
  );
  return (
    <TableRows
      label={label}
      columns={drawn}
      rows={rows}
      rowKey={({ key }) => key}
      opensRow={opensNothing}
      skeletonRows={0}
    />
  );
}
