import { type KindFacts, PLAIN_KIND, rowOf } from '../../strategies/kind-facts.ts';

export const RECURRING_BUY_FACTS: KindFacts = {
  ...PLAIN_KIND,
  pickerClass: 'average-cost',
  trades: 'portfolio',
  fewestCoins: 1,
  needsAnnouncing: true,
  stops: { of: 'round', loss: null, profit: 'stop_profit' },
  takesMoney: 'always',
  columns: rowOf('money', 'profit', 'year_pft_rate', 'trades'),
};
