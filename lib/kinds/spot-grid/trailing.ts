import { affordableLots } from '../../engine/body/coin-scale.ts';
import { COIN, mulDivDown } from '../../engine/body/exact.ts';
import { cancelSlot, restBuy, restSell, retryStarvedBuys } from '../../engine/body/ladder.ts';
import { tellOperation, tellOrder } from '../../engine/body/tell.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '../../engine/machine.ts';
import { UNITS_PER_COIN } from '../../money/amount.ts';
import type { GridBot } from './grid-bot.ts';
import { mayTrailDown, mayTrailUp, resetOuterLevels } from './levels.ts';
import { GATE_MINUTES } from './params.ts';
import { plannedLots, rangeOf } from './slots.ts';

/** Up to here every whole number is one of its own. */
const COUNTABLE = Number.MAX_SAFE_INTEGER;

/**
 * Moves the grid up while the price is at or past the line one spacing above it, the momentum gate is open and the
 * limit allows (lib/engine/DECISIONS.md, Trailing). Returns with the gate armed, the limit on record, or the price inside the next spacing.
 */
export function trailUp(bot: GridBot, ticks: number, timeMs: number): void {
  while (ticks >= bot.trailUp) {
    if (!mayTrailUp(bot, bot.trailUp)) {
      tellOuter(bot, timeMs, 'trail-limit', 'buy', bot.highestSlot);
      bot.trailUp = NO_LEVEL_ABOVE;
    } else if (!isGateOpen(bot, ticks, timeMs, 'up')) {
      armGate(bot, timeMs, 'buy', bot.highestSlot);
      return;
    } else {
      moveUp(bot, timeMs);
    }
  }
  bot.isTrailArmed = 0;
}

/** The mirror of trailUp. */
export function trailDown(bot: GridBot, ticks: number, timeMs: number): void {
  while (ticks <= bot.trailDown) {
    if (!mayTrailDown(bot, bot.trailDown)) {
      tellOuter(bot, timeMs, 'trail-limit', 'sell', 1);
      bot.trailDown = NO_LEVEL_BELOW;
    } else if (!isGateOpen(bot, ticks, timeMs, 'down')) {
      armGate(bot, timeMs, 'sell', 1);
      return;
    } else {
      moveDown(bot, timeMs);
    }
  }
  bot.isTrailArmed = 0;
}

/** Price ÷ 720-minute mean − 1 ≥ momentum upward, 1 − price ÷ mean ≥ momentum downward. Shut while the mean is unknown. */
function isGateOpen(bot: GridBot, ticks: number, timeMs: number, direction: 'up' | 'down'): boolean {
  const mean = bot.view.movingAverage(0, GATE_MINUTES, timeMs);
  if (!(mean > 0)) return false;
  const momentum = Number(bot.params.momentumE8) / Number(UNITS_PER_COIN);
  return direction === 'up' ? ticks / mean - 1 >= momentum : 1 - ticks / mean >= momentum;
}

function armGate(bot: GridBot, timeMs: number, side: 'buy' | 'sell', level: number): void {
  if (bot.isTrailArmed === 1) return;
  bot.isTrailArmed = 1;
  tellOuter(bot, timeMs, 'momentum-gate', side, level);
}

/** Records the order that the grid would have placed had it moved: beside the edge, on the side that it moves to. */
function tellOuter(
  bot: GridBot,
  timeMs: number,
  reason: 'momentum-gate' | 'trail-limit',
  side: 'buy' | 'sell',
  level: number,
): void {
  const { count } = bot;
  const ticks = side === 'buy' ? bot.line(count) : bot.line(0);
  tellOrder(bot, timeMs, 'withheld', reason, {
    side,
    level,
    ticks,
    lots: bot.plan(side === 'buy' ? bot.highestSlot : 0),
  });
}

/** One slot up: the lowest one gives its money to a new one on top. All slots hold money up here. */
function moveUp(bot: GridBot, timeMs: number): void {
  const { count, highestSlot, scale } = bot;
  const before = rangeOf(bot);
  cancelSlot(bot, 0, timeMs, 'out-of-range');
  const buyTicks = bot.line(count);
  const sellTicks = bot.trailUp;
  const wanted = wantedAbove(bot, bot.wanted(highestSlot));
  bot.shiftDown();
  bot.setLine(count, sellTicks);
  const lots = Math.min(wanted, affordableLots(scale, bot.freeQuote, buyTicks));
  bot.setSlot(highestSlot, wanted, plannedLots(scale, lots, buyTicks, sellTicks));
  bot.shift += 1;
  restBuy(bot, highestSlot, timeMs, 'grid-line');
  retryStarvedBuys(bot, timeMs);
  afterMove(bot, 'moving-up', timeMs, before);
}

/**
 * One slot down: the highest one gives its coins to a new one at the bottom, where they complete no pair. All slots hold
 * coins down here.
 */
function moveDown(bot: GridBot, timeMs: number): void {
  const { highestSlot, scale } = bot;
  const before = rangeOf(bot);
  cancelSlot(bot, highestSlot, timeMs, 'out-of-range');
  const buyTicks = bot.trailDown;
  const sellTicks = bot.line(0);
  const wanted = wantedBelow(bot, bot.wanted(0));
  bot.shiftUp();
  bot.setLine(0, buyTicks);
  const lots = Math.min(wanted, bot.freeBase.lots);
  bot.setSlot(0, wanted, plannedLots(scale, lots, buyTicks, sellTicks));
  bot.shift -= 1;
  restSell(bot, 0, timeMs, 'grid-line');
  afterMove(bot, 'moving-down', timeMs, before);
}

function afterMove(
  bot: GridBot,
  type: 'moving-up' | 'moving-down',
  timeMs: number,
  before: { low_price: string; high_price: string },
): void {
  bot.isTrailArmed = 0;
  resetOuterLevels(bot);
  tellOperation(bot, type, timeMs, before, rangeOf(bot));
}

/**
 * The grid's proportions carried on: a ratio grid wants (1 + ratio) times as much one slot lower. Far below that is more
 * coins than there are, and more than a number counts one by one; it is kept to 53 bits, for the way back up begins there.
 */
function wantedAbove({ params }: GridBot, wanted: number): number {
  const { quantity } = params;
  if (quantity.type === 'equal') return wanted;
  const more = COIN + Number(quantity.ratioE8);
  return wanted <= COUNTABLE ? mulDivDown(wanted, COIN, more) : Math.floor(wanted / (more / COIN));
}

function wantedBelow({ params }: GridBot, wanted: number): number {
  const { quantity } = params;
  if (quantity.type === 'equal') return wanted;
  const more = COIN + Number(quantity.ratioE8);
  const isCountable = wanted <= (COUNTABLE / more) * COIN;
  return isCountable ? mulDivDown(wanted, more, COIN) : Math.min(wanted * (more / COIN), Number.MAX_VALUE);
}
