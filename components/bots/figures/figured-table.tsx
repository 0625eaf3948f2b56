'use client';

import { DataTable, type DataTableProps } from '#components/ui/data-table.tsx';
import { type FigureRow, ShownRowsContext } from './shown-rows.ts';

/** A table whose heads show their figures with the values of any of its rows. */
export function FiguredTable<Row>({
  figures,
  ...table
}: DataTableProps<Row> & { readonly figures: readonly FigureRow[] | undefined }) {
  return (
    <ShownRowsContext value={figures}>
      <DataTable {...table} />
    </ShownRowsContext>
  );
}
