import type { LadderBot } from './ladder-bot.ts';
import { roundsOf } from './rounds.ts';

/**
 * A price is seen; `act` does what follows. The first one after the owner has changed the exits decides at `ticks`; null: it jumped,
 * and then everything is decided at the price seen anyway.
 */
export function seePrice(bot: LadderBot, ticks: number | null, act: () => void): void {
  const rounds = roundsOf(bot);
  const hasRound = bot.isRunning || bot.isPaused;
  if (rounds.isRearmed && hasRound) rounds.decidesAt = ticks;
  act();
  rounds.decidesAt = null;
  if (hasRound) rounds.isRearmed = false;
}
