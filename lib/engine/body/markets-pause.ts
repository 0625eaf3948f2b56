import type { LifeRefusal } from '../machine.ts';
import { nextMinute } from '../minute-boundary.ts';
import { listenAnew } from './boundary.ts';
import type { MarketsBot, MarketsParams } from './markets-bot.ts';
import type { MarketsDecisions } from './markets-rules.ts';
import { goOn, pause } from './pause.ts';

/**
 * Pausing a bot of several markets, and going on: as of a ladder (life.ts). Nothing of it rests, so what it stops is what it
 * would trade by itself at its looks.
 */

/** Does nothing unless it is running. */
export function pauseMarkets<P extends MarketsParams>(
  bot: MarketsBot<P>,
  rules: MarketsDecisions<P>,
  prices: readonly number[],
  timeMs: number,
): void {
  const suspend = (): void => {
    for (const leg of bot.legs) leg.withholdNothing();
  };
  if (pause(bot, suspend, timeMs)) listenAnew(bot, rules, prices, timeMs);
}

/** Trades on: it looks at the prices of the next minute boundary. */
export function resumeMarkets<P extends MarketsParams>(
  bot: MarketsBot<P>,
  rules: MarketsDecisions<P>,
  prices: readonly number[],
  timeMs: number,
): LifeRefusal | null {
  const refusal = goOn(bot, timeMs);
  if (refusal !== null) return refusal;
  listenAnew(bot, rules, prices, timeMs);
  bot.wakeAtMs = Math.min(bot.wakeAtMs, nextMinute(timeMs));
  return null;
}
