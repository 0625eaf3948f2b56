import type { KindHelp } from '../../strategies/kind-help.ts';
import { formatCoins } from '../../strategies/portfolio/coins.ts';

export const SMART_POSITION_HELP: KindHelp = {
  earns: ['rise', 'drift'],
  loses: ['fall'],
  costs: ['fee', 'slippage', 'share'],
  formulas: ['rebalance', 'fee'],
  values: {
    coins: formatCoins([
      { asset: 'BTC', rate: '50', amount: '' },
      { asset: 'ETH', rate: '30', amount: '' },
      { asset: 'XRP', rate: '20', amount: '' },
    ]),
    money: '1000',
    period: '1',
    period_unit: 'd',
  },
  asked: ['period', 'period_unit', 'money'],
};
