import type { StopReason } from '../../engine/body/ladder-bot.ts';
import { addStopAbove, addStopBelow, clearStops } from '../../engine/body/path.ts';
import { equityLevel } from '../../engine/equity-level.ts';
import { NO_LEVEL_ABOVE } from '../../engine/machine.ts';
import type { FuturesGridBot } from './grid-bot.ts';

/**
 * The stops for the position as it is: those of the range lie one tick outside it, those on equity where the equity at the last price
 * is what the trader set (X14). A flat account's equity has no price: it is either past a target now (a level on the price's own side) or nowhere.
 */
export function setStops(bot: FuturesGridBot): void {
  const { params, lossTarget, profitTarget } = bot;
  clearStops(bot);
  if (params.stopBelowRange) addStopBelow(bot, bot.line(0) - 1, 'less_low');
  if (params.stopAboveRange) addStopAbove(bot, bot.line(bot.count) + 1, 'over_high');
  if (lossTarget !== null) addEquityStop(bot, lossTarget, 'atMost', 'stop_loss');
  if (profitTarget !== null) addEquityStop(bot, profitTarget, 'atLeast', 'stop_profit');
}

function addEquityStop(bot: FuturesGridBot, target: bigint, wanted: 'atMost' | 'atLeast', reason: StopReason): void {
  const { position, isOpen } = bot.leg;
  if (!isOpen) {
    const isPast = wanted === 'atMost' ? position.cash <= target : position.cash >= target;
    if (isPast) addStopBelow(bot, NO_LEVEL_ABOVE, reason);
    return;
  }
  const level = equityLevel(position, target, wanted);
  if (position.size > 0n === (wanted === 'atMost')) addStopBelow(bot, level, reason);
  else addStopAbove(bot, level, reason);
}
