import type { KindHelp } from '../../strategies/kind-help.ts';

export const SPOT_GRID_HELP: KindHelp = {
  earns: ['swings', 'rise'],
  loses: ['below', 'above'],
  costs: ['fee', 'slippage', 'share'],
  formulas: ['lines', 'gridReturn', 'fee'],
  values: { low_price: '54000', high_price: '66000', grid_num: '24', money: '1000' },
  asked: ['low_price', 'high_price', 'grid_num', 'price_type', 'money'],
};
