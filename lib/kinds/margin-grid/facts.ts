import { GRID_KIND, type KindFacts, SIDED_GRID_ROW } from '../../strategies/kind-facts.ts';

export const MARGIN_GRID_FACTS: KindFacts = {
  ...GRID_KIND,
  isOnMargin: true,
  external: 'external_margin',
  columns: SIDED_GRID_ROW,
};
