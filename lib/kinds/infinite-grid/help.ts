import type { KindHelp } from '../../strategies/kind-help.ts';

export const INFINITE_GRID_HELP: KindHelp = {
  earns: ['swings', 'rise'],
  loses: ['fall'],
  costs: ['fee', 'slippage', 'share'],
  formulas: ['constantValue', 'fee'],
  values: { low_price: '1', high_price: '1', money: '1000' },
  asked: ['low_price', 'high_price', 'money'],
};
