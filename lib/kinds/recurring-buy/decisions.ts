import { costLines } from '../../engine/body/cost-lines.ts';
import { exactOf } from '../../engine/body/exact.ts';
import { buyWorth, sellEverything, type Why } from '../../engine/body/leg-trades.ts';
import type { MarketsBot } from '../../engine/body/markets-bot.ts';
import type { MarketsDecisions } from '../../engine/body/markets-rules.ts';
import { setStage } from '../../engine/body/stage.ts';
import { NO_STOPS, type WholeStops } from '../../engine/body/worth.ts';
import { EQUITY_SCALE } from '../../engine/machine.ts';
import type { Calendar } from '../../formulas/schedule.ts';
import { mulDivDown, mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import type { RecurringBuyParams } from './params.ts';

type RecurringBuy = MarketsBot<RecurringBuyParams>;

/**
 * The recurring buy: at every date of its schedule it buys its coins for a fixed amount, each for its share of it, at the
 * market. When less than one purchase is left it only holds. A profit on what the coins cost sells everything and ends it;
 * without one it holds until its owner ends it.
 *
 * Where what is decided:
 * - opening: `open` below – it buys at once, or waits for a first date;
 * - looks: `dateAfter` below with `lib/formulas/schedule.ts` – the dates, by a calendar that is handed in; a paused one has none, and none is made up for;
 * - trades: `purchase` below – each coin for its share of the amount; what a market does not take is withheld (`lib/engine/body/leg-trades.ts`);
 * - stops: `takeProfitOf` below – a profit on what the coins cost, on what the whole is worth at the minute's prices; there is no stop loss;
 * - pause: `isBuying` below – dates that pass are no purchases and are not made up for; its take profit goes on;
 * - end: `close` below with `lib/engine/body/markets-closing.ts` – coins are sold at the market, or kept where the owner wants that;
 * - what its owner changes: `engine.ts` – the take profit; `deposit.ts` – money, for dates to come;
 * - liquidation: none, as it owes nothing.
 */
export function recurringBuy(calendar: Calendar): MarketsDecisions<RecurringBuyParams> {
  const dateAfter = (bot: RecurringBuy, timeMs: number): number => {
    const { every, firstAtMs } = bot.params;
    if (firstAtMs !== null) return calendar(every, firstAtMs, timeMs);
    // The purchase at once was the first date.
    return calendar(every, bot.startedAtMs, Math.max(bot.startedAtMs, timeMs));
  };
  return {
    /** Buys at once, or at a first date that is this very moment. */
    open(bot, prices, timeMs) {
      setStage(bot, 'running');
      const { firstAtMs } = bot.params;
      if (firstAtMs !== null && dateAfter(bot, timeMs - 1) !== timeMs) return;
      purchase(bot, prices, { role: 'open', reason: 'opening' }, timeMs);
    },
    look(bot, prices, timeMs) {
      if (!isBuying(bot) || dateAfter(bot, bot.lookedAtMs) > timeMs) return;
      purchase(bot, prices, { role: 'increase', reason: 'schedule' }, timeMs);
    },
    stops: takeProfitOf,
    afterStop: () => ({ type: 'market' }),
    watch: (bot, _prices, timeMs) => ({
      shares: null,
      markLevel: null,
      nextLookMs: isBuying(bot) ? dateAfter(bot, timeMs) : Number.POSITIVE_INFINITY,
    }),
    isSpent: (bot) => !canBuy(bot),
    // Dates and a profit of the whole are no prices; what its coins cost are.
    lines: (bot) => costLines(bot),
    keepsCoins: (_bot, { type }) => type === 'no_close',
    close(bot, { reason, keepsCoins }, prices, timeMs) {
      for (const leg of bot.legs) leg.withholdNothing();
      if (!keepsCoins) sellEverything(bot, prices, reason === 'stop_profit' ? 'take-profit' : 'closing', timeMs);
    },
  };
}

/** Whether one more purchase is wanted, and can be paid for: a paused one waits for its take profit alone. */
function isBuying(bot: RecurringBuy): boolean {
  return !bot.isPaused && canBuy(bot);
}

function canBuy({ money, params }: RecurringBuy): boolean {
  return money >= params.eachPurchase;
}

/** Each coin for its share of the amount, rounded down; what rounding leaves over is spent on the last one. */
function purchase(bot: RecurringBuy, prices: readonly number[], why: Why, timeMs: number): void {
  let left = bot.params.eachPurchase;
  for (const [i, leg] of bot.legs.entries()) {
    const isLast = i === bot.legs.length - 1;
    const part = isLast ? left : mulDivDown(bot.params.eachPurchase, leg.params.targetE8, UNITS_PER_COIN);
    left -= part;
    buyWorth(bot, leg, part * EQUITY_SCALE, part, prices[leg.feed] as number, why, timeMs);
  }
}

/** What the whole is worth when the coins have brought the profit, rounded up, so that it is not reached early; coins that are not there have none. */
function takeProfitOf({ legs, money, params }: RecurringBuy): WholeStops {
  const { takeProfitE8 } = params;
  const paid = legs.reduce((sum, leg) => sum + exactOf(leg.paid), 0n);
  if (takeProfitE8 === null || paid === 0n) return NO_STOPS;
  const profit = mulDivUp(paid, takeProfitE8, UNITS_PER_COIN);
  return { lowest: null, highest: money * EQUITY_SCALE + paid + profit };
}
