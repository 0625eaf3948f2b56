import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { CloseLeg, CloseType } from '#lib/formulas/termination.ts';
import { instrumentOfBot, isContractBot } from '../bot-instrument.ts';
import type { StopOption } from './use-terminate.ts';

/** What a bot's end closes: coins of a spot account, or a position on a contract. */
export function legOf(bot: StrategyRow): CloseLeg {
  return isContractBot(bot) ? 'futures' : 'spot';
}

/** The account that a stop option names: where the bot was paid from (M-114). */
export function closeAccountOf(bot: StrategyRow): StopOption['account'] {
  if (isContractBot(bot)) return instrumentOfBot(bot).type;
  return bot.strategy_type === 'margin_grid' ? 'margin' : 'spot';
}

/** A position belongs to the bot and ends with it, and a loan is paid back first: only owned coins can be kept (M-088). */
export function closeTypesOf(bot: StrategyRow): readonly CloseType[] {
  return closeAccountOf(bot) === 'spot' ? ['market', 'limit', 'no_close'] : ['market', 'limit'];
}
