import type { FinishReason, SignalType } from '../../contract/bot-words.ts';
import { isStopped } from '../../engine/body/tell.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type WakeSlot } from '../../engine/machine.ts';
import { UNITS_PER_COIN } from '../../money/amount.ts';
import { exitAtMarket, exitSide } from './decisions.ts';
import type { IndicatorBot, PriceLevel, StopAction, StopLevel } from './indicator-bot.ts';

/** The highest level that drivers can compare: prices are 32-bit ticks in candle columns. */
const HIGHEST_BELOW = 2_147_483_646;

/**
 * The stops of an indicator bot, on every price. Those of the whole bot end it. Those of a position close it, or once a
 * position a part of it: the partial take profit (H24), and – where it has gained so much that its protection started – what the
 * protection closes when the gain falls back.
 */
function stopsOf(bot: IndicatorBot): StopLevel[] {
  const { leg, params, lossTarget, profitTarget } = bot;
  const stops: StopLevel[] = [];
  const add = (action: StopAction, level: PriceLevel): void => void stops.push({ action, ...level });
  const liquidation = leg.liquidationLevel();
  if (liquidation !== null) add('liquidation', liquidation);
  if (leg.isEnding) return stops;
  const { netPaidIn } = leg;
  if (lossTarget !== null) add('total-stop', leg.equityLevel(lossTarget + netPaidIn, 'atMost'));
  if (profitTarget !== null) add('total-profit', leg.equityLevel(profitTarget + netPaidIn, 'atLeast'));
  if (!leg.isOpen) return stops;
  const { positionStopE8, protection, positionProfit } = params;
  if (positionStopE8 !== null) add('position-stop', leg.gainLevel(-positionStopE8, 'atMost'));
  if (protection !== null && !bot.hasBeenProtected) {
    if (bot.isProtected) add('protect', leg.gainLevel(protection.keepE8, 'atMost'));
    else add('start-protection', leg.gainLevel(protection.startE8, 'atLeast'));
  }
  if (positionProfit !== null && !bot.hasTakenProfit) {
    add('take-part', leg.gainLevel(positionProfit.rateE8, 'atLeast'));
  }
  return stops;
}

/** Works out the stops for the position as it is and the price that is seen. */
export function rearm(bot: IndicatorBot, price: number): void {
  bot.armedAt = price;
  bot.stops = stopsOf(bot);
}

/** The stop that a bot which holds nothing has reached, whatever the price is: it has nothing left to lose, or nothing to win. */
export function spentStop({ leg, stops }: IndicatorBot): StopLevel | null {
  if (leg.isEnding || leg.isOpen) return null;
  return stops.find(({ isBelow, ticks }) => isBelow && ticks === NO_LEVEL_ABOVE) ?? null;
}

/**
 * The nearest stop below the price, or above it; the graver one of two at a price. The body knows one stop a side of a coin bot and calls the
 * lower one its `stop_loss`: which of ours it is, and whether it ends the bot, is asked here.
 */
export function nearestStop({ stops }: IndicatorBot, isBelow: boolean): StopLevel | null {
  let nearest: StopLevel | null = null;
  for (const stop of stops) {
    if (stop.isBelow !== isBelow) continue;
    if (nearest === null || (isBelow ? stop.ticks > nearest.ticks : stop.ticks < nearest.ticks)) nearest = stop;
  }
  return nearest;
}

/** The prices between which no stop is reached. */
export function stopRange(bot: IndicatorBot): WakeSlot {
  const below = nearestStop(bot, true)?.ticks ?? NO_LEVEL_BELOW;
  const above = nearestStop(bot, false)?.ticks ?? NO_LEVEL_ABOVE;
  return { below: Math.min(below, HIGHEST_BELOW), above };
}

/** The gravest stop that a price meets. */
export function gravestStop({ stops }: IndicatorBot, price: number): StopLevel | null {
  return stops.find(({ isBelow, ticks }) => (isBelow ? price <= ticks : price >= ticks)) ?? null;
}

/** Where a stop that lay on the way happens; one that was behind the price when it was set happens at the price of that moment. */
export function ticksOnTheWay({ isBelow, ticks }: StopLevel, { armedAt }: IndicatorBot): number {
  return isBelow ? Math.min(ticks, armedAt) : Math.max(ticks, armedAt);
}

/** What a stop does around `ticks`; returns as what the bot ends by it, null when it goes on. */
export function actOn(bot: IndicatorBot, { action }: StopLevel, ticks: number, timeMs: number): FinishReason | null {
  const { protection, positionProfit } = bot.params;
  switch (action) {
    case 'liquidation':
      return 'liquidated';
    case 'total-stop':
      return 'stop_loss';
    case 'total-profit':
      return 'stop_profit';
    case 'position-stop':
      closePart(bot, UNITS_PER_COIN, 'ptn-stoploss', ticks, timeMs);
      return null;
    case 'start-protection':
      bot.isProtected = true;
      return null;
    case 'protect':
      bot.hasBeenProtected = true;
      closePart(bot, protection?.partE8 ?? UNITS_PER_COIN, 'protect-profit', ticks, timeMs);
      return null;
    case 'take-part':
      bot.hasTakenProfit = true;
      closePart(bot, positionProfit?.partE8 ?? UNITS_PER_COIN, 'ptn-stoprofit', ticks, timeMs);
      return null;
  }
}

function closePart(bot: IndicatorBot, partE8: bigint, signal: SignalType, ticks: number, timeMs: number): void {
  const reason = signal === 'ptn-stoploss' ? 'stop-loss' : 'take-profit';
  const withheld = exitAtMarket(bot, partE8, { signal, reason, bySlip: false }, ticks, timeMs);
  if (withheld !== null) bot.leg.tell('withheld', withheld, { side: exitSide(bot), ticks, quantity: 0n }, timeMs);
}

/** The record's word for what ended the bot (E-375). A liquidation has none of its own: a loss was stopped. */
export function closingSignal(reason: FinishReason): SignalType {
  if (isStopped(reason)) return 'stop_loss';
  return reason === 'stop_profit' ? 'stop_profit' : 'base-close';
}
