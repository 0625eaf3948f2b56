import { GRID_KIND, type KindFacts, rowOf } from '../../strategies/kind-facts.ts';

export const SPOT_GRID_FACTS: KindFacts = {
  ...GRID_KIND,
  hasLowFeeTag: true,
  opensIn: 'panel',
  aiCall: 'aiSpotGrid',
  paysProfit: true,
  trails: true,
  columns: rowOf('money', 'profit', 'grid_profit', 'year_pft_rate', 'price_range', 'match_times'),
};
