import {
  affordableLots,
  coinsWorth,
  countableLots,
  leastTicks,
  mostTicks,
  smallestLots,
} from '../../engine/body/coin-scale.ts';
import { COIN, divisionRest, mulDivDown } from '../../engine/body/exact.ts';
import { fallTicks, firstAbove, firstBelow, HIGHEST_TICKS, riseTicks } from '../../formulas/infinite-grid.ts';
import { type InfiniteBot, LAST_TRADE } from './infinite-bot.ts';

/** What a line carries, whole lots; or where an order would be, and why there is none. */
export type NextOrder =
  | { readonly ticks: number; readonly lots: number }
  | { readonly ticks: number; readonly reason: 'no-funds' | 'below-minimum' };

const worth = { lots: 0, parts: 0 };

/** What a sale at a price sells: whole lots of what is held above V, as many as an order can have; 0 when nothing is above it. */
export function excessLots({ scale, base, keptValue }: InfiniteBot, ticks: number): number {
  coinsWorth(scale, keptValue, ticks, worth);
  const lots = base.lots - worth.lots - (base.parts < worth.parts ? 1 : 0);
  return lots > 0 ? Math.min(lots, countableLots(scale, ticks)) : 0;
}

/** What a buy at a price needs so that, its fee taken, the coins are worth V again: whole lots, rounded down, as many as an order can have. */
export function lackLots({ scale, base, keptValue }: InfiniteBot, ticks: number): number {
  coinsWorth(scale, keptValue, ticks, worth);
  const isBorrowed = worth.parts < base.parts;
  const lots = worth.lots - base.lots - (isBorrowed ? 1 : 0);
  if (lots < 0) return 0;
  const parts = worth.parts - base.parts + (isBorrowed ? scale.lotUnits : 0);
  const kept = COIN - scale.feeRate;
  const whole = mulDivDown(lots, COIN, kept);
  const all = whole + Math.floor((divisionRest() + mulDivDown(parts, COIN, scale.lotUnits)) / kept);
  return Math.min(all, countableLots(scale, ticks));
}

function isOrder({ scale }: InfiniteBot, lots: number, ticks: number): boolean {
  return lots > 0 && lots >= smallestLots(scale, ticks);
}

/**
 * The next sale: the rise above the last trade, or, when the excess there is less than the market takes, the first price
 * above at which it is enough.
 */
export function nextSale(bot: InfiniteBot): NextOrder {
  const first = riseTicks(bot.line(LAST_TRADE), bot.params.riseE8);
  const lots = excessLots(bot, first);
  if (isOrder(bot, lots, first)) return { ticks: first, lots };
  const highest = Math.min(HIGHEST_TICKS, mostTicks(bot.scale) / 2);
  const ticks = firstAbove(first, highest, (at) => isOrder(bot, excessLots(bot, at), at));
  return ticks === null ? { ticks: first, reason: 'below-minimum' } : { ticks, lots: excessLots(bot, ticks) };
}

/**
 * The next buy: at the fall below the last trade, back up to V, or as much as the money buys when that is less. When what is
 * lacking there is less than the market takes, the first price below at which it is enough; when the money is, no buy.
 */
export function nextBuy(bot: InfiniteBot): NextOrder {
  const { scale } = bot;
  const first = fallTicks(bot.line(LAST_TRADE), bot.params.fallE8);
  const lowest = leastTicks(scale, bot.keptValue);
  if (first < lowest) return { ticks: first, reason: 'below-minimum' };
  let ticks = first;
  let lack = lackLots(bot, first);
  if (!isOrder(bot, lack, first)) {
    const enough = firstBelow(first, lowest, (at) => isOrder(bot, lackLots(bot, at), at));
    if (enough === null) return { ticks: first, reason: 'below-minimum' };
    ticks = enough;
    lack = lackLots(bot, enough);
  }
  const affordable = affordableLots(scale, bot.quote, ticks);
  if (lack <= affordable) return { ticks, lots: lack };
  return isOrder(bot, affordable, ticks) ? { ticks, lots: affordable } : { ticks, reason: 'no-funds' };
}
