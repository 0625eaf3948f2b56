import type { FinishReason } from '../../contract/vocabulary.ts';
import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { CloseInstruction } from '../machine.ts';
import { nextMinute } from '../minute-boundary.ts';
import { bookTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import type { CoinParams } from './coin-params.ts';
import { smallestLots, unitsOfCoins } from './coin-scale.ts';
import type { ClosingOrder, LadderBot, RestingClose } from './ladder-bot.ts';
import { type ClosingNeed, type CoinDecisions, type LadderDecisions, NOTHING_TO_CLOSE } from './rules.ts';
import { closeWakesAt } from './stored-close.ts';
import { tellOperation, tellOrder } from './tell.ts';

/** The end of a bot: its orders are cancelled, its position is closed at the market or at a limit that rests and expires, or kept. */

/**
 * Ends the bot: cancels what rests, closes the position as told, finishes as `reason`. A limit close leaves it
 * `stopping` until the order fills or expires. A bot that has not opened yet has nothing to close.
 */
export function close<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  reason: FinishReason,
  instruction: CloseInstruction,
  ticks: number,
  timeMs: number,
): void {
  if (bot.status === 'finished') return;
  const hadOpened = bot.step === 'running' || bot.step === 'pause' || bot.step === 'stopping';
  beginClosing(bot, reason, timeMs);
  const price = instruction.type === 'limit' ? instruction.ticks : ticks;
  const need = hadOpened ? rules.closingNeed(bot, instruction, price, timeMs) : NOTHING_TO_CLOSE;
  const { side, lots } = need;
  const traded = closingTicks(bot, instruction, need, ticks, timeMs);
  const quantity = formatAmount(bot.unitsOf(lots));
  const told = { close: instruction.type, price: formatTicks(bot.spec, traded), quantity };
  tellOperation(bot, 'terminate', timeMs, null, told, reason);
  tellTooSmall(bot, need, price, timeMs);
  if (lots > 0 && instruction.type === 'limit') {
    const { ticks: limit, expiresAtMs } = instruction;
    const order = { side, ticks: limit, lots, expiresAtMs, reason, looksAtMs: Number.POSITIVE_INFINITY };
    tellOrder(bot, timeMs, 'placed', 'closing', { side, level: -1, ticks: limit, lots });
    takeBook(bot, rules, order, ticks, timeMs);
    return;
  }
  if (lots > 0) closeAtMarket(bot, { side, lots, reason }, ticks, timeMs);
  if (hadOpened) rules.settle(bot, ticks, timeMs);
  finish(bot, reason, ticks, timeMs);
}

/** What a stop does with the bot's coins: they are sold at the market, or kept where its owner said so (store_coin_flag). */
export function closeAtStop<P extends CoinParams & { readonly keepCoins: boolean }>(
  bot: CoinBot<P>,
  rules: CoinDecisions<P>,
  reason: FinishReason,
  ticks: number,
  timeMs: number,
): void {
  close(bot, rules, reason, { type: bot.params.keepCoins ? 'no_close' : 'market' }, ticks, timeMs);
}

/** Takes every order out of the book and stops listening: what follows closes the position. */
export function beginClosing(bot: LadderBot, reason: FinishReason, timeMs: number): void {
  if (bot.status !== 'stopping') {
    tellOperation(bot, 'before_terminate', timeMs, { step: bot.step, ...heldText(bot) }, null, reason);
    bot.money.cancelLadder(bot, timeMs, bot.money.endingReason(reason));
  }
  cancelClose(bot, timeMs);
  bot.status = 'stopping';
  bot.step = 'stopping';
  bot.sleep();
}

/** What should be traded and is less than the market takes. */
export function tellTooSmall(bot: LadderBot, { side, tooSmall }: ClosingNeed, ticks: number, timeMs: number): void {
  if (tooSmall === 0n || !bot.isHeard) return;
  const about = { timeMs, kind: 'withheld', reason: 'below-minimum', side, level: -1 } as const;
  bot.sink.order({ ...about, ticks, quantity: tooSmall });
}

/** The order that ends a bot that owes nothing: all of its coins are sold, or kept. */
export function sellOrKeepNeed(bot: CoinBot, { type }: CloseInstruction, ticks: number): ClosingNeed {
  return type === 'no_close' ? NOTHING_TO_CLOSE : sellAllNeed(bot, unitsOfCoins(bot.base, bot.scale), ticks);
}

/** The order that sells whole lots of what there is; none when that is less than the market takes. */
export function sellAllNeed(bot: CoinBot, coins: bigint, ticks: number): ClosingNeed {
  const lots = bot.lotsOf(coins);
  const isOrder = lots >= smallestLots(bot.scale, ticks);
  return { side: 'sell', lots: isOrder ? lots : 0, tooSmall: isOrder ? 0n : coins };
}

type Closing = Pick<RestingClose, 'side' | 'lots' | 'reason'>;

/** Closes at the market around `ticks`. */
export function closeAtMarket(bot: LadderBot, { side, lots, reason }: Closing, ticks: number, timeMs: number): void {
  tellOrder(bot, timeMs, 'placed', bot.money.endingReason(reason), { side, level: -1, ticks, lots });
  const order = { side, lots, ticks: bot.marketTicks(side, lots, ticks, timeMs) };
  bot.money.bookClose(bot, order, false, timeMs, reason);
}

/** Trades coins at the market around `ticks`, to put in order what a closing leaves. */
export function tradeAtMarket(bot: CoinBot, side: 'buy' | 'sell', lots: number, ticks: number, timeMs: number): void {
  tellOrder(bot, timeMs, 'placed', 'closing', { side, level: -1, ticks, lots });
  bookTrade(bot, { side, role: 'close', lots, ticks: bot.marketTicks(side, lots, ticks, timeMs) }, timeMs);
}

/** What a closing order trades at: its fill where it fills at once, its limit while it rests, the last price where there is none. */
function closingTicks(
  bot: LadderBot,
  instruction: CloseInstruction,
  { side, lots }: Pick<ClosingNeed, 'side' | 'lots'>,
  ticks: number,
  timeMs: number,
): number {
  const limit = instruction.type === 'limit' ? instruction.ticks : null;
  if (lots === 0) return limit ?? ticks;
  if (limit === null) return bot.marketTicks(side, lots, ticks, timeMs);
  const order = { side, ticks: limit, lots };
  return takenTicks(bot, { ...order, lots: lotsNow(bot, order, ticks, timeMs) }, ticks, timeMs);
}

/** So much of an order, in lots, as the market gives within its limit now. */
function lotsNow(bot: LadderBot, order: ClosingOrder, ticks: number, timeMs: number): number {
  return isMet(order, ticks) ? bot.lotsWithin(order, ticks, timeMs) : 0;
}

/** What that trades at: the market's price, never worse than the limit; of nothing the limit. */
function takenTicks(bot: LadderBot, { side, ticks: limit, lots }: ClosingOrder, ticks: number, timeMs: number): number {
  if (lots === 0) return limit;
  const market = bot.marketTicks(side, lots, ticks, timeMs);
  return side === 'sell' ? Math.max(market, limit) : Math.min(market, limit);
}

/** The price that fills the closing order while it rests. */
function fillsAt(bot: LadderBot, { side, ticks }: RestingClose): number {
  return side === 'sell' ? bot.fillsSellAt(ticks) : bot.fillsBuyAt(ticks);
}

/** Whether the closing order asks the book for more at a minute's end, and no price on the way. */
function isTaking({ looksAtMs }: RestingClose): boolean {
  return Number.isFinite(looksAtMs);
}

function isMet({ side, ticks: limit }: Pick<RestingClose, 'side' | 'ticks'>, ticks: number): boolean {
  return side === 'sell' ? ticks >= limit : ticks <= limit;
}

/**
 * The closing order takes what the book has within its limit now. While the market meets its limit the rest asks the book again at every
 * minute's end; where it does not, the order rests, and the price has to come to it.
 */
function takeBook<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  order: RestingClose,
  ticks: number,
  timeMs: number,
): void {
  const { side, reason } = order;
  const lots = lotsNow(bot, order, ticks, timeMs);
  const taken = { side, lots, ticks: takenTicks(bot, { ...order, lots }, ticks, timeMs) };
  if (lots === order.lots) {
    bot.money.bookClose(bot, taken, false, timeMs, reason);
    endClose(bot, rules, reason, ticks, timeMs);
    return;
  }
  const looksAtMs = isMet(order, ticks) ? nextMinute(timeMs) : Number.POSITIVE_INFINITY;
  bot.closing = { ...order, lots: order.lots - lots, looksAtMs };
  if (lots > 0) {
    bot.money.bookPart(bot, taken, timeMs, reason);
    rules.parted(bot, ticks, timeMs);
  }
  awaitClose(bot);
}

/** Sleeps until the closing order or the forced close is reached, or its time is over. */
export function awaitClose(bot: LadderBot): void {
  const { closing, slot, forcedBelow, forcedAbove } = bot;
  if (closing === null) return;
  const reached = isTaking(closing) ? null : fillsAt(bot, closing);
  const isBuy = closing.side === 'buy';
  slot.below = reached !== null && isBuy && reached > forcedBelow ? reached : forcedBelow;
  slot.above = reached !== null && !isBuy && reached < forcedAbove ? reached : forcedAbove;
  bot.askAt(closeWakesAt(closing));
}

/**
 * The price is at `ticks` – it jumped there, or went continuously –: a closing order that it has reached fills at its own
 * price, and the forced close comes where it is nearer.
 */
export function touchClose<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
  isJump: boolean,
): void {
  const { closing: order, forcedBelow, forcedAbove } = bot;
  if (order === null) return;
  const reached = fillsAt(bot, order);
  const isBelow = ticks <= forcedBelow;
  if (isBelow || ticks >= forcedAbove) {
    const level = isBelow ? forcedBelow : forcedAbove;
    const isOrderFirst = isBelow ? order.side === 'buy' && reached >= level : order.side === 'sell' && reached <= level;
    if (!isOrderFirst || isTaking(order)) {
      rules.force(bot, isJump ? ticks : level, timeMs);
      return;
    }
  }
  if (isTaking(order) || !isMet({ side: order.side, ticks: reached }, ticks)) return;
  bot.money.bookClose(bot, order, true, timeMs, order.reason);
  endClose(bot, rules, order.reason, reached, timeMs);
}

/** The closing order has filled, with the price at `ticks`, and is booked. */
export function endClose<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  reason: FinishReason,
  ticks: number,
  timeMs: number,
): void {
  bot.closing = null;
  rules.settle(bot, ticks, timeMs);
  finish(bot, reason, ticks, timeMs);
}

/** The moment that the closing order has asked for: its time is over, or it asks the book again. */
export function lookAtClose<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  ticks: number,
  timeMs: number,
): void {
  const { closing } = bot;
  if (closing === null) return;
  if (timeMs >= closing.expiresAtMs) expireClose(bot, rules, ticks, timeMs);
  else takeBook(bot, rules, closing, ticks, timeMs);
}

/** The closing order's time is over: it is cancelled. Coins stay coins; what cannot be kept is closed at the market. */
function expireClose<B extends LadderBot>(bot: B, rules: LadderDecisions<B>, ticks: number, timeMs: number): void {
  const order = bot.closing;
  if (order === null) return;
  cancelClose(bot, timeMs);
  if (!bot.money.canBeKept) closeAtMarket(bot, order, ticks, timeMs);
  rules.settle(bot, ticks, timeMs);
  finish(bot, order.reason, ticks, timeMs);
}

function cancelClose(bot: LadderBot, timeMs: number): void {
  const order = bot.closing;
  if (order === null) return;
  const { side, ticks, lots } = order;
  tellOrder(bot, timeMs, 'cancelled', 'closing', { side, level: -1, ticks, lots });
  bot.closing = null;
}

/** The end, at `ticks`: nothing rests, nothing wakes. Holdings stay as they are until the driver pays them out. */
export function finish(bot: LadderBot, reason: FinishReason, ticks: number, timeMs: number): void {
  bot.end();
  tellOperation(bot, 'after_terminate', timeMs, null, heldText(bot), reason);
  tellOperation(bot, 'stop', timeMs, null, { reason }, reason);
  bot.sink.finish(reason, timeMs, [ticks]);
}

function heldText(bot: LadderBot): Record<string, string> {
  return bot.isHeard ? bot.heldText() : {};
}
