import { z } from 'zod';
import { rangeGrid, spotFields } from './range-grid.ts';
import { wireOf } from './wire-of.ts';

/** Spot grid payload (C-152, C-153 and the additions of X53). */
export const SPOT_GRID_WIRE = wireOf(
  {
    strategy_type: z.literal('spot_grid'),
    ...rangeGrid,
    ...spotFields,
  },
  {},
);
