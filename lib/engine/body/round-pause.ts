import type { LifeRefusal } from '../machine.ts';
import type { CoinBot } from './coin-bot.ts';
import type { CoinParams } from './coin-params.ts';
import { leap, resetWake } from './path.ts';
import { resumeRound, roundsOf, suspendRound } from './round-life.ts';
import type { CoinDecisions } from './rules.ts';
import { tellOperation } from './tell.ts';

/** Pausing a bot with rounds, and going on: as of a ladder (life.ts). */

/** Takes the round's orders out of the book. Does nothing unless it is running. */
export function pauseRound(bot: CoinBot, timeMs: number): void {
  if (!bot.isRunning) return;
  suspendRound(bot, timeMs);
  bot.status = 'paused';
  bot.step = 'pause';
  tellOperation(bot, 'pause', timeMs, null, null);
  resetWake(bot, timeMs);
}

/** Trades on at `ticks`; where that is past the take profit, the round is sold at the price of now. */
export function continueRound<P extends CoinParams>(
  bot: CoinBot<P>,
  rules: CoinDecisions<P>,
  ticks: number,
  timeMs: number,
): LifeRefusal | null {
  if (!bot.isPaused) return 'not-paused';
  const rounds = roundsOf(bot);
  bot.status = 'running';
  bot.step = 'running';
  tellOperation(bot, 'continue', timeMs, null, null);
  resumeRound(bot, ticks, timeMs);
  resetWake(bot, timeMs);
  rounds.decidesAt = ticks;
  leap(bot, rules, ticks, timeMs);
  rounds.decidesAt = null;
  if (bot.isRunning) resetWake(bot, timeMs);
  return null;
}
