import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { isContractBot, profitAssetOf } from '../bot-instrument.ts';
import { isEnded, isEnding, isGridKind, isStoppable, isTerminationAdjustable, isUnknown } from '../bot-state.ts';

/**
 * What an owner may ask of a bot, by its state and its kind: the one place that decides which buttons and entries there are. The
 * exchange checks each of them again.
 */
export type BotAction = 'pause' | 'start' | 'terminate' | 'adjust' | BotChange;
/** What is changed of a bot that goes on. */
export type BotChange = 'range' | 'stops' | 'trailing' | 'deposit' | 'leverage' | 'margin' | 'withdraw' | 'edit';

/** What the exchange lets this trader do with grids (M-271, M-272); null: not known yet. */
export interface GridPermissions {
  readonly spot_grid_modify_price_range: boolean;
  readonly spot_grid_add_position: boolean;
  readonly spot_grid_pause: boolean;
}

type Bot = Pick<
  StrategyRow,
  | 'status'
  | 'step'
  | 'behavior_status'
  | 'strategy_type'
  | 'settle'
  | 'follow_id'
  | 'params'
  | 'position'
  | 'market'
  | 'money_asset'
>;
type Funded = Pick<Bot, 'strategy_type' | 'settle' | 'market' | 'money_asset' | 'params'>;

/** Of grids on spot the exchange says to each trader what he may do; of those on contracts it does not ask (M-272). */
function isPermitted(bot: Funded, permissions: GridPermissions | null, name: keyof GridPermissions): boolean {
  return isContractBot(bot) || permissions?.[name] === true;
}

/** Which of the two a bot offers that is not under way somewhere else (M-130 … M-136, M-141). To go on nobody needs a permission (H32). */
export function pauseActionOf(bot: Bot, permissions: GridPermissions | null): 'pause' | 'start' | null {
  if (isUnknown(bot)) return null;
  if (isGridKind(bot.strategy_type)) {
    if (bot.status === 'running' && bot.step === 'running')
      return isPermitted(bot, permissions, 'spot_grid_pause') ? 'pause' : null;
    return bot.step === 'pause' && !isEnding(bot) && !isEnded(bot) ? 'start' : null;
  }
  if (bot.status === 'running') return bot.step === 'pause' || bot.step === 'stopping' ? null : 'pause';
  return bot.status === 'pause' ? 'start' : null;
}

/** Something that its owner asked for is under way, and nothing else can be asked meanwhile (M-142); null: nothing is. */
export function underWay(bot: Bot): 'starting' | 'pausing' | 'stopping' | null {
  if (isEnding(bot)) return 'stopping';
  if (bot.status === 'starting' || bot.step === 'continue') return 'starting';
  return bot.status === 'pausing' || bot.step === 'pausing' ? 'pausing' : null;
}

/** How the bot may be ended; null once its end cannot be changed any more (M-128, M-129, M-138). */
export function endActionOf(bot: Bot): 'terminate' | 'adjust' | null {
  if (isStoppable(bot)) return 'terminate';
  return isTerminationAdjustable(bot) ? 'adjust' : null;
}

/** A position of contracts: without one there is nothing that margin could stand behind (M-063). One that an exchange does not tell is not none. */
export function hasPosition({ position }: Pick<Bot, 'position'>): boolean {
  return !/^-?[0.]+$/.test(position);
}

/** Coins were put in in place of money; the exchange adds none of either. */
function wasGivenCoins(bot: Funded): boolean {
  if (factsOf(bot.strategy_type).trades === 'portfolio') return bot.params?.is_use_base === '1';
  return bot.money_asset !== '' && bot.money_asset !== profitAssetOf(bot);
}

/** Which money may come into a bot while it lives, by its kind, its market and what it was given: to be worked with, as margin, as margin with another leverage. */
export function moneyTakenBy(bot: Funded): Readonly<Record<'deposit' | 'margin' | 'leverage', boolean>> {
  const { strategy_type: kind } = bot;
  const { takesMoney, trades } = factsOf(kind);
  const onContract = isContractBot(bot);
  const isTaken = takesMoney === 'always' || (takesMoney === 'on-spot' && !onContract);
  return {
    deposit: isTaken && !wasGivenCoins(bot),
    margin: onContract && trades === 'market',
    leverage: onContract && isGridKind(kind),
  };
}

/** Whether this trader may put money into it to be worked with (M-272): into a grid on spot with the exchange's leave alone. */
export function mayAddMoney(bot: Funded, permissions: GridPermissions | null): boolean {
  if (!moneyTakenBy(bot).deposit) return false;
  return !isGridKind(bot.strategy_type) || isPermitted(bot, permissions, 'spot_grid_add_position');
}

/** What may be changed of a bot that lives, in the order of the menu. */
export function changesOf(
  bot: Bot,
  permissions: GridPermissions | null,
  /** Whether the exchange takes other limits of trailing: a word of ours. */
  isTrailingTaken = false,
): readonly BotChange[] {
  if (isEnded(bot) || isEnding(bot) || isUnknown(bot)) return [];
  const { range, stops, trails, paysProfit } = factsOf(bot.strategy_type);
  const takes = moneyTakenBy(bot);
  const isOpen = bot.status === 'open';
  // Of a copy whose parameters are closed a change would tell what it leaves as it was (H54).
  const isSeen = bot.params !== null;
  // A copy goes on as what was copied: its range, where that may go, its money and its profit are not offered to be changed (M-268, H15).
  const isCopy = bot.follow_id > 0;
  const offered: readonly (readonly [BotChange, boolean])[] = [
    [
      'range',
      isSeen && !isCopy && !isOpen && range !== 'none' && isPermitted(bot, permissions, 'spot_grid_modify_price_range'),
    ],
    ['stops', isSeen && stops !== null],
    ['trailing', isSeen && !isCopy && !isOpen && trails && isTrailingTaken],
    ['deposit', isSeen && !isCopy && !isOpen && mayAddMoney(bot, permissions)],
    ['leverage', isSeen && !isCopy && !isOpen && takes.leverage],
    ['margin', isSeen && bot.status === 'running' && takes.margin],
    ['withdraw', paysProfit && !isCopy && bot.step === 'running'],
    ['edit', bot.status === 'running'],
  ];
  return offered.filter(([, isOffered]) => isOffered).map(([action]) => action);
}
