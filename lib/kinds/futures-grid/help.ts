import type { KindHelp } from '../../strategies/kind-help.ts';

export const FUTURES_GRID_HELP: KindHelp = {
  earns: ['swings', 'side'],
  loses: ['wrong-side', 'liquidation'],
  costs: ['fee', 'slippage', 'funding', 'share'],
  formulas: ['lines', 'gridReturn', 'liquidation', 'funding', 'fee'],
  values: { side: 'buy', leverage: '3', low_price: '54000', high_price: '66000', grid_num: '24', money: '1000' },
  asked: ['side', 'leverage', 'low_price', 'high_price', 'grid_num', 'money'],
};
