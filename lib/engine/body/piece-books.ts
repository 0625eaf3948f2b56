import { mulDivUp } from '../../money/amount.ts';
import { feeOn } from '../../money/market-spec.ts';
import { EQUITY_SCALE, type Piece } from '../machine.ts';
import { bookBuyBack, changeCoins, type Moved, moveCoins, noteBought, realise, tellTrade } from './books.ts';
import { type CoinBot, NO_PAIR } from './coin-bot.ts';
import { changeUnits } from './exact.ts';
import type { Part } from './pieces.ts';

/**
 * How a ladder's orders are booked that a venue executes in pieces: each piece with what the venue says that it has moved. That a piece
 * costs no more than was set apart for it is the venue's to keep, and checked.
 */

/**
 * A part of slot i's order was executed, `left` lots of it rest on. What it moved is kept apart until the order is whole or cancelled;
 * of a pair that it completes it completes its part.
 */
export function bookSlotPiece(bot: CoinBot, i: number, piece: Piece, left: number, timeMs: number): void {
  const part = bot.ownPieces().partOf(i);
  const isBuy = i < bot.cursor;
  const ticks = isBuy ? bot.line(i) : bot.sellLine(i);
  if (isBuy && part.quote + piece.quote > BigInt(bot.planCost(i))) throw new Error('A buy cost more than its limit');
  const { quantity } = piece;
  const moved = moveCoins(bot, { side: isBuy ? 'buy' : 'sell', quantity, ticks }, piece, timeMs);
  part.lots += bot.lotsOf(quantity);
  const profit = isBuy ? bookBoughtPiece(bot, part, piece, moved) : bookSoldPiece(bot, i, part, piece, left);
  if (profit !== null && !part.isMatched) {
    part.isMatched = true;
    bot.matches += 1;
  }
  const trade = { role: 'grid', quantity, matchProfit: profit } as const;
  tellTrade(
    bot,
    isBuy ? { ...trade, side: 'buy', level: i } : { ...trade, side: 'sell', level: bot.sellLevel(i) },
    moved,
    timeMs,
  );
}

function bookBoughtPiece(bot: CoinBot, part: Part, piece: Piece, moved: Moved): bigint | null {
  const { soldLots } = bot;
  const coins = piece.quantity - piece.fee;
  part.quote += piece.quote;
  part.coins += coins;
  part.feeValue += moved.feeValue;
  if (soldLots === null) return null;
  noteBought(bot, coins, piece.quote, moved.feeValue);
  return bookBuyBack(bot, soldLots, Number(piece.quote));
}

/** The sold coins take their share of what the slot's cost along, rounded up; the last piece takes what is left. */
function bookSoldPiece(
  bot: CoinBot,
  i: number,
  part: Part,
  { quantity, quote, fee }: Piece,
  left: number,
): bigint | null {
  part.quote += quote - fee;
  const lots = bot.lotsOf(quantity);
  if (bot.cost(i) === NO_PAIR) {
    bot.soldLots?.push({ lots, parts: 0, quote: Number(quote), fee: Number(fee) });
    return null;
  }
  const cost = BigInt(bot.cost(i));
  const pieces = bot.ownPieces();
  const bought = pieces.takeFeeValue(i) ?? plannedFeeValue(bot, i);
  const all = BigInt(lots + left);
  const share = left === 0 ? cost : mulDivUp(cost, BigInt(lots), all);
  const feeShare = left === 0 ? bought : (bought * BigInt(lots)) / all;
  realise(bot, (quote - share) * EQUITY_SCALE + feeShare);
  const won = quote - fee - share;
  changeUnits(bot.matchedProfit, won);
  bot.setCost(i, Number(cost - share));
  pieces.noteFeeValue(i, bought - feeShare);
  return won;
}

/** What the fee on slot i's whole buy was worth at its line, 1e-16 of the quote asset. */
function plannedFeeValue(bot: CoinBot, i: number): bigint {
  return feeOn(bot.unitsOf(bot.plan(i)), bot.params.feeRate) * BigInt(bot.line(i)) * bot.spec.tickUnits;
}

/** Slot i's buy is whole, and its pieces are booked: its coins are free, and what was set apart for it and not needed. */
export function freeBought(bot: CoinBot, i: number, part: Part): void {
  noteBought(bot, part.coins, part.quote, part.feeValue);
  changeCoins(bot.freeBase, part.coins, bot.scale);
  changeUnits(bot.freeQuote, BigInt(bot.planCost(i)) - part.quote);
  bot.ownPieces().noteFeeValue(i, part.feeValue);
}

/** Slot i's sell is whole: what its pieces brought in is free. */
export function freeSold(bot: CoinBot, part: Part): void {
  changeUnits(bot.freeQuote, part.quote);
}

/** Slot i's order was cancelled after a part of it was executed: what that moved is free, coins cost what was paid for them. */
export function freePart(bot: CoinBot, i: number, part: Part): void {
  if (i < bot.cursor) {
    changeCoins(bot.freeBase, part.coins, bot.scale);
    changeUnits(bot.freeQuote, -part.quote);
    changeUnits(bot.spareCost, part.quote);
  } else changeUnits(bot.freeQuote, part.quote);
}

/** The opposite of freePart, but for what coins cost. */
export function keepApart(bot: CoinBot, i: number, part: Part): void {
  if (i < bot.cursor) {
    changeCoins(bot.freeBase, -part.coins, bot.scale);
    changeUnits(bot.freeQuote, part.quote);
  } else changeUnits(bot.freeQuote, -part.quote);
}
