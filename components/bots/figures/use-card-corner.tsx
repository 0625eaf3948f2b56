'use client';

import { type ReactNode, useMemo } from 'react';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { figureOfColumn } from '#lib/figures/column-figures.ts';
import { FiguresMark } from './figures-mark.tsx';

/** What stands in the corner of a bot's card, which opens the bot: how the figures of these columns are computed. */
export function useCardCorner(columns: readonly { readonly id: string }[]): (row: StrategyRow) => ReactNode {
  return useMemo(() => {
    const figures = columns.flatMap(({ id }) => figureOfColumn(id) ?? []);
    return (row) => <FiguresMark figures={figures} bot={row} />;
  }, [columns]);
}
