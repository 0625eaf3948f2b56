import { bookContracts, restSlot } from '../../engine/body/contract-ladder.ts';
import { finish } from '../../engine/body/ending.ts';
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
import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import { type FuturesGridBot, layLadder, linesOf, plannedContracts } from './grid-bot.ts';

type OpeningPlan = PricedOpening<FuturesGridLayout>;

/** Opens the grid at the present price: position, lines, orders. Ends the bot when that cannot be done. */
export function openGrid(bot: FuturesGridBot, ticks: number, timeMs: number): void {
  const { params } = bot;
  bot.step = 'init-order-process';
  bot.sleep();
  const lines = linesOf(params);
  if (lines.some((line, i) => i > 0 && line <= (lines[i - 1] as number))) {
    finish(bot, 'failed', ticks, timeMs);
    return;
  }
  const plan = planOpening(bot, lines, ticks, timeMs);
  if (plan === null || exceedsSlippage(params.openingSlippageE8, plan, ticks)) {
    retryLater(bot, plan, ticks, timeMs);
    return;
  }
  const { contracts, emptyLine } = plan.layout;
  layLadder(bot, contracts.map(Number), emptyLine);
  bot.cursor = emptyLine;
  const isFunded = contracts.some((wanted) => plannedContracts(params, Number(wanted)) > 0);
  if (isFunded) tradeOpening(bot, plan, ticks, timeMs);
  restFirstOrders(bot, ticks, timeMs);
  if (!isFunded) {
    finish(bot, 'money_not_enough', ticks, timeMs);
    return;
  }
  bot.status = 'running';
  bot.step = 'running';
  const [low, high] = [bot.line(0), bot.line(bot.count)];
  const range = { low_price: formatTicks(params.spec, low), high_price: formatTicks(params.spec, high) };
  tellOperation(bot, 'run', timeMs, null, range);
}

/** The grid that the investment backs at the leverage, and the one order that it opens with: what the orders on its other side close. */
function planOpening(bot: FuturesGridBot, lines: readonly number[], ticks: number, timeMs: number): OpeningPlan | null {
  const { params } = bot;
  const planAt = (openTicks: number): Opening<FuturesGridLayout> => {
    const layout = layOutFuturesGrid({ ...params, lines, lastTicks: ticks, openTicks }, params.investment);
    let quantity = 0;
    for (const [i, wanted] of layout.contracts.entries()) {
      const isAbove = i >= layout.emptyLine;
      if (params.side === 'neutral' || isAbove !== (params.side === 'long')) continue;
      quantity += plannedContracts(params, Number(wanted));
    }
    return { layout, side: params.side === 'short' ? 'sell' : 'buy', quantity: BigInt(quantity) };
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
  for (let i = cursor; i < count; i += 1) restSlot(bot, i, timeMs, 'grid-line');
  for (let i = cursor - 1; i >= 0; i -= 1) restSlot(bot, i, timeMs, 'grid-line');
  const line = bot.line(cursor);
  const isInside = ticks >= bot.line(0) && ticks <= bot.line(count);
  tellOrder(bot, timeMs, 'withheld', isInside ? 'at-price' : 'out-of-range', {
    side: ticks >= line ? 'sell' : 'buy',
    level: cursor,
    ticks: line,
    lots: 0,
  });
}
