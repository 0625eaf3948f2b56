import type { KindHelp } from '../../strategies/kind-help.ts';

export const ARBITRAGE_HELP: KindHelp = {
  earns: ['funding'],
  loses: ['negative-funding', 'legs'],
  costs: ['fee', 'slippage', 'share'],
  formulas: ['legs', 'legsRate', 'funding', 'fee'],
  values: { money: '1000', leverage: '2' },
  asked: ['leverage', 'money'],
};
