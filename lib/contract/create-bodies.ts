import { z } from 'zod';
import { GRID_WIRES, RUN_WIRES } from './kinds.ts';

const [firstGrid, ...otherGrids] = GRID_WIRES;
const [firstRun, ...otherRuns] = RUN_WIRES;

/** One call creates every grid; `strategy_type` says which. */
export const createGridBody = z.discriminatedUnion('strategy_type', [
  firstGrid.create,
  ...otherGrids.map(({ create }) => create),
]);

/** POST strategy/run: every kind that is not a plain grid. */
export const runStrategyBody = z.discriminatedUnion('strategy_type', [
  firstRun.create,
  ...otherRuns.map(({ create }) => create),
]);

/** What creates a bot of any kind. */
export type CreateBody = z.infer<typeof createGridBody> | z.infer<typeof runStrategyBody>;
