import type { LadderBot } from './ladder-bot.ts';
import { leap, resetWake } from './path.ts';
import { resetExits } from './round-life.ts';
import { type RoundRules, roundsOf } from './rounds.ts';
import type { LadderDecisions } from './rules.ts';

/**
 * What a price that is already there decides of a bot with rounds: its owner lets it go on, or puts its exits elsewhere. What the price is
 * past by then happens at that price; what it comes to later is met on its way, as if nothing had been changed.
 */

/** What the price of now is past happens at it. */
export function decideAt<B extends LadderBot>(bot: B, rules: LadderDecisions<B>, ticks: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  resetWake(bot, timeMs);
  rounds.decidesAt = ticks;
  leap(bot, rules, ticks, timeMs);
  rounds.decidesAt = null;
  if (bot.isRunning) resetWake(bot, timeMs);
}

/** The exits of a running or paused bot follow from `exits` from now on. */
export function changeExits<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  exits: RoundRules,
  ticks: number,
  timeMs: number,
): void {
  roundsOf(bot).rules = exits;
  resetExits(bot, ticks, timeMs);
  decideAt(bot, rules, ticks, timeMs);
}
