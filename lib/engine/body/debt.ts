import {
  type AssetPair,
  type ForcedClose,
  forcedClose,
  hourlyInterest,
  riskRatio,
} from '../../formulas/margin-loan.ts';
import { mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import { feeOn, quoteValueDown } from '../../money/market-spec.ts';
import { HOUR_MS } from '../../time/durations.ts';
import { EQUITY_SCALE, type LoanStatement, NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '../machine.ts';
import { changeCoins } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import { unitsOfCoins } from './coin-scale.ts';
import { changeTotal, wholeUnitsOf } from './exact.ts';
import type { Debt } from './loan.ts';

/** The first full hour (UTC) after a moment. */
function nextHour(timeMs: number): number {
  return (Math.floor(timeMs / HOUR_MS) + 1) * HOUR_MS;
}

/** What it has, what is its own and what is not. Units. */
export function heldBy(bot: CoinBot): AssetPair {
  return { quote: wholeUnitsOf(bot.quote), base: unitsOfCoins(bot.base, bot.scale) };
}

/** Takes a loan into the holdings. The first interest is due at the next full hour. */
export function borrow(bot: CoinBot, debt: Debt, { quote, base }: AssetPair, timeMs: number): void {
  const { spec } = bot;
  changeTotal(bot.quote, quote * EQUITY_SCALE);
  changeTotal(bot.freeQuote, quote * EQUITY_SCALE);
  changeCoins(bot.base, base, bot.scale);
  changeCoins(bot.freeBase, base, bot.scale);
  debt.quote += quote;
  debt.base += base;
  bot.timerAtMs = quote > 0n || base > 0n ? nextHour(timeMs) : Number.POSITIVE_INFINITY;
  if (quote > 0n) bot.sink.cash?.('loan', timeMs, spec.quote, quote);
  if (base > 0n) bot.sink.cash?.('loan', timeMs, spec.base, base);
}

/** An hour is over: interest on both debts is added to them. Holdings do not move. */
export function chargeInterest(bot: CoinBot, debt: Debt, ticks: number, timeMs: number): void {
  const { spec } = bot;
  const quote = hourlyInterest(debt.quote, debt.terms.hourlyInterestE8);
  const base = hourlyInterest(debt.base, debt.terms.hourlyInterestE8);
  const baseValue = base * BigInt(ticks) * spec.tickUnits;
  debt.quote += quote;
  debt.base += base;
  debt.interest += quote * EQUITY_SCALE + baseValue;
  // Coins that are owed are counted at the price of the day from here on, like coins that are held.
  changeTotal(bot.positionCash, baseValue);
  bot.timerAtMs = nextHour(timeMs);
  if (quote > 0n) bot.sink.cash?.('interest', timeMs, spec.quote, -quote);
  if (base > 0n) bot.sink.cash?.('interest', timeMs, spec.base, -base);
}

/** Pays back as much as there is. */
export function repay(bot: CoinBot, debt: Debt, timeMs: number): void {
  const { spec } = bot;
  const held = heldBy(bot);
  const quote = debt.quote < held.quote ? debt.quote : held.quote;
  const base = debt.base < held.base ? debt.base : held.base;
  changeTotal(bot.quote, -quote * EQUITY_SCALE);
  debt.quote -= quote;
  changeCoins(bot.base, -base, bot.scale);
  debt.base -= base;
  if (quote > 0n) bot.sink.cash?.('loan', timeMs, spec.quote, -quote);
  if (base > 0n) bot.sink.cash?.('loan', timeMs, spec.base, -base);
}

/**
 * What could not be paid back is paid by the insurance account. Coins or money that are left – less than the market
 * takes as an order – go to it at the last price, up to the value of what it pays. So no bot owes anything at the end.
 */
export function insure(bot: CoinBot, debt: Debt, ticks: number, timeMs: number): void {
  const price = BigInt(ticks) * bot.spec.tickUnits;
  if (debt.quote > 0n) insureMoney(bot, debt.quote, price, timeMs);
  if (debt.base > 0n) insureCoins(bot, debt, price, timeMs);
  repay(bot, debt, timeMs);
}

function insureMoney(bot: CoinBot, owed: bigint, price: bigint, timeMs: number): void {
  const { spec, sink } = bot;
  const worth = mulDivUp(owed, UNITS_PER_COIN, price);
  const { base } = heldBy(bot);
  const coins = worth < base ? worth : base;
  sink.cash?.('insurance', timeMs, spec.quote, owed);
  if (coins > 0n) sink.cash?.('insurance', timeMs, spec.base, -coins);
  changeCoins(bot.base, -coins, bot.scale);
  changeTotal(bot.quote, owed * EQUITY_SCALE);
  changeTotal(bot.positionCash, owed * EQUITY_SCALE);
}

function insureCoins(bot: CoinBot, debt: Debt, price: bigint, timeMs: number): void {
  const { spec, sink } = bot;
  const worth = mulDivUp(debt.base, price, UNITS_PER_COIN);
  const own = heldBy(bot).quote - debt.quote;
  const money = own < worth ? own : worth;
  sink.cash?.('insurance', timeMs, spec.base, debt.base);
  if (money > 0n) sink.cash?.('insurance', timeMs, spec.quote, -money);
  changeTotal(bot.quote, -money * EQUITY_SCALE);
  changeTotal(bot.positionCash, -money * EQUITY_SCALE);
  changeCoins(bot.base, debt.base, bot.scale);
}

/**
 * Holdings or debts have changed, and the price was seen at `ticks`: false when assets ÷ debt are at or below the limit there
 * (the levels are those of forcedClose: exactly the prices at which isForcedToClose says so); else the levels are set.
 */
export function resetForced(bot: CoinBot, debt: Debt, ticks: number): boolean {
  const forced = forcedClose(bot.spec, heldBy(bot), debt, debt.terms.forcedCloseRatioE8);
  const below = forced?.side === 'below' ? forced.ticks : NO_LEVEL_BELOW;
  const above = forced?.side === 'above' ? forced.ticks : NO_LEVEL_ABOVE;
  if (ticks <= below || ticks >= above) return false;
  bot.forcedBelow = below;
  bot.forcedAbove = above;
  return true;
}

export interface ForcedPair {
  readonly held: ForcedClose | null;
  readonly full: ForcedClose | null;
}

/** The forced close with what is held, and after every resting order on the losing side; `added` more of what was invested in. */
export function forcedPair(bot: CoinBot, debt: Debt, added: bigint): ForcedPair {
  const inBase = bot.params.investIn === 'base';
  const close = (held: AssetPair): ForcedClose | null => {
    const present = { quote: held.quote + (inBase ? 0n : added), base: held.base + (inBase ? added : 0n) };
    return forcedClose(bot.spec, present, debt, debt.terms.forcedCloseRatioE8);
  };
  return { held: close(heldBy(bot)), full: close(heldIfFilled(bot, debt)) };
}

/**
 * Holdings after every resting order on the losing side has filled: the buys where more coins are held than owed with
 * the ratio's margin, for falling prices are the loss there; else the sells.
 */
function heldIfFilled(bot: CoinBot, debt: Debt): AssetPair {
  let { quote, base } = heldBy(bot);
  if (!bot.isRunning) return { quote, base };
  const { feeRate } = bot.params;
  const losesDownward = base * UNITS_PER_COIN > debt.terms.forcedCloseRatioE8 * debt.base;
  for (let i = 0; i < bot.count; i += 1) {
    const quantity = bot.unitsOf(bot.resting(i));
    if (quantity === 0n || i < bot.cursor !== losesDownward) continue;
    if (losesDownward) {
      quote -= BigInt(bot.planCost(i));
      base += quantity - feeOn(quantity, feeRate);
    } else {
      const proceeds = quoteValueDown(bot.spec, quantity, bot.sellLine(i));
      quote += proceeds - feeOn(proceeds, feeRate);
      base -= quantity;
    }
  }
  return { quote, base };
}

/** What is owed, the risk ratio at a price, and both prices of the forced close; null where nothing is owed. */
export function loanOfBot(bot: CoinBot, debt: Debt, ticks: number): LoanStatement | null {
  const { spec } = bot;
  const owed = [
    { asset: spec.quote, owed: debt.quote },
    { asset: spec.base, owed: debt.base },
  ];
  const debts = owed.filter((one) => one.owed > 0n);
  if (debts.length === 0) return null;
  const { held, full } = forcedPair(bot, debt, 0n);
  return {
    debts,
    riskRatioE8: riskRatio(spec, heldBy(bot), debt, ticks),
    forcedCloseTicks: held?.ticks ?? null,
    fullForcedCloseTicks: full?.ticks ?? null,
  };
}
