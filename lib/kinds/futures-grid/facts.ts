import { GRID_KIND, type KindFacts, SIDED_GRID_ROW } from '../../strategies/kind-facts.ts';

export const FUTURES_GRID_FACTS: KindFacts = {
  ...GRID_KIND,
  page: 'futures',
  opensIn: 'panel',
  external: 'external_futures',
  aiCall: 'aiFuturesGrid',
  stops: { of: 'investment', loss: 'stop_loss', profit: 'stop_profit' },
  columns: SIDED_GRID_ROW,
};
