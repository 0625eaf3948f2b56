import { formatAmount } from '../../money/amount.ts';
import { EQUITY_SCALE } from '../machine.ts';
import type { CoinBot } from './coin-bot.ts';
import { setCoins, unitsOfCoins } from './coin-scale.ts';
import { changeTotal, exactOf, setTotal, subtractUnits, wholeUnitsOf } from './exact.ts';
import type { MarketsBot } from './markets-bot.ts';
import { keepApart } from './piece-books.ts';
import { type Told, tellOperation } from './tell.ts';

/** Money that its owner puts into a bot or takes out, and what a bot takes over from another. */

/** Money comes in from the owner, units. */
export function payIn(bot: CoinBot, amount: bigint): void {
  changeTotal(bot.quote, amount * EQUITY_SCALE);
  changeTotal(bot.freeQuote, amount * EQUITY_SCALE);
  changeTotal(bot.deposits, amount * EQUITY_SCALE);
}

/** The value at which a bot keeps its coins rises by so much, units. */
export function raiseKeptValue(bot: CoinBot, amount: bigint): void {
  changeTotal(bot.keptValue, amount * EQUITY_SCALE);
}

/** Money of a bot of several markets came in, units; its money is counted from its params' investment, which has it already. */
export function noteDeposit(bot: MarketsBot, amount: bigint, timeMs: number): void {
  changeTotal(bot.deposits, amount * EQUITY_SCALE);
  tellPaidIn(bot, amount, bot.params.spec.quote, timeMs);
}

/** What came in is on record, if anything did; units. */
export function tellDeposit(bot: CoinBot, amount: bigint, timeMs: number): void {
  if (amount > 0n) tellPaidIn(bot, amount, bot.spec.quote, timeMs);
}

/** Money that came in is on record; units of `asset`. */
export function tellPaidIn(bot: Told, amount: bigint, asset: string, timeMs: number): void {
  tellOperation(bot, 'increase_invest_quote', timeMs, null, { amount: formatAmount(amount), asset });
}

/** The profit of completed pairs that was not taken out, units; below 0 when they lost. */
export function undrawnProfit(bot: CoinBot): bigint {
  return wholeUnitsOf(bot.matchedProfit) - exactOf(bot.withdrawals) / EQUITY_SCALE;
}

/** What of that profit is there as money: it stays free when a grid is laid anew. Units. */
export function idleProfit(bot: CoinBot): bigint {
  const profit = undrawnProfit(bot);
  const held = wholeUnitsOf(bot.quote);
  if (profit <= 0n) return 0n;
  return profit < held ? profit : held;
}

const KEPT = ['start', 'gridProfit', 'positionCash', 'fees', 'matchedProfit', 'deposits', 'withdrawals'] as const;

/** Another bot takes over what a bot holds and has earned. Nothing rests of it yet. */
export function adoptBooks(next: CoinBot, bot: CoinBot): void {
  for (const name of KEPT) setTotal(next[name], exactOf(bot[name]));
  setTotal(next.quote, exactOf(bot.quote));
  setCoins(next.base, unitsOfCoins(bot.base, bot.scale), bot.scale);
  next.fills = bot.fills;
  next.matches = bot.matches;
  setFree(next);
}

/** Money goes out to the owner, units; it must be free. */
export function payOut(bot: CoinBot, amount: bigint): void {
  changeTotal(bot.quote, -amount * EQUITY_SCALE);
  changeTotal(bot.freeQuote, -amount * EQUITY_SCALE);
  changeTotal(bot.withdrawals, amount * EQUITY_SCALE);
}

/** All that is held and does not rest is free. */
export function setFree(bot: CoinBot): void {
  bot.freeQuote.high = bot.quote.high;
  bot.freeQuote.low = bot.quote.low;
  bot.freeBase.lots = bot.base.lots;
  bot.freeBase.parts = bot.base.parts;
  for (let i = 0; i < bot.count; i += 1) {
    const lots = bot.resting(i);
    const part = bot.pieces === null ? undefined : bot.pieces.parts.get(i);
    if (lots === 0 && part === undefined) continue;
    if (i < bot.cursor) subtractUnits(bot.freeQuote, bot.planCost(i));
    else bot.freeBase.lots -= lots;
    if (part !== undefined) keepApart(bot, i, part);
  }
}
