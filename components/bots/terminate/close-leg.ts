import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { CloseLeg, CloseType } from '#lib/formulas/termination.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { instrumentOfBot, isContractBot } from '../bot-instrument.ts';
import type { StopOption } from './bot-end.ts';

/** How one leg of a bot is to be closed, as the dialog has it. */
export interface CloseChoice {
  readonly type: CloseType;
  /** Percent, as typed. */
  readonly slippage: string;
  readonly minutes: number;
}

/** What a bot's end closes: coins of a spot account, or a position on a contract. */
export function legOf(bot: StrategyRow): CloseLeg {
  return isContractBot(bot) ? 'futures' : 'spot';
}

/** The account that a stop option names: where the bot was paid from (M-114). */
export function closeAccountOf(bot: StrategyRow): StopOption['account'] {
  if (isContractBot(bot)) return instrumentOfBot(bot).type;
  return factsOf(bot.strategy_type).isOnMargin ? 'margin' : 'spot';
}

/** Bots of several markets have a book each, and are told nothing of one of them as if it were all. */
export function hasSeveralMarkets({ strategy_type }: { readonly strategy_type: string }): boolean {
  return factsOf(strategy_type).trades !== 'market';
}

/** Whether what is closed in one step trades in one book, whose price and spread say what it brings. */
export function hasOneBook({ strategy_type }: { readonly strategy_type: string }): boolean {
  return factsOf(strategy_type).trades !== 'portfolio';
}

/** A portfolio whose parameters say that all coins are sold when it ends: there is nothing to choose. */
export function sellsAtEnd({ strategy_type, params }: Pick<StrategyRow, 'strategy_type' | 'params'>): boolean {
  return factsOf(strategy_type).trades === 'portfolio' && params?.close_flag === 1;
}

/** A position belongs to the bot and ends with it, and a loan is paid back first: only owned coins can be kept (M-088). */
export function closeTypesOf(bot: StrategyRow): readonly CloseType[] {
  const { trades } = factsOf(bot.strategy_type);
  if (trades === 'portfolio') return sellsAtEnd(bot) ? [] : ['market', 'no_close'];
  // What is left of an arbitrage without its contract are coins.
  if (trades === 'legs') return ['market', 'no_close'];
  return closeAccountOf(bot) === 'spot' ? ['market', 'limit', 'no_close'] : ['market', 'limit'];
}

/** One thing that a bot's end closes, and how that may be done. */
export interface ClosedLeg {
  readonly leg: CloseLeg;
  readonly account: StopOption['account'];
  readonly types: readonly CloseType[];
  /** The bot as a row of what is closed: its prices have that instrument's tick. */
  readonly row: StrategyRow;
}

/** What a bot's end closes, in this order: of mixed strategies the contract, which belongs to the bot, and then the coins (M-087). */
export function closedLegsOf(bot: StrategyRow): readonly [ClosedLeg, ...ClosedLeg[]] {
  const whole: ClosedLeg = { leg: legOf(bot), account: closeAccountOf(bot), types: closeTypesOf(bot), row: bot };
  if (factsOf(bot.strategy_type).trades !== 'legs') return [whole];
  const settle = bot.params?.settle === 'btc' ? 'btc' : 'usdt';
  return [{ leg: 'futures', account: `futures_${settle}`, types: ['market'], row: { ...bot, settle } }, whole];
}
