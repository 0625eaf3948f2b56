import type { FinishReason } from '../../contract/bot-words.ts';
import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { CloseInstruction } from '../machine.ts';
import type { CoinBot } from './coin-bot.ts';
import type { CoinParams } from './coin-params.ts';
import { smallestLots, unitsOfCoins } from './coin-scale.ts';
import { beginClosing, closeAtMarket, finish } from './ending.ts';
import type { LadderBot, RestingClose } from './ladder-bot.ts';
import { firstLookMs, lotsNow, takeBook, takenTicks } from './resting-close.ts';
import { type ClosingNeed, type CoinDecisions, type LadderDecisions, NOTHING_TO_CLOSE } from './rules.ts';
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
  const looksAtMs = firstLookMs(bot, timeMs);
  beginClosing(bot, reason, timeMs);
  const price = instruction.type === 'limit' ? instruction.ticks : ticks;
  const need = hadOpened ? rules.closingNeed(bot, instruction, price, timeMs) : NOTHING_TO_CLOSE;
  const { side, lots } = need;
  const order: RestingClose | null =
    instruction.type === 'limit' ? { side, ticks: price, lots, reason, looksAtMs, ...timeOf(instruction) } : null;
  const traded = order === null ? marketTicks(bot, need, ticks, timeMs) : limitTicks(bot, order, ticks, timeMs);
  const quantity = formatAmount(bot.unitsOf(lots));
  const told = { close: instruction.type, price: formatTicks(bot.spec, traded), quantity };
  tellOperation(bot, 'terminate', timeMs, null, told, reason);
  tellTooSmall(bot, need, price, timeMs);
  if (lots > 0 && order !== null) {
    tellOrder(bot, timeMs, 'placed', 'closing', { side, level: -1, ticks: order.ticks, lots });
    takeBook(bot, rules, order, ticks, timeMs);
    return;
  }
  if (lots > 0) closeAtMarket(bot, { side, lots, reason }, ticks, timeMs);
  if (hadOpened) rules.settle(bot, ticks, timeMs);
  finish(bot, reason, ticks, timeMs);
}

type LimitClose = Extract<CloseInstruction, { readonly type: 'limit' }>;

/** How long a limit close has time, and what comes then. */
function timeOf({ expiresAtMs, sellsRest = false }: LimitClose): Pick<RestingClose, 'expiresAtMs' | 'sellsRest'> {
  return { expiresAtMs, sellsRest };
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

/** What a limit close trades at: its fill where it fills at once, its limit while it rests or has nothing to trade. */
function limitTicks(bot: LadderBot, order: RestingClose, ticks: number, timeMs: number): number {
  return takenTicks(bot, { ...order, lots: lotsNow(bot, order, ticks, timeMs) }, ticks, timeMs);
}

/** What a close at the market trades at; the last price where there is nothing to trade. */
function marketTicks(bot: LadderBot, { side, lots }: ClosingNeed, ticks: number, timeMs: number): number {
  return lots === 0 ? ticks : bot.marketTicks(side, lots, ticks, timeMs);
}
