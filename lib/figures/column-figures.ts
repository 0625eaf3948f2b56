import type { FigureId } from './figures.ts';
import { COLUMN_FIGURES } from './screens.ts';

const BY_ID: Readonly<Record<string, FigureId | null>> = COLUMN_FIGURES;

/** The figure of a column of the bots' tables; null where it shows none. */
export function figureOfColumn(id: string): FigureId | null {
  return BY_ID[id] ?? null;
}
