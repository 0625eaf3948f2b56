'use client';

import type { ReactNode } from 'react';
import { type FigureRow, ShownRowsContext } from './shown-rows.ts';

/** The same of a table that the server makes, which can provide no context itself. */
export function ShownRows({ rows, children }: { readonly rows: readonly FigureRow[]; readonly children: ReactNode }) {
  return <ShownRowsContext value={rows}>{children}</ShownRowsContext>;
}
