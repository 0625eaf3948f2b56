import type { CoinLeg } from '../../engine/body/coin-leg.ts';
import { buyWorth, sellWorth, type Why } from '../../engine/body/leg-trades.ts';
import type { MarketsBot } from '../../engine/body/markets-bot.ts';
import { CLOSE, worthAt } from '../../engine/body/worth.ts';
import { EQUITY_SCALE } from '../../engine/machine.ts';
import { rebalanceDifferences } from '../../formulas/rebalance.ts';
import { mulDivDown } from '../../money/amount.ts';
import type { MarketSpec } from '../../money/market-spec.ts';

const SCALE = Number(EQUITY_SCALE);

/** Trades the differences to the targets at the market, sells first; what the market would not take is withheld. */
export function tradeToTargets(bot: MarketsBot, prices: readonly number[], why: Why, timeMs: number): void {
  const differences = rebalanceDifferences(worthAt(bot, prices));
  for (const [i, difference] of differences.entries()) {
    const leg = bot.legs[i] as CoinLeg;
    if (difference === 0n) leg.withholdNothing();
    else if (difference > 0n) sellWorth(bot, leg, difference, prices[i] as number, why, timeMs);
  }
  let wantedLeft = differences.reduce((sum, difference) => (difference < 0n ? sum - difference : sum), 0n);
  for (const [i, difference] of differences.entries()) {
    if (difference >= 0n) continue;
    // When there is less cash than wanted, everyone has its part of it.
    const part = mulDivDown(bot.money, -difference, wantedLeft);
    wantedLeft += difference;
    buyWorth(bot, bot.legs[i] as CoinLeg, -difference, part, prices[i] as number, why, timeMs);
  }
}

/**
 * Whether a rebalance at the prices that the whole was weighed at would find what the last one found: differences that are too
 * small for their markets, and purchases that nothing can pay for. They are then withheld as before, at the present prices.
 * Says no to whatever is close.
 */
export function staysWithheld({ legs, weighed }: MarketsBot, prices: readonly number[]): boolean {
  const { values, total, targets, cash } = weighed;
  const differenceOf = (i: number): number => (values[i] as number) - (targets[i] as number) * total;
  for (const [i, { reason, spec }] of legs.entries()) {
    if (reason === null) return false;
    const difference = differenceOf(i);
    // This near to nothing it could have the other sign.
    if (Math.abs(difference) <= CLOSE * total) return false;
    const smallest = Number(spec.minQuoteUnits) * SCALE;
    if (reason === 'below-minimum') {
      if (Math.abs(difference) >= smallest * (1 - CLOSE)) return false;
    } else if (cash >= smallest * (1 - CLOSE) || -difference <= largestMinimum(spec, prices[i] as number)) return false;
  }
  for (const [i, leg] of legs.entries()) {
    if (leg.reason !== null) leg.withhold(leg.reason, differenceOf(i) > 0 ? 'sell' : 'buy', prices[i] as number);
  }
  return true;
}

/** An upper bound of what the market's smallest order is worth: its minimum and a lot. */
function largestMinimum({ minQuoteUnits, minBaseUnits, lotUnits, tickUnits }: MarketSpec, ticks: number): number {
  const price = ticks * Number(tickUnits);
  const least = Math.max(Number(minQuoteUnits) * SCALE, Number(minBaseUnits) * price);
  return (least + Number(lotUnits) * price) * (1 + CLOSE);
}
