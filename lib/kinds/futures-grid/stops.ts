import type { StopReason } from '../../engine/body/ladder-bot.ts';
import { addStopAbove, addStopBelow, clearStops } from '../../engine/body/path.ts';
import { type EquityBase, type EquityTarget, equityBaseOf, equityLevelOf } from '../../engine/equity-level.ts';
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
  if (lossTarget === null && profitTarget === null) return;
  const { position, isOpen } = bot.leg;
  if (isOpen) {
    const base = equityBaseOf(position);
    if (lossTarget !== null) addEquityStop(bot, base, lossTarget, 'atMost', 'stop_loss');
    if (profitTarget !== null) addEquityStop(bot, base, profitTarget, 'atLeast', 'stop_profit');
    return;
  }
  if (lossTarget !== null && position.cash <= lossTarget.exact) addStopBelow(bot, NO_LEVEL_ABOVE, 'stop_loss');
  if (profitTarget !== null && position.cash >= profitTarget.exact) addStopBelow(bot, NO_LEVEL_ABOVE, 'stop_profit');
}

function addEquityStop(
  bot: FuturesGridBot,
  base: EquityBase,
  target: EquityTarget,
  wanted: 'atMost' | 'atLeast',
  reason: StopReason,
): void {
  const level = equityLevelOf(base, target, wanted);
  if (base.isLong === (wanted === 'atMost')) addStopBelow(bot, level, reason);
  else addStopAbove(bot, level, reason);
}
