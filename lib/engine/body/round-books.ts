import { gatherSpare, leaveSpare, takeIn, takeOut } from '../coin-position.ts';
import { EQUITY_SCALE } from '../machine.ts';
import { changeTotal, moveCoins, realise, tellTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import type { RoundFill, Rounds } from './rounds.ts';

/** The fills of a round, each booked once: what enters a position, and what ends it. */

/** Order `index` of the round has filled. */
export function bookEntry(
  bot: CoinBot,
  rounds: Rounds,
  { index, quantity, ticks }: { readonly index: number; readonly quantity: bigint; readonly ticks: number },
  timeMs: number,
): RoundFill {
  const moved = moveCoins(bot, 'buy', quantity, ticks);
  takeIn(rounds.held, quantity - moved.fee, moved.quote, moved.feeValue);
  const role = index === 0 ? 'open' : 'grid';
  tellTrade(bot, { side: 'buy', role, level: index, ticks, quantity, matchProfit: null }, moved, timeMs);
  return { ticks, quantity, amount: moved.quote, fee: moved.fee };
}

/** An order that ends a round; `role` as records have it. */
export interface ExitOrder {
  readonly role: 'grid' | 'close';
  readonly quantity: bigint;
  readonly ticks: number;
  /** Coins that are not sold are kept as the profit. */
  readonly keepsRest: boolean;
}

/** Ends the round's position; spare coins go along, and what cannot be sold is spare. `profit`: the round's, net, units. */
export function bookExit(
  bot: CoinBot,
  rounds: Rounds,
  { role, quantity, ticks, keepsRest }: ExitOrder,
  timeMs: number,
): RoundFill & { readonly profit: bigint } {
  const { held } = rounds;
  gatherSpare(held);
  const cost = takeOut(held, quantity);
  const moved = moveCoins(bot, 'sell', quantity, ticks);
  const { quote, fee } = moved;
  realise(bot, quote * EQUITY_SCALE - cost.carry);
  const sold = quote - fee - cost.paid;
  const profit = keepsRest ? sold + keepRest(bot, rounds, ticks) : sold;
  changeTotal(bot.matchedProfit, profit * EQUITY_SCALE);
  bot.matches += 1;
  tellTrade(bot, { side: 'sell', role, level: -1, ticks, quantity, matchProfit: profit }, moved, timeMs);
  leaveSpare(held);
  return { ticks, quantity, amount: quote, fee, profit };
}

/** What was not sold is the profit, at the price at which it was taken. Returns what it adds to the round's, units. */
function keepRest(bot: CoinBot, rounds: Rounds, ticks: number): bigint {
  const { held } = rounds;
  const value = held.base * BigInt(ticks) * bot.spec.tickUnits;
  rounds.kept += held.base;
  rounds.keptCarry += value;
  const { paid, carry } = held;
  realise(bot, value - carry);
  held.base = 0n;
  held.paid = 0n;
  held.carry = 0n;
  return value / EQUITY_SCALE - paid;
}
