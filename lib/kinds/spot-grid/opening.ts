import { costSpare } from '../../engine/body/books.ts';
import { smallestLots } from '../../engine/body/coin-scale.ts';
import { finish } from '../../engine/body/ending.ts';
import { restBuy, restSell } from '../../engine/body/ladder.ts';
import { slotsAbove, slotsBelow } from '../../engine/body/ladder-bot.ts';
import { tellOpened, tradeOpening } from '../../engine/body/opening.ts';
import { resetWake } from '../../engine/body/path.ts';
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
import { firstOrderLine, gridLines, intervalsOf, leastInterval } from '../../formulas/grid-levels.ts';
import { type GridLayout, layOutGrid } from '../../formulas/grid-quantities.ts';
import { fitsLadder } from '../../formulas/largest-order.ts';
import type { GridBot } from './grid-bot.ts';
import { resetOuterLevels } from './levels.ts';
import { plannedLots, rangeOf } from './slots.ts';

export type OpeningPlan = PricedOpening<GridLayout>;

/** What differs between kinds when their grid opens. */
export interface OpeningRules {
  /** Quantities and opening order for the lines; null when the book has no price for them. */
  plan(bot: GridBot, lines: readonly number[], ticks: number, timeMs: number): OpeningPlan | null;
  /** Brings the money that the plan counts on, once it is certain that the grid opens. */
  fund(bot: GridBot, ticks: number, timeMs: number): void;
}

/** A spot grid opens with its investment. */
export const SPOT_OPENING: OpeningRules = { plan: planOpening, fund: () => undefined };

/** A grid that can be laid, or why it cannot. */
type Laying =
  | { readonly why: 'lines' | 'too-large' }
  | { readonly why: 'price'; readonly plan: OpeningPlan | null }
  | {
      readonly why: 'nothing-fits' | null;
      readonly lines: readonly number[];
      readonly plan: OpeningPlan;
      readonly layout: SlotPlans;
    };

interface SlotPlans {
  readonly wanted: readonly number[];
  readonly plans: readonly number[];
}

/** Works out lines, quantities and the opening order at the present price. Nothing happens to the bot. */
export function planLaying(bot: GridBot, rules: OpeningRules, ticks: number, timeMs: number): Laying {
  const { params } = bot;
  const lines = gridLines(params.lowTicks, params.highTicks, params.gridCount, params.spacing);
  if (leastInterval(lines) <= 0) return { why: 'lines' };
  const plan = rules.plan(bot, lines, ticks, timeMs);
  // Creation refuses what cannot be counted; the price may have moved since.
  const highest = Math.max(params.highTicks, params.trailUpLimitTicks ?? 0);
  if (plan !== null && !fitsLadder(params.spec, plan.layout.quantities, highest)) return { why: 'too-large' };
  if (plan === null || exceedsSlippage(params.openingSlippageE8, plan, ticks)) return { why: 'price', plan };
  const wanted = plan.layout.quantities.map((quantity) => bot.lotsOf(quantity));
  const plans = intervalsOf(lines).map(([low, high], i) => plannedLots(bot.scale, wanted[i] as number, low, high));
  return { why: plans.every((lots) => lots === 0) ? 'nothing-fits' : null, lines, plan, layout: { wanted, plans } };
}

/** Opens the grid at the present price: opening order, lines, orders. Ends the bot when that cannot be done. */
export function openGrid(bot: GridBot, rules: OpeningRules, ticks: number, timeMs: number): void {
  beginOpening(bot);
  bot.sleep();
  const laying = planLaying(bot, rules, ticks, timeMs);
  if (laying.why === 'price') {
    retryLater(bot, laying.plan, ticks, timeMs);
    return;
  }
  if (laying.why === 'nothing-fits') {
    tellNothingFits(bot, laying.lines, laying.layout.wanted, laying.plan.layout.emptyLine, timeMs);
    finish(bot, 'money_not_enough', ticks, timeMs);
  } else if (laying.why !== null) finish(bot, 'failed', ticks, timeMs);
  else {
    layGrid(bot, rules, laying, ticks, timeMs);
    tellOperation(bot, 'run', timeMs, null, rangeOf(bot));
  }
}

/** Trades the opening order and rests the first orders: from here on the bot runs. */
export function layGrid(
  bot: GridBot,
  rules: Pick<OpeningRules, 'fund'>,
  { lines, plan, layout }: Extract<Laying, { readonly lines: readonly number[] }>,
  ticks: number,
  timeMs: number,
): void {
  for (const [i, line] of lines.entries()) bot.setLine(i, line);
  for (const [i, lots] of layout.wanted.entries()) bot.setSlot(i, lots, layout.plans[i] as number);
  bot.hasLadder = true;
  bot.cursor = plan.layout.emptyLine;
  rules.fund(bot, ticks, timeMs);
  openPosition(bot, plan, ticks, timeMs);
  restFirstOrders(bot, ticks, timeMs);
  setStage(bot, 'running');
  resetOuterLevels(bot);
  resetWake(bot, timeMs);
}

function planOpening(bot: GridBot, lines: readonly number[], ticks: number, timeMs: number): OpeningPlan | null {
  const { params, view } = bot;
  const planAt = (openTicks: number): Opening<GridLayout> => {
    const layout = layOutGrid({ ...params, lines, lastTicks: ticks, openTicks }, params.investment);
    const side = layout.openBuy > 0n ? 'buy' : 'sell';
    return { layout, side, quantity: side === 'buy' ? layout.openBuy : layout.openSell };
  };
  return priceOpening(ticks, planAt, (side, quantity) => view.marketFillTicks(0, side, quantity, ticks, timeMs));
}

function retryLater(bot: GridBot, plan: OpeningPlan | null, ticks: number, timeMs: number): void {
  bot.openingTries += 1;
  tellOrder(bot, timeMs, 'withheld', 'slippage-exceeded', {
    side: plan?.side ?? (bot.params.investIn === 'quote' ? 'buy' : 'sell'),
    level: -1,
    ticks: plan?.fillTicks ?? ticks,
    lots: bot.lotsOf(plan?.quantity ?? 0n),
  });
  if (bot.openingTries < OPENING_TRIES) bot.openAt(nextMinute(timeMs));
  else finish(bot, 'failed', ticks, timeMs);
}

function tellNothingFits(
  bot: GridBot,
  lines: readonly number[],
  wanted: readonly number[],
  empty: number,
  timeMs: number,
): void {
  for (const [i, lots] of wanted.entries()) {
    const level = firstOrderLine(i, empty);
    const side = i < empty ? 'buy' : 'sell';
    tellOrder(bot, timeMs, 'withheld', 'below-minimum', { side, level, ticks: lines[level] as number, lots });
  }
}

/** The opening market order: buys the coins that the sells need, or sells coins for the money that the buys need. */
function openPosition(bot: GridBot, plan: OpeningPlan, ticks: number, timeMs: number): void {
  const { side, quantity, fillTicks } = plan;
  const lots = bot.lotsOf(quantity);
  if (lots > 0 && lots < smallestLots(bot.scale, fillTicks)) {
    tellOrder(bot, timeMs, 'withheld', 'below-minimum', { side, level: -1, ticks: fillTicks, lots });
  } else if (lots > 0) tradeOpening(bot, plan, ticks, timeMs);
  tellOpened(bot, plan, timeMs);
}

/** Rests the first orders, nearest to the price first, and says why the empty line has none. */
function restFirstOrders(bot: GridBot, ticks: number, timeMs: number): void {
  const { cursor, count } = bot;
  for (const slot of slotsAbove(bot)) restSell(bot, slot, timeMs, 'grid-line');
  // The book's price and the fee on it are the resting lots' affair.
  costSpare(bot, ticks);
  for (const slot of slotsBelow(bot)) restBuy(bot, slot, timeMs, 'grid-line');
  const line = bot.line(cursor);
  const isInside = ticks >= bot.line(0) && ticks <= bot.line(count);
  tellOrder(bot, timeMs, 'withheld', isInside ? 'at-price' : 'out-of-range', {
    side: ticks >= line ? 'sell' : 'buy',
    level: cursor,
    ticks: line,
    lots: 0,
  });
}
