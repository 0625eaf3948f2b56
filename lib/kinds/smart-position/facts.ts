import { type KindFacts, PLAIN_KIND, rowOf } from '../../strategies/kind-facts.ts';

export const SMART_POSITION_FACTS: KindFacts = {
  ...PLAIN_KIND,
  hasIncome: true,
  pickerClass: 'passive-arbitrage',
  helpUnder: 'bots',
  trades: 'portfolio',
  keepsWeights: true,
  hasSharpe: false,
  stops: { of: 'investment', loss: 'stop_loss', profit: 'stop_profit' },
  takesMoney: 'always',
  columns: rowOf('money', 'profit', 'year_pft_rate', 'trades'),
};
