import type { SignalType } from '../../contract/bot-words.ts';
import type { OrderReason } from '../../engine/machine.ts';
import { exceedsSlippage, priceOpening } from '../../engine/opening-price.ts';
import type { SignalSide } from '../../engine/signal-board.ts';
import type { ConditionSideName } from '../../indicators/condition.ts';
import { UNITS_PER_COIN } from '../../money/amount.ts';
import type { IndicatorBot } from './indicator-bot.ts';

/**
 * The indicator bot: on the close of each side's own K-lines the bot opens, increases, reduces and closes its
 * one position as the conditions say. Single-indicator bots and custom strategies are the same.
 *
 * Where what is decided:
 * - opening: the bot runs at once (`coins.ts`, `contracts.ts`) and holds nothing until its conditions ask for it;
 * - signals: `tradeBySignals` below – which side trades on the close of its K-lines; `lib/engine/signal-board.ts` says what the conditions say;
 * - sizes: `coin-leg.ts` and `contract-leg.ts` – what an entry or an exit trades, and why not when that is nothing;
 * - stops: `stops.ts` – of the whole bot, of the position, and its protection; `coins.ts` looks at them on the last price, in the order of its way,
 *   `contract-machine.ts` on the mark price;
 * - pause: `coins.ts` and `contract-machine.ts` – stops and indicators go on; what the conditions ask for meanwhile is not made up for;
 * - end: `coins.ts` and `contracts.ts` – the position is closed, coins may be kept, contracts may not;
 * - what its owner changes: `engine.ts` – the total stops, and on spot money; in a contract margin that comes or goes (`lib/engine/body/contract-machine.ts`);
 * - funding and liquidation: none on spot; in a contract `contract-machine.ts`, where the liquidation is one of the stops on the mark price.
 */

/** One trade a K-line close: the sides are looked at in this order, the first that applies and holds trades. */
export const TRADE_ORDER: readonly ConditionSideName[] = ['close', 'reduce', 'increase', 'open'];

/** Looks at the sides whose K-line has just closed. Returns whether the position has changed. */
export function tradeBySignals(bot: IndicatorBot, prices: readonly number[], timeMs: number): boolean {
  const { leg, board } = bot;
  const asked = board.sides.find(
    ({ name, klines, evaluator }) => klines.isFresh && leg.isOpen === (name !== 'open') && evaluator.holds(),
  );
  if (asked === undefined) {
    bot.withheld = null;
    return false;
  }
  const wasOpen = leg.isOpen;
  const reason = tradeBySide(bot, asked, prices, timeMs);
  if (reason !== null) withhold(bot, asked.name, reason, prices[0] as number, timeMs);
  else bot.withheld = null;
  return reason === null || leg.isOpen !== wasOpen;
}

/** Trades, or says why not. */
function tradeBySide(
  bot: IndicatorBot,
  { name, ratioE8 }: SignalSide,
  prices: readonly number[],
  timeMs: number,
): OrderReason | null {
  if (name === 'open' || name === 'increase') return enterAtMarket(bot, name, ratioE8, prices, timeMs);
  const cause: ExitCause = { signal: signalOf(bot, name), reason: 'signal', bySlip: true };
  return exitAtMarket(bot, ratioE8, cause, prices[0] as number, timeMs);
}

/** The record's word for a trade by conditions (E-375): contracts say which way. */
function signalOf({ params }: IndicatorBot, name: ConditionSideName): SignalType {
  if (params.spec.contract === undefined || name === 'close') return name;
  return params.side === 'buy' ? `${name}-l` : `${name}-s`;
}

/** The side of the orders that close the position. */
export function exitSide({ params }: IndicatorBot): 'buy' | 'sell' {
  return params.side === 'buy' ? 'sell' : 'buy';
}

/** An order is told once for as long as K-line after K-line asks for it in vain. */
function withhold(
  bot: IndicatorBot,
  name: ConditionSideName,
  reason: OrderReason,
  ticks: number,
  timeMs: number,
): void {
  const side = name === 'open' || name === 'increase' ? bot.params.side : exitSide(bot);
  const isNews = bot.withheld?.reason !== reason || bot.withheld.side !== side;
  bot.withheld = { side, level: -1, ticks, reason };
  if (isNews) bot.leg.tell('withheld', reason, { side, ticks, quantity: 0n }, timeMs);
}

/** Opens or increases by its ratio of the capital, within the trader's slippage; or says why not. An increase makes it another position. */
function enterAtMarket(
  bot: IndicatorBot,
  role: 'open' | 'increase',
  ratioE8: bigint,
  prices: readonly number[],
  timeMs: number,
): OrderReason | null {
  const { leg, params } = bot;
  const { side } = params;
  const last = prices[0] as number;
  const sizeAt = leg.entrySizer(ratioE8, prices);
  const { withheld } = sizeAt(last);
  if (withheld !== null) return withheld;
  const order = priceOpening(
    last,
    (fillTicks) => ({ layout: null, side, quantity: sizeAt(fillTicks).quantity }),
    (way, quantity) => leg.marketTicks(way, quantity, last, timeMs),
  );
  if (order === null || exceedsSlippage(params.slipE8, order, last)) return 'slippage-exceeded';
  const { quantity, fillTicks } = order;
  if (quantity === 0n) return 'below-minimum';
  leg.tell('placed', 'signal', { side, ticks: last, quantity }, timeMs);
  leg.enter({ role, signal: signalOf(bot, role), quantity, ticks: fillTicks }, timeMs);
  forgetPosition(bot);
  return null;
}

/** What a position remembers is forgotten: it is over, or it is another one since more was added to it. */
function forgetPosition(bot: IndicatorBot): void {
  bot.isProtected = false;
  bot.hasTakenProfit = false;
  bot.hasBeenProtected = false;
}

export interface ExitCause {
  readonly signal: SignalType;
  readonly reason: OrderReason;
  /** Conditions trade within the trader's slippage; what limits losses or secures profits takes what the book gives. */
  readonly bySlip: boolean;
}

/**
 * Closes a part (1e-8) of the position around `ticks`, or says why not. A whole position that the market would not take
 * is over nevertheless: what it holds goes along with the next one's closing.
 */
export function exitAtMarket(
  bot: IndicatorBot,
  partE8: bigint,
  { signal, reason, bySlip }: ExitCause,
  ticks: number,
  timeMs: number,
): OrderReason | null {
  const { leg, params } = bot;
  const side = exitSide(bot);
  const isWhole = partE8 >= UNITS_PER_COIN;
  const quantity = leg.exitQuantity(partE8, ticks);
  if (quantity === 0n) {
    if (isWhole) endPosition(bot);
    return 'below-minimum';
  }
  const fillTicks = leg.marketTicks(side, quantity, ticks, timeMs);
  if (bySlip && exceedsSlippage(params.slipE8, { quantity, fillTicks }, ticks)) return 'slippage-exceeded';
  leg.tell('placed', reason, { side, ticks, quantity }, timeMs);
  leg.exit({ role: isWhole ? 'close' : 'reduce', signal, quantity, ticks: fillTicks }, timeMs);
  if (!leg.isOpen) endPosition(bot);
  return null;
}

function endPosition(bot: IndicatorBot): void {
  bot.leg.leave();
  forgetPosition(bot);
}
