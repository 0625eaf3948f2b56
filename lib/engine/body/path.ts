import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '../machine.ts';
import { nextMinute } from '../minute-boundary.ts';
import { type LadderBot, STOP_CODES, STOP_REASONS, type StopReason } from './ladder-bot.ts';
import type { LadderDecisions } from './rules.ts';

/**
 * The order of events. An order of the ladder fills at its own price when the price reaches where it fills: its line, or as far beyond
 * it as the port of the exchange says. On one price an order comes before a stop, a stop before trailing. In a continuous move what lies on the
 * way happens at its own price; in a jump the limits fill at theirs, and what is decided by the price is decided at the one that was seen.
 */

/** The price went continuously to `ticks`. */
export function travel<B extends LadderBot>(bot: B, rules: LadderDecisions<B>, ticks: number, timeMs: number): void {
  const { slot, count } = bot;
  while (bot.isRunning) {
    if (ticks <= slot.below) {
      const level = slot.below;
      const { cursor } = bot;
      if (cursor > 0 && level === bot.fillsBuyAt(bot.line(cursor - 1))) {
        rules.crossDown(bot, timeMs);
        afterCrossing(bot, rules, level, timeMs);
      } else reachBelow(bot, rules, level, timeMs, false);
    } else if (ticks >= slot.above) {
      const level = slot.above;
      const { cursor } = bot;
      if (cursor < count && level === bot.fillsSellAt(bot.line(cursor + 1))) {
        rules.crossUp(bot, timeMs);
        afterCrossing(bot, rules, level, timeMs);
      } else reachAbove(bot, rules, level, timeMs, false);
    } else return;
  }
}

/** The price is at the bot's next level on a side, and what is there happens: that alone, since orders of the same price that it leads to are still to fill. */
export function passNext<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  side: 'below' | 'above',
  timeMs: number,
): void {
  const level = bot.slot[side];
  const isBelow = side === 'below';
  if (slotAtLevel(bot, side) === null) {
    if (isBelow) reachBelow(bot, rules, level, timeMs, false);
    else reachAbove(bot, rules, level, timeMs, false);
    return;
  }
  if (isBelow) rules.crossDown(bot, timeMs);
  else rules.crossUp(bot, timeMs);
  afterCrossing(bot, rules, level, timeMs);
}

/** The slot that an order at the bot's next level on a side would be in; null: the level is none of the ladder's lines. */
export function slotAtLevel(bot: LadderBot, side: 'below' | 'above'): number | null {
  const { cursor, count, slot } = bot;
  const i = side === 'below' ? cursor - 1 : cursor;
  if (i < 0 || i >= count) return null;
  const fillsAt = side === 'below' ? bot.fillsBuyAt(bot.line(i)) : bot.fillsSellAt(bot.sellLine(i));
  return slot[side] === fillsAt ? i : null;
}

/** The price was next seen at `ticks`. Orders at a venue are filled by what it tells, whatever the price. */
export function leap<B extends LadderBot>(bot: B, rules: LadderDecisions<B>, ticks: number, timeMs: number): void {
  const { slot } = bot;
  if (ticks <= slot.below) {
    while (!bot.isAtVenue && bot.isRunning && hasReachedBuy(bot, ticks)) rules.crossDown(bot, timeMs);
    afterCrossing(bot, rules, ticks, timeMs);
    if (ticks <= slot.below) reachBelow(bot, rules, ticks, timeMs, true);
  } else if (ticks >= slot.above) {
    while (!bot.isAtVenue && bot.isRunning && hasReachedSell(bot, ticks)) rules.crossUp(bot, timeMs);
    afterCrossing(bot, rules, ticks, timeMs);
    if (ticks >= slot.above) reachAbove(bot, rules, ticks, timeMs, true);
  }
}

/** Whether a price fills the order below (above) the cursor; false where there is none. */
export function hasReachedBuy(bot: LadderBot, ticks: number, cursor = bot.cursor): boolean {
  return cursor > 0 && ticks <= bot.fillsBuyAt(bot.line(cursor - 1));
}

export function hasReachedSell(bot: LadderBot, ticks: number, cursor = bot.cursor): boolean {
  return cursor < bot.count && ticks >= bot.fillsSellAt(bot.line(cursor + 1));
}

/** The price from which on the ladder may move down (up): its orders on that side come first. */
function trailsDownAt(bot: LadderBot): number {
  const last = bot.fillsBuyAt(bot.line(0));
  return bot.trailDown < last ? bot.trailDown : last;
}

function trailsUpAt(bot: LadderBot): number {
  const last = bot.fillsSellAt(bot.line(bot.count));
  return bot.trailUp > last ? bot.trailUp : last;
}

/** Whether it moves now. Of orders at a venue the price says nothing: one that is not told to be filled keeps the ladder where it is. */
function trailsDown(bot: LadderBot, ticks: number): boolean {
  return bot.cursor === 0 && ticks <= trailsDownAt(bot);
}

function trailsUp(bot: LadderBot, ticks: number): boolean {
  return bot.cursor === bot.count && ticks >= trailsUpAt(bot);
}

/** Orders have filled, and the price was seen at `ticks`. */
export function afterCrossing<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
): void {
  if (!bot.isRunning) return;
  if (rules.afterFills !== null) {
    rules.afterFills(bot, ticks, timeMs);
    if (!bot.isRunning) return;
    resetOuter(bot);
  }
  resetSlot(bot);
}

/** A minute has ended at `ticks`: armed stops decide, and trailing that waited is asked again. */
export function endMinute<B extends LadderBot>(bot: B, rules: LadderDecisions<B>, ticks: number, timeMs: number): void {
  if (bot.isStopArmed === 1) {
    bot.isStopArmed = 0;
    if (ticks <= bot.stopDown) rules.stop(bot, downReason(bot), ticks, timeMs, true);
    else if (ticks >= bot.stopUp) rules.stop(bot, upReason(bot), ticks, timeMs, true);
    if (bot.isEnding) return;
  }
  if (bot.isTrailArmed === 1) {
    if (trailsUp(bot, ticks)) rules.trailUp(bot, ticks, timeMs);
    else if (trailsDown(bot, ticks)) rules.trailDown(bot, ticks, timeMs);
    else bot.isTrailArmed = 0;
    meetStops(bot, rules, ticks, timeMs);
    if (bot.isEnding) return;
  }
  resetWake(bot, timeMs);
}

function downReason(bot: LadderBot): StopReason {
  return STOP_REASONS[bot.stopDownCode] as StopReason;
}

function upReason(bot: LadderBot): StopReason {
  return STOP_REASONS[bot.stopUpCode] as StopReason;
}

/** A level below the ladder's orders was reached: the forced close, a stop, or where the ladder may move. */
function reachBelow<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
  isJump: boolean,
): void {
  if (ticks <= bot.forcedBelow) {
    rules.forceClose(bot, ticks, timeMs);
    return;
  }
  if (bot.isStopArmed === 0 && ticks <= bot.stopDown) {
    if (!reachStop(bot, rules, downReason(bot), ticks, timeMs, isJump)) return;
  }
  if (bot.isTrailArmed === 0 && bot.isRunning && trailsDown(bot, ticks)) {
    rules.trailDown(bot, ticks, timeMs);
    // Where it may move no further it stops outside its range: past that the price may be already.
    meetStops(bot, rules, ticks, timeMs);
    if (bot.isEnding) return;
  }
  resetWake(bot, timeMs);
}

/** The mirror of reachBelow. */
function reachAbove<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
  isJump: boolean,
): void {
  if (ticks >= bot.forcedAbove) {
    rules.forceClose(bot, ticks, timeMs);
    return;
  }
  if (bot.isStopArmed === 0 && ticks >= bot.stopUp) {
    if (!reachStop(bot, rules, upReason(bot), ticks, timeMs, isJump)) return;
  }
  if (bot.isTrailArmed === 0 && bot.isRunning && trailsUp(bot, ticks)) {
    rules.trailUp(bot, ticks, timeMs);
    // Where it may move no further it stops outside its range: past that the price may be already.
    meetStops(bot, rules, ticks, timeMs);
    if (bot.isEnding) return;
  }
  resetWake(bot, timeMs);
}

/**
 * A stop price was touched: it acts now, or the close of the running minute decides (H10). Returns whether the bot goes on with
 * what lies there: not where it has ended, or where the stop has set others, which after a jump are asked at the price that was seen.
 */
function reachStop<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  reason: StopReason,
  ticks: number,
  timeMs: number,
  isJump: boolean,
): boolean {
  if (bot.params.stopCheck === 'close') {
    bot.isStopArmed = 1;
    return true;
  }
  rules.stop(bot, reason, ticks, timeMs, isJump);
  if (bot.isEnding) return false;
  resetWake(bot, timeMs);
  if (isJump) leap(bot, rules, ticks, timeMs);
  return false;
}

/** A paused bot's price is at `ticks`: its forced close and its stops go on, at their own price unless it jumped. */
export function watchPaused<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
  isJump: boolean,
): void {
  const { slot } = bot;
  if (ticks <= slot.below) reachBelow(bot, rules, isJump ? ticks : slot.below, timeMs, isJump);
  else if (ticks >= slot.above) reachAbove(bot, rules, isJump ? ticks : slot.above, timeMs, isJump);
}

/** No stop, until stops are added. */
export function clearStops(bot: LadderBot): void {
  bot.stopDown = NO_LEVEL_BELOW;
  bot.stopUp = NO_LEVEL_ABOVE;
}

/** Ends the bot when the price falls to `ticks`; the nearer of two stops on a side acts first. */
export function addStopBelow(bot: LadderBot, ticks: number, reason: StopReason): void {
  if (ticks <= bot.stopDown) return;
  bot.stopDown = ticks;
  bot.stopDownCode = STOP_CODES[reason];
}

/** The mirror of addStopBelow. */
export function addStopAbove(bot: LadderBot, ticks: number, reason: StopReason): void {
  if (ticks >= bot.stopUp) return;
  bot.stopUp = ticks;
  bot.stopUpCode = STOP_CODES[reason];
}

/**
 * The stops of a running bot were set anew while the price is seen at `ticks`: one that it is at or past is reached here and now. What it
 * sleeps between is the caller's to work out.
 */
export function meetStops<B extends LadderBot>(bot: B, rules: LadderDecisions<B>, ticks: number, timeMs: number): void {
  if (bot.isStopArmed !== 0) return;
  if (ticks <= bot.stopDown) reachStop(bot, rules, downReason(bot), ticks, timeMs, true);
  else if (ticks >= bot.stopUp) reachStop(bot, rules, upReason(bot), ticks, timeMs, true);
  else return;
  if (!bot.isEnding) bot.askAt(nextMinute(timeMs));
}

/** Says when to wake next, after anything has happened to a running bot at `timeMs`. */
export function resetWake(bot: LadderBot, timeMs: number): void {
  resetOuter(bot);
  resetSlot(bot);
  const asksEachMinute = bot.isStopArmed === 1 || bot.isTrailArmed === 1;
  bot.askAt(asksEachMinute ? nextMinute(timeMs) : Number.POSITIVE_INFINITY);
}

/** The prices beyond its orders that a running bot wakes at: the forced close, and stops and trailing that do not wait for the end of the minute. */
export function resetOuter(bot: LadderBot): void {
  let below = bot.forcedBelow;
  let above = bot.forcedAbove;
  if (bot.isStopArmed === 0) {
    if (bot.stopDown > below) below = bot.stopDown;
    if (bot.stopUp < above) above = bot.stopUp;
  }
  if (bot.isTrailArmed === 0 && bot.isRunning) {
    const down = trailsDownAt(bot);
    const up = trailsUpAt(bot);
    if (down > below) below = down;
    if (up < above) above = up;
  }
  bot.outerBelow = below;
  bot.outerAbove = above;
}

/** The two prices between which a running bot sleeps: its next orders, or what lies before them. */
export function resetSlot(bot: LadderBot): void {
  const { slot, cursor, outerBelow, outerAbove } = bot;
  if (bot.isPaused) {
    slot.below = outerBelow;
    slot.above = outerAbove;
    return;
  }
  const below = cursor > 0 ? bot.fillsBuyAt(bot.line(cursor - 1)) : NO_LEVEL_BELOW;
  const above = cursor < bot.count ? bot.fillsSellAt(bot.line(cursor + 1)) : NO_LEVEL_ABOVE;
  slot.below = outerBelow > below ? outerBelow : below;
  slot.above = outerAbove < above ? outerAbove : above;
}
