import { type KindFacts, PLAIN_KIND, rowOf } from '../../strategies/kind-facts.ts';

const ROUND_STOPS = { of: 'round', loss: 'stop_loss_per_cycle', profit: 'take_profit_per_cycle' } as const;

export const MARTINGALE_FACTS: KindFacts = {
  ...PLAIN_KIND,
  pickerClass: 'average-cost',
  profits: 'round',
  restsOrders: true,
  opensIn: 'panel',
  aiCall: 'martingaleBacktestProfit',
  opensAdvancedByHand: true,
  startsOnSeveralCoins: true,
  stops: ROUND_STOPS,
  takesMoney: 'always',
  columns: rowOf('money', 'profit', 'year_pft_rate', 'cycles', 'average_cost', 'take_profit_price'),
};

export const CONTRACT_MARTINGALE_FACTS: KindFacts = {
  ...PLAIN_KIND,
  pickerClass: 'average-cost',
  page: 'futures',
  profits: 'round',
  restsOrders: true,
  isTerminationAdjustable: false,
  opensIn: 'panel',
  opensAdvancedByHand: true,
  external: 'external_futures',
  stops: ROUND_STOPS,
  columns: rowOf(
    'side',
    'money',
    'profit',
    'year_pft_rate',
    'cycles',
    'average_cost',
    'take_profit_price',
    'liquidation',
  ),
};
