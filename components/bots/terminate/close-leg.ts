import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { CloseLeg, CloseType } from '#lib/formulas/termination.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { instrumentOfBot, isContractBot } from '../bot-instrument.ts';
import type { StopOption } from './use-terminate.ts';

/** What a bot's end closes: coins of a spot account, or a position on a contract. */
export function legOf(bot: StrategyRow): CloseLeg {
  return isContractBot(bot) ? 'futures' : 'spot';
}

/** The account that a stop option names: where the bot was paid from (M-114). */
export function closeAccountOf(bot: StrategyRow): StopOption['account'] {
  if (isContractBot(bot)) return instrumentOfBot(bot).type;
  return factsOf(bot.strategy_type).isOnMargin ? 'margin' : 'spot';
}

/** Bots of several markets are closed as one: all at the market, or – what can be kept – kept. */
export function hasSeveralMarkets({ strategy_type }: { readonly strategy_type: string }): boolean {
  return factsOf(strategy_type).trades !== 'market';
}

/** A portfolio whose parameters say that all coins are sold when it ends: there is nothing to choose. */
export function sellsAtEnd({ strategy_type, params }: Pick<StrategyRow, 'strategy_type' | 'params'>): boolean {
  return factsOf(strategy_type).trades === 'portfolio' && params?.close_flag === 1;
}

/** A position belongs to the bot and ends with it, and a loan is paid back first: only owned coins can be kept (M-088). */
export function closeTypesOf(bot: StrategyRow): readonly CloseType[] {
  const { trades } = factsOf(bot.strategy_type);
  if (trades === 'portfolio') return sellsAtEnd(bot) ? [] : ['market', 'no_close'];
  // Without its contract an arbitrage is no arbitrage: both legs are closed together.
  if (trades === 'legs') return ['market'];
  return closeAccountOf(bot) === 'spot' ? ['market', 'limit', 'no_close'] : ['market', 'limit'];
}
