import type { KindHelp } from '../../strategies/kind-help.ts';
import { formatCoins } from '../../strategies/portfolio/coins.ts';

export const RECURRING_BUY_HELP: KindHelp = {
  earns: ['rise', 'cheap'],
  loses: ['fall'],
  costs: ['fee', 'slippage', 'share'],
  formulas: ['purchase', 'average', 'fee'],
  values: {
    coins: formatCoins([
      { asset: 'BTC', rate: '60', amount: '' },
      { asset: 'ETH', rate: '40', amount: '' },
    ]),
    each_amount: '50',
    every: '1d',
    money: '1500',
  },
  asked: ['each_amount', 'every', 'money'],
};
