import type { KindHelp } from '../../strategies/kind-help.ts';

export const MARGIN_GRID_HELP: KindHelp = {
  earns: ['swings', 'side'],
  loses: ['wrong-side', 'forced-close'],
  costs: ['fee', 'slippage', 'interest', 'share'],
  formulas: ['lines', 'gridReturn', 'loan', 'forcedClose', 'fee'],
  values: { side: 'buy', leverage: '3', low_price: '54000', high_price: '66000', grid_num: '24', money: '1000' },
  asked: ['side', 'leverage', 'low_price', 'high_price', 'grid_num', 'money'],
};
