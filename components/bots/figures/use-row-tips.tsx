'use client';

import { type ReactNode, useCallback, useMemo } from 'react';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { figureOfColumn } from '#lib/figures/column-figures.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { FiguresMark } from './figures-mark.tsx';
import { botFigures, type FigureRow } from './shown-rows.ts';

interface RowTips<Row> {
  /** For the heads (ShownRowsContext): a column's figure has the values of any of the rows. */
  readonly shown: readonly FigureRow[] | undefined;
  /** What stands in the corner of a row's card, which opens the row: how its figures are computed. */
  readonly corner: (row: Row) => ReactNode;
}

/** How the figures of a table are computed: of every row in its heads, of its own on a card. `figuresOf` and `figures` stay the same while they say the same. */
export function useRowTips<Row>(
  rows: readonly Row[] | undefined,
  figuresOf: (row: Row) => FigureRow,
  figures: readonly TermId[],
): RowTips<Row> {
  const shown = useMemo(() => rows?.map(figuresOf), [rows, figuresOf]);
  const corner = useCallback(
    (row: Row) => <FiguresMark figures={figures} {...figuresOf(row).of} />,
    [figures, figuresOf],
  );
  return { shown, corner };
}

/** The same of bots, whose figures are those of the table's columns. */
export function useBotTips(
  rows: readonly StrategyRow[] | undefined,
  columns: readonly { readonly id: string }[],
): RowTips<StrategyRow> {
  const figures = useMemo(() => columns.flatMap(({ id }) => figureOfColumn(id) ?? []), [columns]);
  return useRowTips(rows, botFigures, figures);
}
