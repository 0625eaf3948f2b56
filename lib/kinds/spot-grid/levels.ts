import type { StopReason } from '../../engine/body/ladder-bot.ts';
import { addStopAbove, addStopBelow, clearStops } from '../../engine/body/path.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '../../engine/machine.ts';
import { gridLineAt } from '../../formulas/grid-levels.ts';
import type { GridBot } from './grid-bot.ts';
import type { SpotGridParams } from './params.ts';

/** The line at `index` of the window that has moved `shift` slots up. Indexes outside 0…n are where trailing goes. */
export function windowLine(params: SpotGridParams, shift: number, index: number): number {
  return gridLineAt(params.lowTicks, params.highTicks, params.gridCount, params.spacing, shift + index);
}

/**
 * Whether a stop price acts when the price rises to it: one above the middle of the range as it stands, for stops lie beyond the
 * lines on one side or the other, wherever the grid has trailed to.
 */
function actsUpward(bot: GridBot, ticks: number): boolean {
  return 2 * ticks >= bot.line(0) + bot.line(bot.count);
}

/** The line that the next move up would add, or NO_LEVEL_ABOVE when the grid does not trail up at all. */
function nextLineUp(bot: GridBot): number {
  const { params, shift, count } = bot;
  if (params.trailUpLimitTicks === null) return NO_LEVEL_ABOVE;
  const next = windowLine(params, shift + 1, count);
  return next > bot.line(count) ? next : NO_LEVEL_ABOVE;
}

/** The line that the next move down would add, or NO_LEVEL_BELOW when the grid does not trail down or would leave the prices. */
function nextLineDown(bot: GridBot): number {
  const { params, shift } = bot;
  if (params.trailDownLimitTicks === null) return NO_LEVEL_BELOW;
  const next = windowLine(params, shift - 1, 0);
  return next > 0 && next < bot.line(0) ? next : NO_LEVEL_BELOW;
}

export function mayTrailUp({ params }: Pick<GridBot, 'params'>, line: number): boolean {
  const limit = params.trailUpLimitTicks;
  return limit !== null && line !== NO_LEVEL_ABOVE && line <= limit;
}

export function mayTrailDown({ params }: Pick<GridBot, 'params'>, line: number): boolean {
  const limit = params.trailDownLimitTicks;
  return limit !== null && line !== NO_LEVEL_BELOW && line >= limit;
}

/**
 * Works out the levels outside the range: stop loss, take profit, range stops, trailing. A range stop waits on a side
 * on which the grid may still move, because leaving the range there is what the trader asked the grid to follow.
 */
export function resetOuterLevels(bot: GridBot): void {
  const { params, count } = bot;
  const up = nextLineUp(bot);
  const down = nextLineDown(bot);
  bot.trailUp = up;
  bot.trailDown = down;
  clearStops(bot);
  addStop(bot, params.stopLossTicks, 'stop_loss');
  addStop(bot, params.takeProfitTicks, 'stop_profit');
  if (params.stopBelowRange && !mayTrailDown(bot, down)) addStopBelow(bot, bot.line(0) - 1, 'less_low');
  if (params.stopAboveRange && !mayTrailUp(bot, up)) addStopAbove(bot, bot.line(count) + 1, 'over_high');
}

function addStop(bot: GridBot, ticks: number | null, reason: StopReason): void {
  if (ticks === null) return;
  if (actsUpward(bot, ticks)) addStopAbove(bot, ticks, reason);
  else addStopBelow(bot, ticks, reason);
}
