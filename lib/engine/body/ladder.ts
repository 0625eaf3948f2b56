import { feeOn, quoteValueDown } from '../../money/market-spec.ts';
import type { OrderReason, Piece } from '../machine.ts';
import { bookLineBuy, bookLineSell } from './books.ts';
import { type CoinBot, NO_PAIR } from './coin-bot.ts';
import { smallestLots } from './coin-scale.ts';
import { addUnits, isAtLeast, subtractUnits } from './exact.ts';
import { bookSlotPiece, freeBought, freePart, freeSold } from './piece-books.ts';
import { tellSlot } from './tell.ts';

/** The bot's own resting orders: placing, filling and taking them out. What follows a fill is the kind's to decide. */

/** Rests slot i's buy on its lower line, or says why not. The slot must hold money. */
export function restBuy(bot: CoinBot, i: number, timeMs: number, reason: OrderReason): void {
  const plan = bot.plan(i);
  bot.setCost(i, NO_PAIR);
  bot.pieces?.takeFeeValue(i);
  if (plan === 0) {
    withhold(bot, i, timeMs, 'below-minimum', bot.wanted(i));
    return;
  }
  const cost = bot.planCost(i);
  if (!isAtLeast(bot.freeQuote, cost)) {
    noteStarved(bot, cost);
    withhold(bot, i, timeMs, 'no-funds', plan);
    return;
  }
  subtractUnits(bot.freeQuote, cost);
  rest(bot, i, timeMs, reason, plan);
}

/**
 * Rests slot i's sell on its upper line: what it plans, or what coins there are (a fee taken in coins leaves less; the
 * parts of a lot that fees leave over are used as soon as they make up a lot). The slot must hold coins.
 */
export function restSell(bot: CoinBot, i: number, timeMs: number, reason: OrderReason): void {
  const plan = bot.plan(i);
  if (plan === 0) {
    withhold(bot, i, timeMs, 'below-minimum', bot.wanted(i));
    return;
  }
  let lots = plan;
  if (bot.freeBase.lots < plan) {
    lots = bot.freeBase.lots;
    if (lots < smallestLots(bot.scale, bot.sellLine(i))) {
      withhold(bot, i, timeMs, 'no-funds', plan);
      return;
    }
  }
  bot.freeBase.lots -= lots;
  rest(bot, i, timeMs, reason, lots);
}

function rest(bot: CoinBot, i: number, timeMs: number, reason: OrderReason, lots: number): void {
  bot.setResting(i, lots);
  if (bot.isHeard) tellSlot(bot, i, timeMs, 'placed', reason, lots);
}

function withhold(bot: CoinBot, i: number, timeMs: number, reason: OrderReason, lots: number): void {
  bot.withhold(i, reason);
  if (bot.isHeard) tellSlot(bot, i, timeMs, 'withheld', reason, lots);
}

/** Remembers the cheapest of the buys that wait for money: with less than it costs there is none to try again. */
function noteStarved(bot: CoinBot, cost: number): void {
  if (bot.starvedCost === 0 || cost < bot.starvedCost) bot.starvedCost = cost;
}

/** Works out the cheapest buy that waits for money; 0 when none does. */
export function findStarved(bot: CoinBot): void {
  bot.starvedCost = 0;
  for (let i = bot.slotBelow; i >= 0; i -= 1) {
    if (bot.isStarved(i)) noteStarved(bot, bot.planCost(i));
  }
}

/** Money may have come in: buys that were withheld for want of it are tried again, the one nearest to the price first. */
export function retryStarvedBuys(bot: CoinBot, timeMs: number): void {
  if (bot.starvedCost === 0 || !isAtLeast(bot.freeQuote, bot.starvedCost)) return;
  bot.starvedCost = 0;
  for (let i = bot.slotBelow; i >= 0; i -= 1) {
    if (!bot.isStarved(i)) continue;
    if (isAtLeast(bot.freeQuote, bot.planCost(i))) restBuy(bot, i, timeMs, 'grid-line');
    else noteStarved(bot, bot.planCost(i));
  }
}

/** What slot i's order had set apart is free again; the lots that it was for. The slot is the caller's to fill anew. */
export function releaseSlot(bot: CoinBot, i: number): number {
  const lots = bot.resting(i);
  const part = bot.pieces === null ? undefined : bot.pieces.take(i);
  if (part !== undefined) freePart(bot, i, part);
  else if (lots === 0) return 0;
  if (i < bot.cursor) addUnits(bot.freeQuote, bot.planCost(i));
  else bot.freeBase.lots += lots;
  bot.setResting(i, 0);
  return lots;
}

/** Takes slot i's order out of the book. A paused bot's is out of it already. */
export function cancelSlot(bot: CoinBot, i: number, timeMs: number, reason: OrderReason): void {
  const hadPart = hasPart(bot, i);
  const lots = releaseSlot(bot, i);
  if (lots === 0 && !hadPart) return;
  if (lots > 0 && bot.isHeard && !bot.isPaused) tellSlot(bot, i, timeMs, 'cancelled', reason, lots);
  bot.withhold(i, reason);
}

/** Cancels every order of the ladder, lowest line first. */
export function cancelLadder(bot: CoinBot, timeMs: number, reason: OrderReason): void {
  if (!bot.hasLadder) return;
  for (let i = 0; i < bot.count; i += 1) cancelSlot(bot, i, timeMs, reason);
}

/** The price reached the highest buy line: its order fills at its own price, and the slot holds coins. Returns the lots bought. */
export function fillBuyLots(bot: CoinBot, timeMs: number): number {
  const i = bot.slotBelow;
  const lots = bot.resting(i);
  if (hasPart(bot, i)) return fillPartBuy(bot, i, timeMs);
  bot.cursor = i;
  if (lots > 0) bookLineBuy(bot, i, lots, timeMs);
  return lots;
}

/** The price reached the lowest sell line: its order fills at its own price, and the slot holds money. Returns the slot. */
export function fillSell(bot: CoinBot, timeMs: number): number {
  const i = bot.cursor;
  const lots = bot.resting(i);
  if (hasPart(bot, i)) {
    fillPartSell(bot, i, timeMs);
    return i;
  }
  bot.cursor = i + 1;
  if (lots > 0) bookLineSell(bot, i, lots, timeMs);
  return i;
}

/** Whether a part of slot i's order was executed. */
function hasPart({ pieces }: CoinBot, i: number): boolean {
  return pieces?.parts.has(i) === true;
}

/** Whether all of slot i's order was executed and nobody has answered that yet. */
export function isSlotFilled(bot: CoinBot, i: number): boolean {
  return hasPart(bot, i) && bot.resting(i) === 0;
}

/** Books a part of slot i's order. Throws where so much of it does not rest. */
export function fillSlotPiece(bot: CoinBot, i: number, piece: Piece, timeMs: number): void {
  const lots = bot.lotsOf(piece.quantity);
  const left = bot.resting(i) - lots;
  if (lots <= 0 || left < 0 || bot.unitsOf(lots) !== piece.quantity)
    throw new Error('So much does not rest in the slot');
  bookSlotPiece(bot, i, piece, left, timeMs);
  bot.setResting(i, left);
}

/** As fillBuyLots, of an order of which a part was executed before. */
function fillPartBuy(bot: CoinBot, i: number, timeMs: number): number {
  const rest = bot.unitsOf(bot.resting(i));
  const pieces = bot.ownPieces();
  const part = pieces.partOf(i);
  const quote = BigInt(bot.planCost(i)) - part.quote;
  if (rest > 0n) fillSlotPiece(bot, i, { quantity: rest, quote, fee: feeOn(rest, bot.params.feeRate) }, timeMs);
  pieces.take(i);
  bot.cursor = i;
  freeBought(bot, i, part);
  return part.lots;
}

function fillPartSell(bot: CoinBot, i: number, timeMs: number): void {
  const { spec, feeRate } = bot.params;
  const rest = bot.unitsOf(bot.resting(i));
  const quote = quoteValueDown(spec, rest, bot.sellLine(i));
  if (rest > 0n) fillSlotPiece(bot, i, { quantity: rest, quote, fee: feeOn(quote, feeRate) }, timeMs);
  const pieces = bot.ownPieces();
  const part = pieces.partOf(i);
  pieces.take(i);
  bot.cursor = i + 1;
  freeSold(bot, part);
}
