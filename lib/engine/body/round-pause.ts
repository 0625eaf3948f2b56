import type { LifeRefusal } from '../machine.ts';
import type { LadderBot } from './ladder-bot.ts';
import { resetWake } from './path.ts';
import { decideAt } from './round-exits.ts';
import { suspendRound } from './round-life.ts';
import type { LadderDecisions } from './rules.ts';
import { tellOperation } from './tell.ts';

/** Pausing a bot with rounds, and going on: as of a ladder (life.ts). */

/** Takes the round's orders out of the book. Does nothing unless it is running. */
export function pauseRound(bot: LadderBot, timeMs: number): void {
  if (!bot.isRunning) return;
  suspendRound(bot, timeMs);
  bot.status = 'paused';
  bot.step = 'pause';
  tellOperation(bot, 'pause', timeMs, null, null);
  resetWake(bot, timeMs);
}

/** Trades on at `ticks`; where that is past the take profit, the round is sold at the price of now. */
export function continueRound<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
): LifeRefusal | null {
  if (!bot.isPaused) return 'not-paused';
  bot.status = 'running';
  bot.step = 'running';
  tellOperation(bot, 'continue', timeMs, null, null);
  rules.catchUp(bot, ticks, timeMs);
  decideAt(bot, rules, ticks, timeMs);
  return null;
}
