import type { KindHelp } from '../../strategies/kind-help.ts';

const LADDER = { price_steps: '2', max_order_amount: '5', take_profit_per_cycle: '1.5', money: '1000' };
const ASKED = ['price_steps', 'max_order_amount', 'take_profit_per_cycle', 'money'] as const;

export const MARTINGALE_HELP: KindHelp = {
  earns: ['rounds'],
  loses: ['ladder'],
  costs: ['fee', 'slippage', 'share'],
  formulas: ['ladder', 'average', 'fee'],
  values: LADDER,
  asked: ASKED,
};

export const CONTRACT_MARTINGALE_HELP: KindHelp = {
  earns: ['rounds', 'side'],
  loses: ['ladder', 'wrong-side', 'liquidation'],
  costs: ['fee', 'slippage', 'funding', 'share'],
  formulas: ['contractLadder', 'contractAverage', 'liquidation', 'funding', 'fee'],
  values: { ...LADDER, side: 'buy', leverage: '3' },
  asked: ['side', 'leverage', ...ASKED],
};
