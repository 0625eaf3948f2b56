import { z } from 'zod';
import { rangeGrid, spotFields } from './range-grid.ts';
import { gridSide, wireOf } from './wire-of.ts';

/** Margin grid payload: the spot grid's plus leverage, and the side that the documents forgot (C-154). */
export const MARGIN_GRID_WIRE = wireOf(
  {
    strategy_type: z.literal('margin_grid'),
    ...rangeGrid,
    ...spotFields,
    side: gridSide,
  },
  {},
);
