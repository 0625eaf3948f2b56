import { GRID_KIND, type KindFacts, rowOf } from '../../strategies/kind-facts.ts';

export const INFINITE_GRID_FACTS: KindFacts = {
  ...GRID_KIND,
  hasLowFeeTag: true,
  range: 'fractions',
  tellsOpening: false,
  aiCall: 'aiInfiniteGrid',
  columns: rowOf('money', 'profit', 'grid_profit', 'year_pft_rate', 'match_times'),
};
