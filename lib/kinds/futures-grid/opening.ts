import { bookContracts, restSlot } from '../../engine/body/contract-ladder.ts';
import { finish } from '../../engine/body/ending.ts';
import { slotsAbove, slotsBelow } from '../../engine/body/ladder-bot.ts';
import { beginOpening, setStage } from '../../engine/body/stage.ts';
import { tellOperation, tellOrder } from '../../engine/body/tell.ts';
import { nextMinute } from '../../engine/minute-boundary.ts';
import {
  exceedsSlippage,
  OPENING_TRIES,
  type Opening,
  type PricedOpening,
  priceOpening,
} from '../../engine/opening-price.ts';
import { type FuturesGridLayout, layOutFuturesGrid } from '../../formulas/futures-grid-layout.ts';
import { leastInterval } from '../../formulas/grid-levels.ts';
import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import { type FuturesGridBot, layLadder, linesOf, plannedContracts } from './grid-bot.ts';

type OpeningPlan = PricedOpening<FuturesGridLayout>;

/** A grid that can be laid, or why it cannot. */
type Laying =
  | { readonly why: 'lines' }
  | { readonly why: 'price'; readonly plan: OpeningPlan | null }
  | { readonly why: 'nothing-fits' | null; readonly plan: OpeningPlan };

/** Opens the grid at the present price: position, lines, orders. Ends the bot when that cannot be done. */
export function openGrid(bot: FuturesGridBot, ticks: number, timeMs: number): void {
  beginOpening(bot);
  bot.sleep();
  const laying = planLaying(bot, bot.params.investment, ticks, timeMs);
  if (laying.why === 'lines') finish(bot, 'failed', ticks, timeMs);
  else if (laying.why === 'price') retryLater(bot, laying.plan, ticks, timeMs);
  else if (laying.why === 'nothing-fits') {
    layLines(bot, laying.plan);
    restFirstOrders(bot, ticks, timeMs);
    finish(bot, 'money_not_enough', ticks, timeMs);
  } else {
    layGrid(bot, laying.plan, ticks, timeMs);
    tellOperation(bot, 'run', timeMs, null, rangeOf(bot));
  }
}

/**
 * Works out the grid that `money` (settle units) backs at the leverage around the present price, and the one order that makes of the
 * position as it is what the orders on its other side close. Nothing happens to the bot.
 */
export function planLaying(bot: FuturesGridBot, money: bigint, ticks: number, timeMs: number): Laying {
  const { params } = bot;
  const lines = linesOf(params);
  if (leastInterval(lines) <= 0) return { why: 'lines' };
  const plan = planOpening(bot, lines, money, ticks, timeMs);
  if (plan === null || exceedsSlippage(params.openingSlippageE8, plan, ticks)) return { why: 'price', plan };
  const isFunded = plan.layout.contracts.some((wanted) => plannedContracts(params, Number(wanted)) > 0);
  return { why: isFunded ? null : 'nothing-fits', plan };
}

/** Trades the opening order and rests the first orders: from here on the bot runs. */
export function layGrid(bot: FuturesGridBot, plan: OpeningPlan, ticks: number, timeMs: number): void {
  layLines(bot, plan);
  tradeOpening(bot, plan, ticks, timeMs);
  restFirstOrders(bot, ticks, timeMs);
  setStage(bot, 'running');
}

function layLines(bot: FuturesGridBot, { layout: { contracts, emptyLine } }: OpeningPlan): void {
  layLadder(bot, contracts.map(Number), emptyLine);
  bot.cursor = emptyLine;
}

/** The range that the bot's record tells of. */
export function rangeOf({ params }: FuturesGridBot): { low_price: string; high_price: string } {
  const { spec, lowTicks, highTicks } = params;
  return { low_price: formatTicks(spec, lowTicks), high_price: formatTicks(spec, highTicks) };
}

function planOpening(
  bot: FuturesGridBot,
  lines: readonly number[],
  money: bigint,
  ticks: number,
  timeMs: number,
): OpeningPlan | null {
  const { params, leg } = bot;
  const isShort = params.side === 'short';
  // Of a position that is there the order may change its side with the price; the distance to be budgeted for only grows.
  let distance = 0;
  const planAt = (openTicks: number): Opening<FuturesGridLayout> => {
    distance = Math.max(distance, Math.abs(openTicks - ticks));
    const budgetTicks = isShort ? Math.max(1, ticks - distance) : ticks + distance;
    const layout = layOutFuturesGrid({ ...params, lines, lastTicks: ticks, openTicks: budgetTicks }, money);
    let quantity = 0;
    for (const [i, wanted] of layout.contracts.entries()) {
      const isAbove = i >= layout.emptyLine;
      if (params.side === 'neutral' || isAbove !== (params.side === 'long')) continue;
      quantity += plannedContracts(params, Number(wanted));
    }
    const traded = BigInt(isShort ? -quantity : quantity) - leg.position.size;
    return { layout, side: traded < 0n ? 'sell' : 'buy', quantity: traded < 0n ? -traded : traded };
  };
  return priceOpening(ticks, planAt, (side, quantity) => bot.marketTicks(side, Number(quantity), ticks, timeMs));
}

function retryLater(bot: FuturesGridBot, plan: OpeningPlan | null, ticks: number, timeMs: number): void {
  bot.openingTries += 1;
  tellOrder(bot, timeMs, 'withheld', 'slippage-exceeded', {
    side: bot.params.side === 'short' ? 'sell' : 'buy',
    level: -1,
    ticks: plan?.fillTicks ?? ticks,
    lots: Number(plan?.quantity ?? 0n),
  });
  if (bot.openingTries < OPENING_TRIES) bot.askAt(nextMinute(timeMs));
  else finish(bot, 'failed', ticks, timeMs);
}

/** The opening market order. A neutral grid opens with nothing: there is no position to tell of. */
function tradeOpening(
  bot: FuturesGridBot,
  { side, quantity, fillTicks }: OpeningPlan,
  ticks: number,
  timeMs: number,
): void {
  const lots = Number(quantity);
  if (lots === 0) return;
  const { spec } = bot.params;
  tellOrder(bot, timeMs, 'placed', 'opening', { side, level: -1, ticks, lots });
  bookContracts(bot, 'open', { side, lots, ticks: fillTicks }, 'market', timeMs);
  const told = { side, price: formatTicks(spec, fillTicks), quantity: formatAmount(bot.unitsOf(lots)) };
  tellOperation(bot, 'open_position', timeMs, null, told);
}

/** Rests the first orders, nearest to the price first, and says why the empty line has none. */
function restFirstOrders(bot: FuturesGridBot, ticks: number, timeMs: number): void {
  const { cursor, count } = bot;
  for (const slot of slotsAbove(bot)) restSlot(bot, slot, timeMs, 'grid-line');
  for (const slot of slotsBelow(bot)) restSlot(bot, slot, timeMs, 'grid-line');
  const line = bot.line(cursor);
  const isInside = ticks >= bot.line(0) && ticks <= bot.line(count);
  tellOrder(bot, timeMs, 'withheld', isInside ? 'at-price' : 'out-of-range', {
    side: ticks >= line ? 'sell' : 'buy',
    level: cursor,
    ticks: line,
    lots: 0,
  });
}
