import type { LifeRefusal } from '../machine.ts';
import type { LadderBot } from './ladder-bot.ts';
import { resetWake } from './path.ts';
import { goOn, pause } from './pause.ts';
import { decideAt } from './round-exits.ts';
import { suspendRound } from './round-life.ts';
import type { LadderDecisions } from './rules.ts';

/** Pausing a bot with rounds, and going on: as of a ladder (life.ts). */

/** Takes the round's orders out of the book. Does nothing unless it is running. */
export function pauseRound(bot: LadderBot, timeMs: number): void {
  if (pause(bot, () => suspendRound(bot, timeMs), timeMs)) resetWake(bot, timeMs);
}

/** Trades on at `ticks`; where that is past the take profit, the round is sold at the price of now. */
export function continueRound<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
): LifeRefusal | null {
  const refusal = goOn(bot, timeMs);
  if (refusal !== null) return refusal;
  rules.catchUp(bot, ticks, timeMs);
  decideAt(bot, rules, ticks, timeMs);
  return null;
}
