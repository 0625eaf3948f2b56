import { buyCoins, sellCoins } from '../../engine/body/average-cost.ts';
import type { CoinLeg } from '../../engine/body/coin-leg.ts';
import { marketTicks } from '../../engine/body/contract-trade.ts';
import type { CoveredShort } from '../../engine/body/covered-short.ts';
import { tellLegOrder, withholdOrder } from '../../engine/body/leg-trades.ts';
import type { MarketsBot } from '../../engine/body/markets-bot.ts';
import { closeShort, type ShortOrder, sellShort } from '../../engine/body/short-trades.ts';
import { type ArbitrageLegs, isWithinSpread, largestLegs } from '../../formulas/arbitrage-legs.ts';
import { splitArbitrage } from '../../formulas/arbitrage-terms.ts';
import { smallestContracts } from '../../formulas/minimum-investment-futures.ts';
import { smallestAt } from '../../formulas/smallest-order.ts';
import { floorToStep } from '../../money/amount.ts';
import type { ArbitrageParams } from './params.ts';

export type Arbitrage = MarketsBot<ArbitrageParams>;

/** Every arbitrage has both legs. */
export function shortOf({ short }: Arbitrage): CoveredShort {
  if (short === null) throw new Error('An arbitrage without a contract');
  return short;
}

export function coinsOf({ legs: [coins] }: Arbitrage): CoinLeg {
  if (coins === undefined) throw new Error('An arbitrage without coins');
  return coins;
}

/** What opening would trade now, and at which average prices. */
interface Opening extends ArbitrageLegs {
  readonly spotTicks: number;
  readonly contractTicks: number;
}

/**
 * Opens both legs if the coins cost at most the spread more than the contract brings. Returns whether they are open,
 * must wait, or can never be opened because the investment is too small for an order.
 */
export function openLegs(
  bot: Arbitrage,
  prices: readonly number[],
  timeMs: number,
): 'opened' | 'waiting' | 'too-small' {
  const { spec, contract, spreadE8 } = bot.params;
  const [coins, short] = [coinsOf(bot), shortOf(bot)];
  const { coins: quantity, contracts, spotTicks, contractTicks } = planOpening(bot, prices, timeMs);
  const order = { side: 'buy', ticks: spotTicks, quantity } as const;
  if (contracts < smallestContracts(contract) || !isOrder(bot, quantity, prices)) {
    withholdOrder(coins, 'below-minimum', order, timeMs);
    return 'too-small';
  }
  if (!isWithinSpread({ spec, ticks: spotTicks }, { spec: contract, ticks: contractTicks }, spreadE8)) {
    withholdOrder(coins, 'spread-exceeded', order, timeMs);
    return 'waiting';
  }
  coins.withholdNothing();
  tellLegOrder(coins, timeMs, 'placed', 'opening', order);
  buyCoins(coins, { role: 'open', quantity, ticks: spotTicks }, timeMs);
  sellShort(bot, short, { contracts, role: 'open', reason: 'opening' }, contractTicks, timeMs);
  return 'opened';
}

/** The legs that the money for coins buys at the book's price; what is kept for funding follows from the rate that is expected. */
function planOpening(bot: Arbitrage, prices: readonly number[], timeMs: number): Opening {
  const { params, view } = bot;
  const { spec, contract, feeRate, investment, leverage } = params;
  const short = shortOf(bot);
  const { feed } = coinsOf(bot);
  const { spot } = splitArbitrage(investment, leverage, view.expectedFundingRate?.(short.feed, timeMs) ?? null);
  const spotTicks = prices[feed] as number;
  const contractTicks = prices[short.feed] as number;
  const legsAt = (ticks: number): ArbitrageLegs => largestLegs(spec, contract, feeRate, spot, ticks);
  const atLast = legsAt(spotTicks);
  if (atLast.contracts === 0n) return { ...atLast, spotTicks, contractTicks };
  const legs = legsAt(view.marketFillTicks(feed, 'buy', atLast.coins, spotTicks, timeMs));
  if (legs.contracts === 0n) return { ...legs, spotTicks, contractTicks };
  return {
    ...legs,
    // Fewer coins than were asked for: their price is no worse.
    spotTicks: view.marketFillTicks(feed, 'buy', legs.coins, spotTicks, timeMs),
    contractTicks: marketTicks(short, 'sell', legs.contracts, contractTicks, timeMs),
  };
}

/** Whether the spot market takes an order of that many coins around the last price. */
export function isOrder(bot: Arbitrage, quantity: bigint, prices: readonly number[]): boolean {
  const { spec, feed } = coinsOf(bot);
  return quantity >= smallestAt(spec, prices[feed] as number);
}

/** Coins that go with contracts that are closed: their part of them in whole lots. */
export function coinsBeside(bot: Arbitrage, contracts: bigint): bigint {
  const { held, spec } = coinsOf(bot);
  return floorToStep((held * contracts) / shortOf(bot).contracts, spec.lotUnits);
}

interface Closing extends ShortOrder {
  /** false: the coins stay. */
  readonly isSold: boolean;
}

/** Closes a part of both legs, or all of them, around the last prices: coins first, so that their money pays for the contracts. */
export function closeLegs(bot: Arbitrage, closing: Closing, prices: readonly number[], timeMs: number): void {
  const { contracts, isSold } = closing;
  const [coins, short] = [coinsOf(bot), shortOf(bot)];
  const spotTicks = prices[coins.feed] as number;
  const quantity = coinsBeside(bot, contracts);
  let profit = 0n;
  if (isSold && isOrder(bot, quantity, prices)) profit = sellBeside(bot, closing, quantity, spotTicks, timeMs);
  else if (isSold && coins.held > 0n) {
    withholdOrder(coins, 'below-minimum', { side: 'sell', ticks: spotTicks, quantity }, timeMs);
  }
  closeShort(bot, short, closing, profit, prices[short.feed] as number, timeMs);
}

/** Sells coins around a last price; the contracts that are bought back with them complete the pair. Returns their net profit. */
function sellBeside(
  bot: Arbitrage,
  { role, reason }: Closing,
  quantity: bigint,
  lastTicks: number,
  timeMs: number,
): bigint {
  const coins = coinsOf(bot);
  const ticks = bot.view.marketFillTicks(coins.feed, 'sell', quantity, lastTicks, timeMs);
  tellLegOrder(coins, timeMs, 'placed', reason, { side: 'sell', ticks, quantity });
  return sellCoins(coins, { role, quantity, ticks }, false, timeMs);
}
