import type { BotStep, ToldStatus } from '#lib/contract/bot-words.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import type { BotFacts } from '#lib/strategies/kind-facts.ts';

/** What tables and details derive from a bot's status and step (M-119 … M-126, X27, X31). */
export interface BotState {
  readonly status: ToldStatus;
  readonly step: BotStep;
  readonly behavior_status: string;
  readonly strategy_type: string;
  /** Some exchanges say the step there alone (M-069); null of a bot whose parameters are not told. */
  readonly params?: { readonly step: BotStep } | null;
}

export type BotBadge = 'triggered' | 'opening' | 'paused' | 'terminating' | 'pausing' | 'reconnecting';

/** The four grid kinds, which have badges by step; the others by status only (M-123, M-124). */
export function isGridKind(strategyType: string): boolean {
  return factsOf(strategyType).profits === 'grid';
}

/** What a kind's closed trades bring: profit of grids, of martingale rounds, or what sales and closed positions realised. */
export function profitFamilyOf(strategyType: string): BotFacts['profits'] {
  return factsOf(strategyType).profits;
}

/** H31: retrying if either field says so; what has ended tries nothing, whatever it did at last. Shown on grid kinds only (M-125). */
export function isRetrying(bot: BotState): boolean {
  if (isEnded(bot)) return false;
  return bot.status === 'retrying' || bot.behavior_status === 'retrying';
}

/** Why it is retrying, in words of `bots.detail`: its opening finds no price, or its market cannot be reached. */
export function retryReason(bot: BotState): 'openingRetried' | 'reconnecting' {
  return isOpening(bot) ? 'openingRetried' : 'reconnecting';
}

const OPENING_STEPS: readonly BotStep[] = ['create', 'transfer-success', 'init-order-process', 'continue'];

/** The position is being opened: steps create, transfer-success, init-order-process, continue, of the bot or of its params (M-069, X31). */
export function isOpening(bot: BotState): boolean {
  if (isEnded(bot)) return false;
  return OPENING_STEPS.includes(bot.step) || (bot.params != null && OPENING_STEPS.includes(bot.params.step));
}

/** A status that nobody knows: what the bot does, and what may be asked of it, is not known either (M-143). */
export function isUnknown(bot: Pick<BotState, 'status'>): boolean {
  return bot.status === 'abnormal';
}

/** A state that bots of its kind do not show by a word of its own: no known one, or reconnecting, which is a grid's (M-125, M-143). */
export function isAbnormal(bot: BotState): boolean {
  return isUnknown(bot) || (isRetrying(bot) && !isGridKind(bot.strategy_type));
}

export function isEnded(bot: Pick<BotState, 'status'>): boolean {
  return bot.status === 'finished' || bot.status === 'stopped';
}

export function isEnding(bot: Pick<BotState, 'status'>): boolean {
  return bot.status === 'finishing' || bot.status === 'stopping';
}

/** Something is under way that the trader waits for; lists refresh fast meanwhile (H30). */
export function isInTransition(bot: BotState): boolean {
  return isOpening(bot) || isEnding(bot) || bot.status === 'pausing' || bot.status === 'starting';
}

/** X27: open, running, pause, pausing, retrying; refused once the end has begun. */
export function isStoppable(bot: Pick<BotState, 'status'>): boolean {
  return ['open', 'running', 'pause', 'pausing', 'retrying'].includes(bot.status);
}

/** M-138: while finishing or stopping, but not for futures martingale, arbitrage and indicator bots. */
export function isTerminationAdjustable(bot: Pick<BotState, 'status' | 'strategy_type'>): boolean {
  return isEnding(bot) && factsOf(bot.strategy_type).isTerminationAdjustable;
}

/** The badge beside the name; null when the status says all (M-123 … M-125). */
export function badgeOf(bot: BotState): BotBadge | null {
  if (!isGridKind(bot.strategy_type)) {
    if (bot.status === 'pausing') return 'pausing';
    return isEnding(bot) ? 'terminating' : null;
  }
  if (isEnded(bot)) return null;
  if (isRetrying(bot)) return 'reconnecting';
  if (bot.step === 'wait-touch') return 'triggered';
  if (isOpening(bot)) return 'opening';
  if (bot.step === 'pause') return 'paused';
  if (bot.step === 'pausing') return 'pausing';
  return bot.step === 'stopping' || isEnding(bot) ? 'terminating' : null;
}

/** M-127: 'external' has its own wording for futures – of a kind of both sorts of markets, where it is settled – and for margin bots. */
export function reasonKey(finishAs: string, strategyType: string, settle = ''): string {
  if (finishAs !== 'external') return finishAs;
  return settle === '' ? factsOf(strategyType).external : 'external_futures';
}
