import { coinsOf, gatherSpare, type HeldCoins, leaveSpare, takeIn, takeOut } from '../held-coins.ts';
import { EQUITY_SCALE, type Fill } from '../machine.ts';
import { moveCoins, realise, tellTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import { setCoins } from './coin-scale.ts';
import { changeTotal, exactOf, isZero, setTotal, wholeUnitsOf } from './exact.ts';
import type { Execution } from './executed.ts';

/** Coins that are bought and sold at the market as one position: every sale completes a trade. */

type Trade = Pick<Fill, 'role' | 'quantity' | 'ticks' | 'signal'>;

export function buyForPosition(bot: CoinBot, held: HeldCoins, trade: Trade, timeMs: number): void {
  const { quantity, ticks } = trade;
  const moved = moveCoins(bot, { side: 'buy', quantity, ticks }, 'market', timeMs);
  takeIn(held, quantity - moved.fee, moved.quote, moved.feeValue);
  tellTrade(bot, { ...trade, side: 'buy', level: -1, matchProfit: null }, moved, timeMs);
}

/** Sells some of the position's coins; with the whole position (role `close`) the spare ones, and what is left of both is spare then. */
export function sellOfPosition(
  bot: CoinBot,
  held: HeldCoins,
  trade: Trade,
  execution: Execution,
  timeMs: number,
): void {
  sellPartOfPosition(bot, held, trade, execution, timeMs);
  if (trade.role === 'close') leaveSpare(held);
}

/** The same of an order whose rest is still to be sold: what is left stays the position's. */
export function sellPartOfPosition(
  bot: CoinBot,
  held: HeldCoins,
  trade: Trade,
  execution: Execution,
  timeMs: number,
): void {
  const { role, quantity, ticks } = trade;
  if (role === 'close') gatherSpare(held);
  const cost = takeOut(held, quantity);
  const moved = moveCoins(bot, { side: 'sell', quantity, ticks }, execution, timeMs);
  const profit = moved.quote - moved.fee - cost.paid;
  realise(bot, moved.quote * EQUITY_SCALE - cost.carry);
  changeTotal(bot.matchedProfit, profit * EQUITY_SCALE);
  bot.matches += 1;
  tellTrade(bot, { ...trade, side: 'sell', level: -1, matchProfit: profit }, moved, timeMs);
}

const HELD = ['base', 'paid', 'carry', 'spareBase', 'sparePaid', 'spareCarry'] as const;

/** The position and the money of its bot as version 1 stores them: decimal texts by name. */
export function storePosition(bot: CoinBot, held: HeldCoins): Readonly<Record<string, string>> {
  const amounts: Record<string, bigint> = {
    ...held,
    quote: wholeUnitsOf(bot.quote),
    start: wholeUnitsOf(bot.start),
    realised: exactOf(bot.gridProfit),
    fees: exactOf(bot.fees),
    ...(isZero(bot.deposits) ? {} : { deposits: wholeUnitsOf(bot.deposits) }),
  };
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, `${amount}`]));
}

/** Makes a new bot what was stored. `matchedProfit`: units. */
export function readPosition(
  bot: CoinBot,
  held: HeldCoins,
  stored: Readonly<Record<string, string>>,
  matchedProfit: bigint,
): void {
  const amount = (name: string): bigint => BigInt(stored[name] as string);
  for (const name of HELD) held[name] = amount(name);
  setTotal(bot.quote, amount('quote') * EQUITY_SCALE);
  setTotal(bot.start, amount('start') * EQUITY_SCALE);
  setCoins(bot.base, coinsOf(held), bot.scale);
  setTotal(bot.positionCash, -(held.carry + held.spareCarry));
  setTotal(bot.gridProfit, amount('realised'));
  setTotal(bot.fees, amount('fees'));
  setTotal(bot.deposits, BigInt(stored.deposits ?? '0') * EQUITY_SCALE);
  setTotal(bot.matchedProfit, matchedProfit * EQUITY_SCALE);
}
