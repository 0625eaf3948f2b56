import { type KindFacts, PLAIN_KIND, rowOf } from '../../strategies/kind-facts.ts';

export const ARBITRAGE_FACTS: KindFacts = {
  ...PLAIN_KIND,
  hasIncome: true,
  pickerClass: 'passive-arbitrage',
  trades: 'legs',
  isTerminationAdjustable: false,
  columns: rowOf('money', 'profit', 'funding', 'year_pft_rate'),
};
