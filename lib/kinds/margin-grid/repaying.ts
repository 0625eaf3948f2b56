import { sellAllNeed } from '../../engine/body/closing.ts';
import { heldBy } from '../../engine/body/debt.ts';
import type { Debt } from '../../engine/body/loan.ts';
import { type ClosingNeed, NOTHING_TO_CLOSE } from '../../engine/body/rules.ts';
import { priceOpening } from '../../engine/opening-price.ts';
import { smallestOrder } from '../../formulas/smallest-order.ts';
import { ceilToStep, floorToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import type { GridBot } from '../spot-grid/grid-bot.ts';

/** The loan is paid back first, whatever becomes of the coins: the market order without which that cannot be. */
export function repayNeed(bot: GridBot, debt: Debt, ticks: number, timeMs: number): ClosingNeed {
  const held = heldBy(bot);
  const net = held.base - debt.base;
  if (net < 0n) return buyBackNeed(bot, -net, ticks, timeMs);
  const lacking = debt.quote - held.quote;
  return lacking > 0n ? sellForNeed(bot, net, lacking, ticks, timeMs) : NOTHING_TO_CLOSE;
}

/**
 * The order that buys `coins`, its fee included, as far as the money goes; the market's smallest order when they are
 * less. At the market (timeMs) its price depends on its size; a limit order's does not.
 */
export function buyBackNeed(bot: GridBot, coins: bigint, ticks: number, timeMs: number | null): ClosingNeed {
  const { spec, feeRate } = bot.params;
  const { quote } = heldBy(bot);
  const withFee = mulDivUp(coins, UNITS_PER_COIN, UNITS_PER_COIN - feeRate);
  const planAt = (at: number) => {
    const price = BigInt(at) * spec.tickUnits;
    const smallest = smallestOrder(spec, BigInt(ticks) * spec.tickUnits);
    const wanted = ceilToStep(withFee > smallest ? withFee : smallest, spec.lotUnits);
    const affordable = floorToStep(mulDivDown(quote, UNITS_PER_COIN, price), spec.lotUnits);
    const quantity = wanted < affordable ? wanted : affordable;
    return { layout: null, side: 'buy' as const, quantity: quantity >= smallest ? quantity : 0n };
  };
  const quantity =
    timeMs === null
      ? planAt(ticks).quantity
      : (priceOpening(ticks, planAt, (side, size) => bot.view.marketFillTicks(0, side, size, ticks, timeMs))
          ?.quantity ?? 0n);
  return { side: 'buy', lots: bot.lotsOf(quantity), tooSmall: quantity === 0n ? coins : 0n };
}

/** The market order that brings in `lacking` quote net of its fee, of at most `coins`; all of them when that cannot be priced. */
function sellForNeed(bot: GridBot, coins: bigint, lacking: bigint, ticks: number, timeMs: number): ClosingNeed {
  const { spec, feeRate } = bot.params;
  const all = sellAllNeed(bot, coins, ticks);
  const most = bot.unitsOf(all.lots);
  const beforeFee = mulDivUp(lacking, UNITS_PER_COIN, UNITS_PER_COIN - feeRate);
  const planAt = (at: number) => {
    const price = BigInt(at) * spec.tickUnits;
    const smallest = smallestOrder(spec, price);
    const enough = ceilToStep(mulDivUp(beforeFee, UNITS_PER_COIN, price), spec.lotUnits);
    const wanted = enough > smallest ? enough : smallest;
    return { layout: null, side: 'sell' as const, quantity: wanted < most ? wanted : most };
  };
  const plan = priceOpening(ticks, planAt, (side, size) => bot.view.marketFillTicks(0, side, size, ticks, timeMs));
  return plan === null ? all : { side: 'sell', lots: bot.lotsOf(plan.quantity), tooSmall: all.tooSmall };
}
