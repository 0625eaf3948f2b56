import { portfolioRange } from '../../formulas/portfolio-range.ts';
import { UNITS_PER_COIN } from '../../money/amount.ts';
import { NO_LEVEL_ABOVE, type WakeSlot } from '../machine.ts';
import { minuteFrom, nextMinute } from '../minute-boundary.ts';
import { isZero } from './exact.ts';
import type { MarketsBot, MarketsParams } from './markets-bot.ts';
import { closeMarkets } from './markets-closing.ts';
import type { MarketsDecisions } from './markets-rules.ts';
import { reachedStop, type WholeStops, weigh } from './worth.ts';

/**
 * The order of events of a bot of several markets: it acts at minute boundaries only, by the prices of that moment. A touched
 * price asks for a look at the end of its minute, so the order in which markets are heard does not matter.
 */

/** A price was told. A bot that is to look listens to nothing more until it has; a mark price is looked at where it was published. */
export function touch(bot: MarketsBot, feed: number, ticks: number, timeMs: number): void {
  const slot = bot.slots[feed] as WakeSlot;
  if (ticks > slot.below && ticks < slot.above) return;
  const atMs = bot.feeds[feed]?.price === 'mark' ? minuteFrom(timeMs) : nextMinute(timeMs);
  bot.silence();
  if (atMs < bot.wakeAtMs) bot.wakeAtMs = atMs;
}

/** A minute boundary that something was touched before, or that is due: stops come first, then what the kind does. */
export function look<P extends MarketsParams>(
  bot: MarketsBot<P>,
  rules: MarketsDecisions<P>,
  prices: readonly number[],
  timeMs: number,
): void {
  weigh(bot, prices);
  const stops = rules.stops(bot);
  const reason = reachedStop(bot, stops, prices);
  if (reason !== null) {
    closeMarkets(bot, rules, reason, rules.afterStop(bot.params), prices, timeMs);
    return;
  }
  const { fills } = bot;
  rules.look(bot, prices, timeMs);
  if (bot.status === 'finished') return;
  // Mostly nothing was traded, and what was worked out still holds.
  if (bot.fills === fills) layOut(bot, rules, stops, prices, timeMs);
  else listen(bot, rules, prices, timeMs);
}

/** Says again what the bot waits for, whatever has happened. */
export function listen<P extends MarketsParams>(
  bot: MarketsBot<P>,
  rules: MarketsDecisions<P>,
  prices: readonly number[],
  timeMs: number,
): void {
  weigh(bot, prices);
  layOut(bot, rules, rules.stops(bot), prices, timeMs);
}

/** The same where its stops were changed, or it was paused or goes on: a look that was asked for already is not lost. */
export function listenAnew<P extends MarketsParams>(
  bot: MarketsBot<P>,
  rules: MarketsDecisions<P>,
  prices: readonly number[],
  timeMs: number,
): void {
  const { wakeAtMs } = bot;
  listen(bot, rules, prices, timeMs);
  bot.wakeAtMs = Math.min(bot.wakeAtMs, wakeAtMs);
}

/** Lays the slots out around the prices that the whole was weighed at, and says when the next look is due by time. */
function layOut<P extends MarketsParams>(
  bot: MarketsBot<P>,
  rules: MarketsDecisions<P>,
  stops: WholeStops,
  prices: readonly number[],
  timeMs: number,
): void {
  bot.noteLook(prices, timeMs);
  bot.silence();
  const { shares, markLevel, nextLookMs } = rules.watch(bot, prices, timeMs);
  const factor = portfolioRange(bot.weighed, {
    threshold: shares === null ? null : Number(shares.thresholdE8) / Number(UNITS_PER_COIN),
    isStuck: shares?.isStuck === true,
    lowest: stops.lowest === null ? null : Number(stops.lowest),
    highest: stops.highest === null ? null : Number(stops.highest),
  });
  for (const { base, feed } of bot.legs) {
    if (!isZero(base)) listenAround(bot.slots[feed] as WakeSlot, prices[feed] as number, factor);
  }
  bot.wakeAtMs = nextLookMs;
  if (markLevel !== null) listenToMark(bot, markLevel, prices, timeMs);
  // Fees and slippage of what was just traded can reach a stop by themselves.
  if (reachedStop(bot, stops, prices) !== null) bot.wakeAtMs = Math.min(bot.wakeAtMs, nextMinute(timeMs));
}

/** The slot between p ÷ k and p × k, rounded inwards but at least the present price itself. */
function listenAround(slot: WakeSlot, ticks: number, factor: number): void {
  if (factor === Number.POSITIVE_INFINITY) return;
  slot.below = Math.min(ticks, Math.ceil(ticks / factor)) - 1;
  slot.above = Math.min(NO_LEVEL_ABOVE, Math.max(ticks, Math.floor(ticks * factor)) + 1);
}

/** The mark price wakes it at a level above; where the mark is there already, the next minute does. */
function listenToMark(bot: MarketsBot, level: number, prices: readonly number[], timeMs: number): void {
  const { short, slots } = bot;
  if (short === null) return;
  const mark = short.markOf(prices);
  (slots[short.markFeed] as WakeSlot).above = Math.max(level, mark + 1);
  if (mark >= level) bot.wakeAtMs = Math.min(bot.wakeAtMs, nextMinute(timeMs));
}
